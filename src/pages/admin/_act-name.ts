import { ACTIVITY_TYPES } from '../../domain/activity/kinds.ts';
import type { Translate } from '../../i18n/translate.ts';

/** The name of an act or event; one that this version does not know is shown as it is stored. */
export function actName(type: string, t: Translate): string {
  const known = ACTIVITY_TYPES.find((one) => one === type);
  return known ? t(`admin:type.${known}`) : type;
}
