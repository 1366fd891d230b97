import { ACTIVITY_TYPES } from '../../domain/activity/kinds.ts';
import type { PresentedEntry } from '../../domain/activity/read.ts';
import { BY_HOST } from '../../domain/activity/record.ts';
import type { Format } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** The name of an act or event; one that this version does not know is returned as it is stored. */
export function actName(type: string, t: Translate): string {
  const knownType = ACTIVITY_TYPES.find((candidate) => candidate === type);
  return knownType ? t(`admin:type.${knownType}`) : type;
}

/** The author of an entry: a person, the command line of the host, or a guest. */
export function actorName(
  { admin_username, details }: Pick<PresentedEntry, 'admin_username' | 'details'>,
  t: Translate,
): string {
  if (admin_username !== null) return admin_username;
  return t(details.by === BY_HOST ? 'admin:activity.host' : 'admin:activity.nobody');
}

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** A number of bytes in its largest unit: `2500000` → `2.5 MB`. */
export function bytesText(bytes: number, format: Pick<Format, 'decimal'>): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${format.decimal(bytes / 1000 ** power)}\u00A0${UNITS[power - 1]}`;
}
