import { lazy, Suspense } from 'react';
import { useTranslate } from '../hooks.ts';
import { Loading } from '../transaction-dialog/StatePanels.tsx';
import type { PartProperties } from './FetchedOccurrence.tsx';

export type { Choice } from './FetchedOccurrence.tsx';

// Loaded on demand, because most transactions have no recurring template.
const Fetched = lazy(() =>
  import('./FetchedOccurrence.tsx').then(
    ({ FetchedOccurrence }) => ({ default: FetchedOccurrence }),
    () => ({ default: OccurrenceFailure }),
  ),
);

export function OccurrencePart(properties: PartProperties & { page: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <Fetched {...properties} loading={<Loading />} failure={<OccurrenceFailure {...properties} />} />
    </Suspense>
  );
}

export function OccurrenceFailure({ page }: { page: string }) {
  const t = useTranslate();
  return (
    <p className="flash flash-error" role="alert">
      {t('transactions:dialog.failed')} <a href={page}>{t('transactions:dialog.openPage')}</a>
    </p>
  );
}
