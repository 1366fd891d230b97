import { ACTIVITY_TYPES } from '../../domain/activity/kinds.ts';
import type { PresentedEntry } from '../../domain/activity/read.ts';
import { BY_HOST } from '../../domain/activity/record.ts';
import type { Translate } from '../../i18n/translate.ts';

/** The name of an act or event; one that this version does not know is shown as it is stored. */
export function actName(type: string, t: Translate): string {
  const known = ACTIVITY_TYPES.find((one) => one === type);
  return known ? t(`admin:type.${known}`) : type;
}

/** Who did it: a person, whoever has the host's command line, or nobody who was signed in. */
export function actorName(
  { admin_username, details }: Pick<PresentedEntry, 'admin_username' | 'details'>,
  t: Translate,
): string {
  if (admin_username !== null) return admin_username;
  return t(details.by === BY_HOST ? 'admin:activity.host' : 'admin:activity.nobody');
}
