import { Loading, OccurrenceFailure } from '../dialog/StatePanels.tsx';
import { lazyPart } from '../form/parts.tsx';
import type { PartProperties } from './FetchedOccurrence.tsx';

// Loaded on demand, because most transactions have no recurring template.
export const OccurrencePart = lazyPart<PartProperties>(
  async () => (await import('./FetchedOccurrence.tsx')).FetchedOccurrence,
  OccurrenceFailure,
  <Loading />,
);
