import type { Translate } from '../../i18n/translate.ts';

/** The attributes of a form whose typed values are not lost without a question; nothing is lost in a preview. */
export function guardOf(t: Translate, isPreview: boolean): Record<string, string> {
  if (isPreview) return {};
  return {
    'data-warn-unsaved': '',
    'data-question': t('transactions:dialog.discardQuestion'),
    'data-stay': t('transactions:dialog.keepEditing'),
    'data-discard': t('transactions:dialog.discard'),
  };
}
