import type { OccurrenceScope } from '../../domain/recurring/schema.ts';
import type { Reach, SeriesAround } from '../../stores/series.ts';
import type { Say } from '../transaction/speaker.ts';

/** One of the three choices, with all that is to be known before it is made. */
export interface ScopeOption {
  scope: OccurrenceScope;
  label: string;
  reach: Reach;
  notes: string[];
  /** Whether the notes warn of what it does to others. */
  warns: boolean;
}

const SCOPES: OccurrenceScope[] = ['single', 'future', 'all'];

/** What can go with an occurrence. */
export function removalOptions(series: SeriesAround, say: Say): ScopeOption[] {
  return SCOPES.map((scope) => ({
    ...optionOf(scope, series.removal[scope], say),
    notes: removalNotes(series, scope, say),
    warns: scope !== 'single',
  }));
}

function removalNotes(series: SeriesAround, scope: OccurrenceScope, say: Say): string[] {
  if (scope === 'single') return [say('recurring:occurrence.removal.single')];
  const { edited_count } = series.removal[scope];
  const kind = series.template_id === null ? 'leftover' : 'removal';
  return [
    say(`recurring:occurrence.${kind}.${scope}`),
    scope === 'future' && !series.is_ahead && say('recurring:occurrence.pastGoes'),
    edited_count > 0 && say('recurring:occurrence.editedGo', { count: edited_count }),
  ].filter((note) => note !== false);
}

/** What can change with an occurrence; nothing else can where its series was deleted. */
export function changeOptions(series: SeriesAround, say: Say): ScopeOption[] {
  const { change } = series;
  if (!change) return [];
  return SCOPES.map((scope) => ({
    ...optionOf(scope, change[scope], say),
    notes: changeNotes(series, scope, say),
    warns: scope === 'all',
  }));
}

function changeNotes(series: SeriesAround, scope: OccurrenceScope, say: Say): string[] {
  const { is_ahead, removal, change } = series;
  const when = is_ahead ? 'ahead' : 'past';
  const note = say(`recurring:occurrence.change.${scope === 'future' ? when : scope}`);
  // Of one that is past, what lies between it and tomorrow is left as well: that is told in words.
  if (scope === 'single' || (scope === 'future' && !is_ahead)) return [note];
  const left = removal[scope].count - (change?.[scope].count ?? 0);
  return left > 0 ? [note, say('recurring:occurrence.editedStay', { count: left })] : [note];
}

function optionOf(scope: OccurrenceScope, reach: Reach, say: Say) {
  return { scope, label: say(`recurring:occurrence.scope.${scope}`), reach };
}
