import type { OccurrenceData } from '../../api/shapes/recurring.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/schema.ts';

export interface ScopeOption {
  scope: OccurrenceScope;
  impact: OccurrenceData['removal']['single'];
  notes: (string | false)[];
  warns: boolean;
}

export function removalOptions({ removal, ...around }: OccurrenceData, t: Translate): ScopeOption[] {
  const kind = around.template_id === null ? 'leftover' : 'removal';
  return around.choices.removal.map((scope) => {
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
    return { scope, impact, notes, warns: scope !== 'single' };
  });
}

/** Only the occurrence itself if its template was deleted. */
export function changeOptions(
  { change, removal, is_ahead, never_ends, choices }: OccurrenceData,
  t: Translate,
): ScopeOption[] {
  if (!change) return [];
  return choices.change.map((scope) => {
    const impact = change[scope];
    const when = is_ahead ? 'ahead' : 'past';
    // Those between a past occurrence and tomorrow are excluded too, which the note states.
    const isWhole = scope === 'all' || (scope === 'future' && is_ahead);
    const excluded = isWhole ? removal[scope].count - impact.count : 0;
    const notes = [
      t(`recurring:occurrence.change.${scope === 'future' ? when : scope}`),
      excluded > 0 && t('recurring:occurrence.editedStay', { count: excluded }),
      impact.other_currency_count > 0 &&
        t('recurring:occurrence.otherCurrency', { count: impact.other_currency_count }),
      scope !== 'single' && never_ends && t('recurring:occurrence.endlessChange'),
    ];
    return { scope, impact, notes, warns: scope === 'all' };
  });
}

interface Removal {
  around: Pick<OccurrenceData, 'template_id'>;
  scope: OccurrenceScope;
  deleted: number;
  t: Translate;
}

export function removedMessage({ around, scope, deleted, t }: Removal): string {
  if (scope === 'all' && around.template_id !== null) return t('recurring:occurrence.templateDeleted');
  return t('recurring:occurrence.deletedWith', { count: deleted });
}
