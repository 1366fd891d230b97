import { isDate, plusDays } from '../../calendar.ts';

/** The order of day and month in a person's numeric dates. */
export type DateOrder = 'day-first' | 'month-first';

/** A date found at the beginning of some words. */
export interface FoundDate {
  /** Local calendar date. */
  date: string;
  /** How many words it takes. */
  length: number;
  /** Whether the words mean a date only where they begin or end a text: `Friday`, but not in `Black Friday shoes`. */
  isVague?: true;
}

const DAYS_AWAY = new Map([
  ['today', 0],
  ['yesterday', -1],
  ['tomorrow', 1],
  ['היום', 0],
  ['אתמול', -1],
  ['שלשום', -2],
  ['מחר', 1],
  ['מחרתיים', 2],
]);

const UNITS = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
  ['יום', 1],
  ['ימים', 1],
  ['שבוע', 7],
  ['שבועות', 7],
]);

/** What `לפני` takes as one word. */
const PAIRS = new Map([
  ['יומיים', 2],
  ['שבועיים', 14],
  ['יום', 1],
  ['שבוע', 7],
]);

/** By number of the day of the week, Sunday first. */
const WEEKDAYS = new Map([
  ['sunday', 0],
  ['monday', 1],
  ['tuesday', 2],
  ['wednesday', 3],
  ['thursday', 4],
  ['friday', 5],
  ['saturday', 6],
]);

const HEBREW_WEEKDAYS = new Map([
  ['ראשון', 0],
  ['שני', 1],
  ['שלישי', 2],
  ['רביעי', 3],
  ['חמישי', 4],
  ['שישי', 5],
  ['שבת', 6],
]);

const HEBREW_WHICH = new Map<string, 'last' | 'next'>([
  ['שעבר', 'last'],
  ['שעברה', 'last'],
  ['הבא', 'next'],
  ['הבאה', 'next'],
]);

const MONTHS = [
  ['january', 'jan', 'ינואר'],
  ['february', 'feb', 'פברואר'],
  ['march', 'mar', 'מרץ', 'מרס'],
  ['april', 'apr', 'אפריל'],
  ['may', 'מאי'],
  ['june', 'jun', 'יוני'],
  ['july', 'jul', 'יולי'],
  ['august', 'aug', 'אוגוסט'],
  ['september', 'sep', 'sept', 'ספטמבר'],
  ['october', 'oct', 'אוקטובר'],
  ['november', 'nov', 'נובמבר'],
  ['december', 'dec', 'דצמבר'],
];

/** A date without a year is at most so many days ahead, otherwise the latest one before. */
const AHEAD_MOST = 31;

/**
 * Reads a date at the beginning of some words, in English and Hebrew: `yesterday`, `3 days ago`, `last Monday`,
 * `1 November`, `לפני שבוע`, `ביום שני`, `1.11`, `1/11/2026`, `2026-11-01`.
 * @param words in lower case, without direction marks
 * @param today local calendar date
 * @returns null where the words do not begin with a date
 */
export function readDate(words: readonly string[], today: string, order: DateOrder): FoundDate | null {
  const [first = '', ...rest] = words;
  if (first === 'on') {
    const found =
      readWeekday(rest, today) ?? readNamedMonth(rest, today) ?? readNumbers(rest[0], today, order);
    return found && { date: found.date, length: found.length + 1 };
  }
  return (
    readAway(words, today) ??
    readAgo(words, today) ??
    readWeekday(words, today) ??
    readNamedMonth(words, today) ??
    readNumbers(first, today, order)
  );
}

/** Whether a word may also be an amount: a day and a month with a point between, `1.11`. */
export function isDotted(word: string): boolean {
  return /^\d{1,2}\.\d{1,2}$/.test(word);
}

/** Whether a word is written like a day and a month of which there is no date: `31.2`. */
export function isMissingDate(word: string, today: string): boolean {
  const [, day, month] = /^(\d{1,2})\.(\d{1,2})$/.exec(word) ?? [];
  const isWritten = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  return isWritten && dateOf({ day: Number(day), month: Number(month), year: undefined }, today) === null;
}

/**
 * Whether a word can only be meant as a date and there is no such one: `31/2`, `31.2.2026`. Numbers that no day or no
 * month has, as in `50/50`, are not meant as one.
 */
export function isImpossibleDate(word: string, today: string, order: DateOrder): boolean {
  const [, first, mark, second, year] = NUMBERS.exec(withoutPrefix(word)) ?? [];
  if (!first || (mark !== '/' && !year)) return false;
  const [low, high] = [Number(first), Number(second)].sort((one, other) => one - other) as [number, number];
  return low >= 1 && low <= 12 && high <= 31 && readNumbers(word, today, order) === null;
}

const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/;

// `ב-31/2` is on that day.
const withoutPrefix = (word: string) => word.replace(/^ב-?(?=\d)/, '');

function readAway([first = '', second, third]: readonly string[], today: string): FoundDate | null {
  if (`${first} ${second} ${third}` === 'day before yesterday')
    return { date: plusDays(today, -2), length: 3 };
  if (`${first} ${second} ${third}` === 'day after tomorrow') return { date: plusDays(today, 2), length: 3 };
  const days = DAYS_AWAY.get(first);
  return days === undefined ? null : { date: plusDays(today, days), length: 1 };
}

function readAgo([first = '', second = '', third = '']: readonly string[], today: string): FoundDate | null {
  if (first === 'לפני') {
    const pair = PAIRS.get(second);
    if (pair) return { date: plusDays(today, -pair), length: 2 };
    const days = daysOf(second, third);
    return days === null ? null : { date: plusDays(today, -days), length: 3 };
  }
  const days = third === 'ago' ? daysOf(first, second) : null;
  return days === null ? null : { date: plusDays(today, -days), length: 3 };
}

function daysOf(count: string, unit: string): number | null {
  const days = UNITS.get(unit);
  if (days === undefined || !/^(\d{1,3}|an?|one)$/.test(count)) return null;
  return (/\d/.test(count) ? Number(count) : 1) * days;
}

/** The latest such day up to today; `last` before today, `next` after it. */
function readWeekday(words: readonly string[], today: string): FoundDate | null {
  const [first = '', second = '', third = ''] = words;
  const which = first === 'last' || first === 'next' ? first : undefined;
  const weekday = WEEKDAYS.get(which ? second : first);
  if (weekday !== undefined) {
    const date = weekdayNear(weekday, which, today);
    return which ? { date, length: 2 } : { date, length: 1, isVague: true };
  }
  const day = /^ב?(?:יום|שבת$)/.test(first) ? hebrewWeekday(first, second) : undefined;
  if (!day) return null;
  const after = day.length === 2 ? third : second;
  const hebrewWhich = HEBREW_WHICH.get(after);
  const date = weekdayNear(day.number, hebrewWhich, today);
  const length = day.length + (hebrewWhich ? 1 : 0);
  return hebrewWhich || first.startsWith('ב') ? { date, length } : { date, length, isVague: true };
}

function hebrewWeekday(first: string, second: string): { number: number; length: number } | undefined {
  if (/^ב?שבת$/.test(first)) return { number: 6, length: 1 };
  const number = /^ב?יום$/.test(first) ? HEBREW_WEEKDAYS.get(second) : undefined;
  return number === undefined ? undefined : { number, length: 2 };
}

function weekdayNear(weekday: number, which: 'last' | 'next' | undefined, today: string): string {
  const now = new Date(`${today}T12:00Z`).getUTCDay();
  const back = (now - weekday + 7) % 7;
  if (which === 'next') return plusDays(today, 7 - back);
  return plusDays(today, which === 'last' && back === 0 ? -7 : -back);
}

/** `1 November`, `November 1`, `1 בנובמבר 2026`. */
function readNamedMonth(words: readonly string[], today: string): FoundDate | null {
  const [first = '', second = '', third = ''] = words;
  const isDayFirst = /^\d/.test(first);
  const day = /^(\d{1,2})(?:st|nd|rd|th)?,?$/.exec(isDayFirst ? first : second)?.[1];
  const name = (isDayFirst ? second : first).replace(/^ב(?=.{3})/, '');
  const month = MONTHS.findIndex((names) => names.includes(name.replace(/[.,]$/, ''))) + 1;
  if (!day || month === 0) return null;
  const year = /^20\d\d$/.test(third) ? Number(third) : undefined;
  const date = dateOf({ day: Number(day), month, year }, today);
  return date === null ? null : { date, length: year ? 3 : 2 };
}

function readNumbers(word: string | undefined, today: string, order: DateOrder): FoundDate | null {
  const text = withoutPrefix(word ?? '');
  if (isDate(text)) return { date: text, length: 1 };
  const [, first, mark, second, year] = NUMBERS.exec(text) ?? [];
  if (!first || !second || (mark === '-' && !year)) return null;
  const numbers = [Number(first), Number(second)] as const;
  const full = year === undefined ? undefined : Number(year.length === 2 ? `20${year}` : year);
  // Nobody writes the month first before a point.
  const isDayFirst = mark === '.' || order === 'day-first';
  const [dayFirst, monthFirst] = [
    { day: numbers[0], month: numbers[1], year: full },
    { day: numbers[1], month: numbers[0], year: full },
  ];
  const date =
    dateOf(isDayFirst ? dayFirst : monthFirst, today) ??
    (mark === '.' ? null : dateOf(isDayFirst ? monthFirst : dayFirst, today));
  return date === null ? null : { date, length: 1 };
}

interface Parts {
  day: number;
  month: number;
  year: number | undefined;
}

/** The date of the numbers if it exists; without a year the one that was most likely meant. */
function dateOf({ day, month, year }: Parts, today: string): string | null {
  const inYear = (number: number) => {
    const text = [
      String(number).padStart(4, '0'),
      ...[month, day].map((part) => String(part).padStart(2, '0')),
    ];
    return isDate(text.join('-')) ? text.join('-') : null;
  };
  if (year !== undefined) return inYear(year);
  const now = Number(today.slice(0, 4));
  const latest = plusDays(today, AHEAD_MOST);
  // The 29th of February exists only every fourth year, or eighth.
  const years = Array.from({ length: 9 }, (_, back) => inYear(now + 1 - back));
  return years.find((date) => date !== null && date <= latest) ?? null;
}
