import { lazyPart } from '../form/parts.tsx';
import { Loading, OccurrenceFailure } from '../transaction-dialog/StatePanels.tsx';
import type { PartProperties } from './FetchedOccurrence.tsx';

// Loaded on demand, because most transactions have no recurring template.
export const OccurrencePart = lazyPart<PartProperties>(
  async () => (await import('./FetchedOccurrence.tsx')).FetchedOccurrence,
  OccurrenceFailure,
  <Loading />,
);
