import type { OccurrenceScope } from '../../domain/recurring/schema.ts';
import type { SeriesAround } from '../../stores/series.ts';
import type { Say } from '../transaction/speaker.ts';

interface Removal {
  series: Pick<SeriesAround, 'template_id'>;
  scope: OccurrenceScope;
  /** Transactions that went. */
  deleted: number;
  say: Say;
}

/** What is said when an occurrence is gone, and with it what was chosen. */
export function removedMessage({ series, scope, deleted, say }: Removal): string {
  if (scope === 'all' && series.template_id !== null) return say('recurring:occurrence.templateDeleted');
  return say('recurring:occurrence.deletedWith', { count: deleted });
}
