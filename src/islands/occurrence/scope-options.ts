import type { Translate } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';

/** The number of affected transactions, and their first and last local date, both included. */
interface Impact {
  count: number;
  first_date: string;
  last_date: string;
  edited_count: number;
}

export interface TemplateAround {
  /** Null if the template was deleted and its transactions remain. */
  template_id: string | null;
  name: string | null;
  next_dates: string[];
  /** Whether the occurrence lies after today. */
  is_ahead: boolean;
  /** Whether the template has no end, so that the affected transactions cannot be counted. */
  never_ends: boolean;
  removal: Record<OccurrenceScope, Impact>;
  change: Record<OccurrenceScope, Impact> | null;
}

export interface ScopeOption {
  scope: OccurrenceScope;
  label: string;
  impact: Impact;
  notes: string[];
  warns: boolean;
}

const SCOPES: OccurrenceScope[] = ['single', 'future', 'all'];

export function removalOptions({ removal, ...around }: TemplateAround, t: Translate): ScopeOption[] {
  const kind = around.template_id === null ? 'leftover' : 'removal';
  return SCOPES.map((scope) => {
    const impact = removal[scope];
    const notes =
      scope === 'single'
        ? [t('recurring:occurrence.removal.single')]
        : [
            t(`recurring:occurrence.${kind}.${scope}`),
            scope === 'future' && !around.is_ahead && t('recurring:occurrence.pastGoes'),
            impact.edited_count > 0 && t('recurring:occurrence.editedGo', { count: impact.edited_count }),
            around.never_ends && t('recurring:occurrence.endlessRemoval'),
          ];
    return optionOf({ scope, impact, notes, warns: scope !== 'single' }, t);
  });
}

/** Only the occurrence itself if its template was deleted. */
export function changeOptions(
  { change, removal, is_ahead, never_ends }: TemplateAround,
  t: Translate,
): ScopeOption[] {
  if (!change) return [];
  return SCOPES.map((scope) => {
    const impact = change[scope];
    const when = is_ahead ? 'ahead' : 'past';
    // Those between a past occurrence and tomorrow are excluded too, which the note states.
    const isWhole = scope === 'all' || (scope === 'future' && is_ahead);
    const excluded = isWhole ? removal[scope].count - impact.count : 0;
    const notes = [
      t(`recurring:occurrence.change.${scope === 'future' ? when : scope}`),
      excluded > 0 && t('recurring:occurrence.editedStay', { count: excluded }),
      scope !== 'single' && never_ends && t('recurring:occurrence.endlessChange'),
    ];
    return optionOf({ scope, impact, notes, warns: scope === 'all' }, t);
  });
}

function optionOf(
  { notes, ...option }: Pick<ScopeOption, 'scope' | 'impact' | 'warns'> & { notes: (string | false)[] },
  t: Translate,
): ScopeOption {
  const label = t(`recurring:occurrence.scope.${option.scope}`);
  return { ...option, label, notes: notes.filter((note) => note !== false) };
}

interface Removal {
  around: Pick<TemplateAround, 'template_id'>;
  scope: OccurrenceScope;
  deleted: number;
  t: Translate;
}

export function removedMessage({ around, scope, deleted, t }: Removal): string {
  if (scope === 'all' && around.template_id !== null) return t('recurring:occurrence.templateDeleted');
  return t('recurring:occurrence.deletedWith', { count: deleted });
}
