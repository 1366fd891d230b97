import { lazy, Suspense } from 'react';
import { useTranslate } from '../use-translate.ts';
import type { PartProperties } from './FetchedOccurrence.tsx';
import { OccurrenceFailure } from './OccurrenceFailure.tsx';

export type { Choice } from './FetchedOccurrence.tsx';

// Most transactions have no recurring template: this part is loaded on demand.
const Fetched = lazy(() =>
  import('./FetchedOccurrence.tsx').then(
    ({ FetchedOccurrence }) => ({ default: FetchedOccurrence }),
    () => ({ default: OccurrenceFailure }),
  ),
);

/** The information and the choice of scope for the recurring template of a transaction, loaded on demand. */
export function OccurrencePart(properties: PartProperties) {
  const t = useTranslate();
  return (
    <Suspense fallback={<p role="status">{t('transactions:dialog.loading')}</p>}>
      <Fetched {...properties} />
    </Suspense>
  );
}
