import type { Preferences } from '../../../i18n/preferences.ts';
import { isDate, plusDays, plusMonths } from '../../calendar.ts';
import {
  BEFORE_NAMES,
  COUNTS,
  DAY_PARTS,
  DAYS_AWAY,
  DAYS_OF_MONTHS,
  HALF_YEARS,
  MONTHS,
  PAIRS,
  SHORT_WEEKDAYS,
  UNITS,
  WEEKDAYS,
  WHICH,
  type Which,
  WORDS_AS_WELL,
} from './date-words.ts';

export type DateOrder = 'day-first' | 'month-first';

/** The order in which a person writes dates. */
export function orderOf({ date_format }: Pick<Preferences, 'date_format'>): DateOrder {
  return date_format.startsWith('DD') ? 'day-first' : 'month-first';
}

export interface FoundDate {
  /** Local calendar date. */
  date: string;
  /** In words. */
  length: number;
  /** Whether the words are a date only at the start or end of a text: `Friday`, but not in `Black Friday shoes`. */
  isVague?: true;
  /** Whether its number is the amount if there is no other: `1.11`, `May 20`. */
  mayBeAmount?: true;
  /** Whether a number after it, up to 31, may be its day instead: `12 November 2`. */
  isShared?: true;
  /** Whether it may be a part of what follows: `1/2 pizza`. */
  mayBePart?: true;
}

/** How many days ahead a date without a year may be, and one of which only the day is given. */
const AHEAD_MOST = 31;
const DAY_AHEAD_MOST = 7;

/**
 * Reads a date that begins at a word, in English and Hebrew: `yesterday`, `two weeks ago`, `last Monday`, `on the
 * 15th`, `1 November`, `לפני שבוע`, `ביום שני`, `1.11`, `1/11/2026`, `2026-11-01`.
 * @param words in lower case, without direction marks; empty ones are ignored
 * @param today local calendar date
 * @returns null if no date begins there
 */
export function readDate(
  allWords: readonly string[],
  index: number,
  { today, order }: { today: string; order: DateOrder },
): FoundDate | null {
  if (!allWords[index] || BEFORE_NAMES.has(allWords[index - 1] ?? '')) return null;
  const words = allWords.slice(index, index + 6).map((word) => word.replace(/'s$/, ''));
  const on = words[0] === 'on' || words[0] === 'בתאריך' ? 1 : 0;
  const lead = on + (words[on] === 'the' ? 1 : 0);
  const rest = withDigits(words.slice(lead));
  const match =
    readAway(rest, today) ??
    readDistance(rest, today) ??
    readWeekday(rest, today, on > 0) ??
    readNamedMonth(rest, today) ??
    readDay(rest, today, lead > 0) ??
    readNumbers(rest[0], today, order);
  if (!match || lead === 0) return match;
  const length = match.length + lead;
  return on ? { date: match.date, length } : { ...match, length };
}

/** Replaces the name of a day of the month by digits: `first of november`, `בראשון לחודש`. */
function withDigits(words: readonly string[]): readonly string[] {
  const [first = '', second = '', third = ''] = words;
  const day = DAYS_OF_MONTHS.get(first.replace(/^ב(?=..)/, ''));
  const isOfMonth =
    OF_MONTH.some((phrase) => words.slice(1).join(' ').startsWith(phrase)) ||
    (/^[בל]/.test(second) ? isMonth(second) : second === 'of' && isMonth(third));
  return day && isOfMonth ? [`${day}.`, ...words.slice(1)] : words;
}

/** Whether a word may also be an amount: a day and a month with a point between, `1.11`. */
export function isDotted(word: string): boolean {
  return /^\d{1,2}\.\d{1,2}$/.test(word);
}

/** Whether a word looks like a day and a month but is not a date: `31.2`. */
export function isMissingDate(word: string, today: string): boolean {
  const [, day, month] = /^(\d{1,2})\.(\d{1,2})$/.exec(word) ?? [];
  const isWritten = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  return isWritten && dateOf({ day: Number(day), month: Number(month), year: undefined }, today) === null;
}

/**
 * Whether the words at `index` can only be meant as a date, but it does not exist: `31/2`, `31.2.2026`, `30 February`.
 * Numbers too large for a day or month, as in `50/50`, are not meant as one.
 */
export function isImpossibleDate(
  words: readonly string[],
  index: number,
  { today, order }: { today: string; order: DateOrder },
): boolean {
  const word = words[index] ?? '';
  const parts = namedParts(words.slice(index, index + 4));
  if (parts) return parts.day >= 1 && parts.day <= 31 && dateOf(parts, today) === null;
  const [, first, mark, second, year] = NUMBERS.exec(withoutPrefix(word)) ?? [];
  if (!first || (mark !== '/' && !year) || word === ALWAYS) return false;
  const [low, high] = [Number(first), Number(second)].sort((one, other) => one - other) as [number, number];
  return low >= 1 && low <= 12 && high <= 31 && readNumbers(word, today, order) === null;
}

/** Also after a Hebrew prefix letter. */
export function isMonth(word: string): boolean {
  return monthOf(word) !== undefined;
}

const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{2}|\d{4}))?\.?$/;

const YEAR_FIRST = /^(20\d\d)([./-])(\d{1,2})\2(\d{1,2})$/;

/** Means around the clock, not the 24th of July. */
const ALWAYS = '24/7';

// `ב-31/2` means "on 31/2".
const withoutPrefix = (word: string) => word.replace(/^[בה]-?(?=\d)/, '');

function readAway(words: readonly string[], today: string): FoundDate | null {
  for (const length of [3, 2, 1]) {
    const days = DAYS_AWAY.get(words.slice(0, length).join(' '));
    if (days === undefined) continue;
    return { date: plusDays(today, days), length: length + (DAY_PARTS.has(words[length] ?? '') ? 1 : 0) };
  }
  return null;
}

/** `3 days ago`, `in a week`, `לפני חודשיים`, `בעוד 3 ימים`, `last month`, `בשבוע הבא`. */
function readDistance(words: readonly string[], today: string): FoundDate | null {
  const [first = '', second = '', third = ''] = words;
  const direction = { in: 1, לפני: -1, בעוד: 1, עוד: 1 }[first];
  const quantity = direction === undefined ? readCount(words) : readCount(words.slice(1));
  if (quantity && direction !== undefined)
    return moved(today, direction * quantity.count, quantity.unit, quantity.length + 1);
  if (quantity && words[quantity.length] === 'ago')
    return moved(today, -quantity.count, quantity.unit, quantity.length + 1);
  if (quantity && words.slice(quantity.length, quantity.length + 2).join(' ') === 'from now')
    return moved(today, quantity.count, quantity.unit, quantity.length + 2);
  const isHebrew = !WHICH.has(first);
  const unit = UNITS.get(isHebrew ? first.replace(/^[בה](?=..)/, '') : second);
  const which = WHICH.get(isHebrew ? second : first);
  // `next day` is a kind of delivery.
  const isOfDays = unit && 'days' in unit && unit.days === 1;
  return unit && which && which !== 'this' && !isOfDays && third !== 'of'
    ? moved(today, which === 'last' ? -1 : 1, unit, 2)
    : null;
}

function readCount([first = '', second = '', third = '']: readonly string[]) {
  const half = HALF_YEARS.find((words) => `${first} ${second} ${third}`.startsWith(words));
  if (half) return { count: 6, unit: { months: 1 }, length: half.split(' ').length };
  const pair = UNITS.get(PAIRS.get(first) ?? '');
  if (pair) return { count: 2, unit: pair, length: 1 };
  const count = /^\d{1,4}$/.test(first) ? Number(first) : COUNTS.get(first);
  const unit = UNITS.get(second);
  if (count !== undefined && unit) return { count, unit, length: 2 };
  // Hebrew has no indefinite article.
  const alone = /^[א-ת]/.test(first) ? UNITS.get(first) : undefined;
  return alone && { count: 1, unit: alone, length: 1 };
}

function moved(
  today: string,
  count: number,
  unit: { days: number } | { months: number },
  length: number,
): FoundDate | null {
  const date = 'days' in unit ? plusDays(today, count * unit.days) : plusMonths(today, count * unit.months);
  return isDate(date) ? { date, length } : null;
}

/** The latest such weekday up to today; `last` before today, `next` after it, `this` from today on. */
function readWeekday(words: readonly string[], today: string, isOn: boolean): FoundDate | null {
  const [first = '', second = '', third = ''] = words;
  const leading = WHICH.get(first);
  if (leading || isOn || /^[a-z]/.test(first)) {
    const name = leading ? second : first;
    const isShort = leading || isOn || !WORDS_AS_WELL.test(name);
    const day = WEEKDAYS.get(name) ?? (isShort ? SHORT_WEEKDAYS.get(name) : undefined);
    if (day === undefined) return null;
    const date = weekdayNear(day, leading, today);
    return leading ? { date, length: 2 } : { date, length: 1, isVague: true };
  }
  if (/^ב?מוצ"ש$/.test(first) || (/^ב?מוצאי$/.test(first) && second === 'שבת'))
    return { date: weekdayNear(6, undefined, today), length: second === 'שבת' ? 2 : 1, isVague: true };
  const isNamed = /^ב?יום$/.test(first);
  const name = isNamed ? second : first.replace(/^ב/, '');
  const day = WEEKDAYS.get(name) ?? (isNamed ? SHORT_WEEKDAYS.get(name) : undefined);
  const which = WHICH.get(isNamed ? third : second);
  // Without its prefix, `שני` also means "two".
  const isBare = !isNamed && name === first && name !== 'שבת';
  if (day === undefined || (isBare && !which)) return null;
  const length = (isNamed ? 2 : 1) + (which ? 1 : 0);
  const isSure = which || first === 'ביום' || first === 'בשבת';
  return { date: weekdayNear(day, which, today), length, ...(!isSure && { isVague: true }) };
}

function weekdayNear(weekday: number, which: Which | undefined, today: string): string {
  const todayWeekday = new Date(`${today}T12:00Z`).getUTCDay();
  const daysBack = (todayWeekday - weekday + 7) % 7;
  if (which === 'next' || (which === 'this' && daysBack > 0)) return plusDays(today, 7 - daysBack);
  return plusDays(today, which === 'last' && daysBack === 0 ? -7 : -daysBack);
}

/** `1 November`, `November 1`, `1st of November`, `ב-1 בנובמבר 2026`. */
function readNamedMonth(words: readonly string[], today: string): FoundDate | null {
  const parts = namedParts(words);
  const date = parts && dateOf(parts, today);
  if (!date) return null;
  const { length, year, isDayFirst } = parts;
  const mayBeAmount = !isDayFirst && !year && /^\d+$/.test(words[1] ?? '');
  const isShared = /^\d+$/.test(words[0] ?? '') && Number(dayOf(words[length])) <= 31;
  return { date, length, ...(mayBeAmount && { mayBeAmount }), ...(isShared && { isShared }) };
}

/** A day and the name of a month in one word: `15-oct`, `15/oct/26`. */
const JOINED = /^(\d{1,2})[-/.]([a-z]{3,}|[א-ת]{3,})(?:[-/.](?:20)?(\d\d))?$/;

function namedParts(words: readonly string[]): NamedParts | undefined {
  const [, joinedDay, name, short] = JOINED.exec(withoutPrefix(words[0] ?? '')) ?? [];
  if (joinedDay && name) {
    const parts = namedParts([joinedDay, name, short ? `20${short}` : '']);
    return parts && { ...parts, length: 1 };
  }
  const isDayFirst = dayOf(words[0]) !== undefined;
  const of = isDayFirst && words[1] === 'of' ? 1 : 0;
  const day = dayOf(words[isDayFirst ? 0 : 1]);
  const month = monthOf(words[isDayFirst ? 1 + of : 0] ?? '');
  if (day === undefined || month === undefined) return undefined;
  const last = words[2 + of] ?? '';
  const year = /^20\d\d$/.test(last) ? Number(last) : undefined;
  return { day, month, year, isDayFirst, length: (year ? 3 : 2) + of };
}

function dayOf(word = ''): number | undefined {
  const day = /^(?:[בה]-?)?(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(word)?.[1];
  return day === undefined ? undefined : Number(day);
}

/** Also after a Hebrew prefix letter. */
export function monthOf(word: string): number | undefined {
  const name = word.replace(/\.$/, '');
  return MONTHS.get(name) ?? MONTHS.get(name.replace(/^[בל](?=.{3})/, ''));
}

const OF_MONTH = ['לחודש', 'בחודש', 'of the month', 'of this month'];

/** `on the 15th`, `ב-15 לחודש`: this month's, or the latest before if that is more than a few days ahead. */
function readDay(words: readonly string[], today: string, isLed: boolean): FoundDate | null {
  const [first = '', ...after] = words;
  const day = dayOf(first);
  const ofMonth = OF_MONTH.find((phrase) => after.join(' ').startsWith(phrase))?.split(' ').length;
  const isOfMonth = ofMonth !== undefined;
  if (day === undefined || day < 1 || day > 31 || !(isOfMonth || (isLed && /\D$/.test(first)))) return null;
  const latest = plusDays(today, DAY_AHEAD_MOST);
  const dates = [0, -1, -2].map((months) => {
    const month = plusMonths(`${today.slice(0, 7)}-01`, months).slice(0, 7);
    return `${month}-${String(day).padStart(2, '0')}`;
  });
  const date = dates.find((candidate) => isDate(candidate) && candidate <= latest);
  return date === undefined ? null : { date, length: 1 + (ofMonth ?? 0) };
}

function readNumbers(word: string | undefined, today: string, order: DateOrder): FoundDate | null {
  const text = withoutPrefix(word ?? '');
  const sorted = text.replace(YEAR_FIRST, (_all, year, _mark, month, day) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  );
  if (isDate(sorted)) return { date: sorted, length: 1 };
  const [, first, mark, second, year] = NUMBERS.exec(text) ?? [];
  if (!first || !second || (mark === '-' && !year) || text === ALWAYS) return null;
  const numbers = [Number(first), Number(second)] as const;
  const full = year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year);
  // Dates with points always have the day first.
  const isDayFirst = mark === '.' || order === 'day-first';
  const [dayFirst, monthFirst] = [
    { day: numbers[0], month: numbers[1], year: full },
    { day: numbers[1], month: numbers[0], year: full },
  ];
  const date =
    dateOf(isDayFirst ? dayFirst : monthFirst, today) ??
    (mark === '.' ? null : dateOf(isDayFirst ? monthFirst : dayFirst, today));
  const mayBeAmount = mark === '.' && !year;
  return date === null ? null : { date, length: 1, ...(mayBeAmount && { mayBeAmount }) };
}

interface Parts {
  day: number;
  month: number;
  year: number | undefined;
}

interface NamedParts extends Parts {
  isDayFirst: boolean;
  length: number;
}

/** The date if it exists; without a year, the most likely one. */
function dateOf({ day, month, year }: Parts, today: string): string | null {
  const inYear = (fullYear: number) => {
    const text = [
      String(fullYear).padStart(4, '0'),
      ...[month, day].map((part) => String(part).padStart(2, '0')),
    ];
    return isDate(text.join('-')) ? text.join('-') : null;
  };
  if (year !== undefined) return inYear(year);
  const thisYear = Number(today.slice(0, 4));
  const latest = plusDays(today, AHEAD_MOST);
  // The 29th of February exists only every fourth year, sometimes every eighth.
  const years = Array.from({ length: 9 }, (_, back) => inYear(thisYear + 1 - back));
  return years.find((date) => date !== null && date <= latest) ?? null;
}
