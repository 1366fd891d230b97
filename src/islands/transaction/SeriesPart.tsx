import { lazy, Suspense } from 'react';
import type { PartProperties } from '../occurrence/OccurrencePart.tsx';
import { SeriesFailure } from './SeriesFailure.tsx';
import { useSay } from './say.ts';

export type { Choice } from '../occurrence/OccurrencePart.tsx';

// Most transactions belong to no series: what is said of one comes when it is needed.
const Fetched = lazy(() =>
  import('../occurrence/OccurrencePart.tsx').then(
    ({ OccurrencePart }) => ({ default: OccurrencePart }),
    () => ({ default: SeriesFailure }),
  ),
);

/** What the dialog says and asks about the series of a transaction, fetched on need. */
export function SeriesPart(properties: PartProperties) {
  const say = useSay();
  return (
    <Suspense fallback={<p role="status">{say('transactions:dialog.loading')}</p>}>
      <Fetched {...properties} />
    </Suspense>
  );
}
