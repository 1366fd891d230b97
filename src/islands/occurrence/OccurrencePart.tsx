import { Loading, OccurrenceFailure } from '../dialog/StatePanels.tsx';
import { lazyPart } from '../form/parts.tsx';
import type { PartProperties, PaymentsPartProperties } from './FetchedOccurrence.tsx';

// Loaded on demand, because most transactions have no recurring template.
export const OccurrencePart = lazyPart<PartProperties>(
  async () => (await import('./FetchedOccurrence.tsx')).FetchedOccurrence,
  OccurrenceFailure,
  <Loading />,
);

export const PaymentsPart = lazyPart<PaymentsPartProperties>(
  async () => (await import('./FetchedOccurrence.tsx')).FetchedPayments,
  OccurrenceFailure,
  <Loading />,
);
