import * as v from 'valibot';
import type { Locale } from './locales.ts';

// Names that engines still return, although the time zone database (IANA) has replaced them.
const RENAMED: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

// Offsets, and names of Java that engines accept: `PST` and most other names of three letters are not in the database.
const NO_NAME = /^[^a-z]|^systemv\/|^(?!cet|eet|est|gmt|hst|met|mst|prc|roc|rok|uct|utc|wet)[a-z]{3}$/i;

/** No name in the database is longer. */
const TIMEZONE_MAX = 64;

const MAX_CACHED = 1000;

// Every request reads a time zone, and validating it with the engine is slow.
const canonicalNames = new Map<string, string | null>();

/** The canonical name of a time zone in the database (IANA), in any case; null for an unknown name. */
export function canonicalTimezone(name: string): string | null {
  if (name.length > TIMEZONE_MAX) return null;
  let canonical = canonicalNames.get(name);
  if (canonical === undefined) {
    canonical = resolve(name);
    if (canonicalNames.size >= MAX_CACHED) canonicalNames.clear();
    canonicalNames.set(name, canonical);
  }
  return canonical;
}

function resolve(name: string): string | null {
  if (NO_NAME.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return RENAMED[timeZone] ?? timeZone;
  } catch {
    return null;
  }
}

/** The time zones to choose from, sorted by name, including `own`. */
export function timezonesWith(own: string): string[] {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC'].map((name) => RENAMED[name] ?? name);
  return [...new Set([...names, own])].sort();
}

/** The name of a time zone that this machine supports, in any case; its output is the canonical name. */
export const timezoneSchema = /* @__PURE__ */ v.pipe(
  v.string(),
  v.maxLength(TIMEZONE_MAX),
  v.check((name) => canonicalTimezone(name) !== null, 'errors:timezoneInvalid'),
  v.transform((name) => canonicalTimezone(name) ?? name),
  v.description('An IANA name, such as Asia/Jerusalem.'),
);

/** The name of a time zone in a person's language, as it is now: "Israel Time" for Asia/Jerusalem. */
export function zoneName(timeZone: string, locale: Locale, now: Date): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
