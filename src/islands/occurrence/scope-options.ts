import type { Translate } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';
import type { Impact, TemplateAround } from './template-around.ts';

/** One of the three scopes, with all the information for choosing it. */
export interface ScopeOption {
  scope: OccurrenceScope;
  label: string;
  impact: Impact;
  notes: string[];
  /** Whether the notes warn of effects on others. */
  warns: boolean;
}

const SCOPES: OccurrenceScope[] = ['single', 'future', 'all'];

/** The scopes of a deletion. */
export function removalOptions(around: TemplateAround, t: Translate): ScopeOption[] {
  return SCOPES.map((scope) => ({
    ...optionOf(scope, around.removal[scope], t),
    notes: removalNotes(around, scope, t),
    warns: scope !== 'single',
  }));
}

function removalNotes(around: TemplateAround, scope: OccurrenceScope, t: Translate): string[] {
  if (scope === 'single') return [t('recurring:occurrence.removal.single')];
  const { edited_count } = around.removal[scope];
  const kind = around.template_id === null ? 'leftover' : 'removal';
  return [
    t(`recurring:occurrence.${kind}.${scope}`),
    scope === 'future' && !around.is_ahead && t('recurring:occurrence.pastGoes'),
    edited_count > 0 && t('recurring:occurrence.editedGo', { count: edited_count }),
    around.never_ends && t('recurring:occurrence.endlessRemoval'),
  ].filter((note) => note !== false);
}

/** The scopes of an edit; only the occurrence itself if its template was deleted. */
export function changeOptions(around: TemplateAround, t: Translate): ScopeOption[] {
  const { change } = around;
  if (!change) return [];
  return SCOPES.map((scope) => ({
    ...optionOf(scope, change[scope], t),
    notes: changeNotes(around, scope, t),
    warns: scope === 'all',
  }));
}

function changeNotes(around: TemplateAround, scope: OccurrenceScope, t: Translate): string[] {
  const { is_ahead, removal, change } = around;
  const when = is_ahead ? 'ahead' : 'past';
  const note = t(`recurring:occurrence.change.${scope === 'future' ? when : scope}`);
  // For a past occurrence, those between it and tomorrow are excluded as well: the note says so.
  if (scope === 'single') return [note];
  const isWhole = scope === 'all' || is_ahead;
  const left = isWhole ? removal[scope].count - (change?.[scope].count ?? 0) : 0;
  return [
    note,
    left > 0 && t('recurring:occurrence.editedStay', { count: left }),
    around.never_ends && t('recurring:occurrence.endlessChange'),
  ].filter((text) => text !== false);
}

function optionOf(scope: OccurrenceScope, impact: Impact, t: Translate) {
  return { scope, label: t(`recurring:occurrence.scope.${scope}`), impact };
}

interface Removal {
  around: Pick<TemplateAround, 'template_id'>;
  scope: OccurrenceScope;
  /** The deleted transactions. */
  deleted: number;
  t: Translate;
}

/** The message after an occurrence was deleted with the chosen scope. */
export function removedMessage({ around, scope, deleted, t }: Removal): string {
  if (scope === 'all' && around.template_id !== null) return t('recurring:occurrence.templateDeleted');
  return t('recurring:occurrence.deletedWith', { count: deleted });
}
