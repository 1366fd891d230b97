import type { DateOrder, MappingQuestion } from '../bank-file.ts';
import { writtenDate, dateOf as writtenDayOf } from '../tables/dates.ts';
import { dayOf, fullYear } from './statement.ts';

/** Rows that are shown where the order is asked for. */
export const SAMPLE = 8;

/** Letters of a date; more of them would take long to compare. */
const LONGEST = 30;

const DATE = /^(\d{1,4}) *([-/.' ]) *(\d{1,2}) *[-/.' ] *(\d{1,4})$/;

/** @returns YYYY-MM-DD; null where there is no such day in this order */
export function dateOf(text: string, order: DateOrder): string | null {
  if (text.length > LONGEST) return null;
  const [, a = '', , b = '', c = ''] = DATE.exec(text.trim()) ?? [];
  if (!a) {
    // With a time, or with its month in words.
    const written = writtenDate(text.trim());
    return written && writtenDayOf(written, order);
  }
  if (a.length === 4) return dayOf(Number(a), Number(b), Number(c));
  if (order === 'ymd' || c.length === 3) return null;
  // The apostrophe stands before years after 1999.
  const year = text.includes("'") && Number(c) < 100 ? 2000 + Number(c) : fullYear(Number(c));
  return order === 'dmy' ? dayOf(year, Number(b), Number(a)) : dayOf(year, Number(a), Number(b));
}

/** The orders in which the dates can be read, where it matters. */
export function ordersOf(dates: readonly string[]): DateOrder[] {
  const fits = (order: DateOrder) => dates.filter((date) => dateOf(date, order)).length;
  const [dmy, mdy] = [fits('dmy'), fits('mdy')];
  if (dmy !== mdy) return [dmy > mdy ? 'dmy' : 'mdy'];
  // Points stand between day and month in that order only.
  if (dates.every((date) => date.includes('.'))) return ['dmy'];
  const isSame = dates.every((date) => dateOf(date, 'dmy') === dateOf(date, 'mdy'));
  return isSame ? ['dmy'] : ['mdy', 'dmy'];
}

/** Rows stand in the order of time in most files, and within few months. */
export function guessOf(dates: readonly string[]): DateOrder {
  const [dmy, mdy] = (['dmy', 'mdy'] as const).map((order) => {
    const days = dates.flatMap((date) => dateOf(date, order) ?? []);
    const ups = days.filter((day, index) => index > 0 && day >= (days[index - 1] ?? '')).length;
    const sorted = days.toSorted();
    return {
      steps: Math.max(ups, days.length - ups),
      span: Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? ''),
    };
  }) as [{ steps: number; span: number }, { steps: number; span: number }];
  if (dmy.steps !== mdy.steps) return dmy.steps > mdy.steps ? 'dmy' : 'mdy';
  if (dmy.span !== mdy.span) return dmy.span < mdy.span ? 'dmy' : 'mdy';
  return dates.some((date) => date.includes("'")) ? 'mdy' : 'dmy';
}

/** Asks for the order of dates, or says how it was answered. */
export function dateQuestion(
  shown: Pick<MappingQuestion, 'header' | 'sample' | 'shape'>,
  read: { dateOrder: DateOrder; decimalMark: '.' | ','; isAnswered: boolean },
): MappingQuestion {
  const { dateOrder, decimalMark, isAnswered } = read;
  return {
    ...shown,
    mapping: { columns: {}, dateOrder, decimalMark, sign: null },
    ambiguous: isAnswered ? [] : ['date_order'],
  };
}
