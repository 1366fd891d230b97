/// <reference lib="esnext.intl" />
import { LRUCache } from 'lru-cache';
import { DEFAULT_PREFERENCES, type Preferences, preferenceChangesSchema } from './preferences.ts';

/** The preferences that follow from the language of the browser until a person chooses them. */
type LocaleFormats = Partial<
  Pick<
    Preferences,
    | 'date_format'
    | 'time_format'
    | 'week_start'
    | 'thousand_separator'
    | 'decimal_separator'
    | 'symbol_position'
  >
>;

const HEADER_MAX = 200;

// Parsing a header takes a millisecond, and few different ones are sent.
const formatsByHeader = new LRUCache<string, LocaleFormats>({ max: 200, memoMethod: formatsOfHeader });

/**
 * The formats of the first language in an `Accept-Language` header (RFC 9110, section 12.5.4) that differ from the
 * defaults; empty for an unknown language.
 */
export function formatsFromHeader(header: string | null | undefined): LocaleFormats {
  return header && header.length <= HEADER_MAX ? formatsByHeader.memo(header) : {};
}

function formatsOfHeader(header: string): LocaleFormats {
  const tag = tagsByQuality(header).find(isKnown);
  return tag ? formatsOf(tag) : {};
}

function tagsByQuality(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', quality = '1'] = part.trim().split(/\s*;\s*q=/);
      return { tag, quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((first, second) => second.quality - first.quality)
    .map(({ tag }) => tag);
}

function isKnown(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

// Formats that the preferences do not offer stay at their defaults.
function formatsOf(tag: string): LocaleFormats {
  const locale = new Intl.Locale(tag, { calendar: 'gregory', numberingSystem: 'latn' });
  const { thousand_separator, decimal_separator } = separatorsOf(locale);
  const formats = {
    date_format: dateFormatOf(locale),
    time_format: /^h2/.test(hourCycleOf(locale)) ? '24h' : '12h',
    week_start: locale.maximize().getWeekInfo().firstDay === 1 ? 'monday' : 'sunday',
    ...(thousand_separator === decimal_separator ? {} : { thousand_separator, decimal_separator }),
    symbol_position: symbolPositionOf(locale),
  } as const;
  return Object.fromEntries(
    Object.entries(formats).filter(
      ([name, value]) => value !== DEFAULT_PREFERENCES[name as keyof LocaleFormats] && isChoice(name, value),
    ),
  );
}

function isChoice(name: string, value: string): boolean {
  const { options } = preferenceChangesSchema.entries[name as keyof LocaleFormats].wrapped;
  return (options as readonly string[]).includes(value);
}

function dateFormatOf(locale: Intl.Locale): Preferences['date_format'] {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'numeric', day: 'numeric' });
  const written = parts.formatToParts(new Date(0));
  const [first] = written.filter(({ type }) => type !== 'literal');
  if (first?.type === 'month') return 'MM/DD/YYYY';
  if (first?.type === 'year') return 'YYYY-MM-DD';
  return written.some(({ value }) => value.startsWith('.')) ? 'DD.MM.YYYY' : 'DD/MM/YYYY';
}

function hourCycleOf(locale: Intl.Locale): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hourCycle ?? 'h12';
}

function separatorsOf(locale: Intl.Locale): { thousand_separator: string; decimal_separator: string } {
  const written = new Intl.NumberFormat(locale).formatToParts(1_234_567.8);
  const partOf = (type: string) => written.find((part) => part.type === type)?.value ?? '';
  const group = partOf('group').replace(/\s/, ' ').replace('’', "'");
  return { thousand_separator: group, decimal_separator: partOf('decimal') };
}

// Right-to-left languages write the symbol after the number, which puts it on the left: `before`, as we draw amounts.
function symbolPositionOf(locale: Intl.Locale): Preferences['symbol_position'] {
  if (locale.getTextInfo().direction === 'rtl') return 'before';
  const written = new Intl.NumberFormat(locale, { style: 'currency', currency: 'ILS' }).formatToParts(1);
  const types = written.map(({ type }) => type);
  return types.indexOf('currency') < types.indexOf('integer') ? 'before' : 'after';
}
