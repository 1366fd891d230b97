import type { Analysis } from './analyse.ts';
import type { AnomalyFlag } from './anomalies.ts';
import { DUPLICATE_ABOVE } from './duplicates.ts';
import type { FraudFlag } from './fraud.ts';

export type Reason = FraudFlag | AnomalyFlag | 'duplicate';

/** Why a transaction stands out, each reason once: what a person is told, `insights:flag.<reason>`. */
export function reasonsFor({ flags, anomalyFlags, duplicateRisk }: Analysis): Reason[] {
  const again: Reason[] = duplicateRisk > DUPLICATE_ABOVE ? ['duplicate'] : [];
  return [...new Set<Reason>([...flags, ...anomalyFlags, ...again])];
}
