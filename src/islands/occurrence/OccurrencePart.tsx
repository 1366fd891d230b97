import { lazy, Suspense } from 'react';
import { useTranslate } from '../use-translate.ts';
import type { PartProperties } from './FetchedOccurrence.tsx';
import { OccurrenceFailure } from './OccurrenceFailure.tsx';

export type { Choice } from './FetchedOccurrence.tsx';

// Most transactions come from no recurring template: what is shown of one is fetched when it is needed.
const Fetched = lazy(() =>
  import('./FetchedOccurrence.tsx').then(
    ({ FetchedOccurrence }) => ({ default: FetchedOccurrence }),
    () => ({ default: OccurrenceFailure }),
  ),
);

/** What the dialog shows and asks about the recurring template of a transaction, fetched on need. */
export function OccurrencePart(properties: PartProperties) {
  const t = useTranslate();
  return (
    <Suspense fallback={<p role="status">{t('transactions:dialog.loading')}</p>}>
      <Fetched {...properties} />
    </Suspense>
  );
}
