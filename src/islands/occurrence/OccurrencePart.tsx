import { lazy, Suspense } from 'react';
import { Loading } from '../transaction-dialog/Loading.tsx';
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
  return (
    <Suspense fallback={<Loading />}>
      <Fetched {...properties} loading={<Loading />} />
    </Suspense>
  );
}
