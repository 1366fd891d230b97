import type { Preferences } from '../../../i18n/preferences.ts';
import { folded } from '../../folded-text.ts';
import { orderOf, readDate } from './read-date.ts';
import { readTime } from './time-words.ts';

export interface DateWriter extends Pick<Preferences, 'date_format'> {
  /** Local calendar date. */
  today: string;
}

/**
 * Reads a date field, which takes what a line of quick entry takes: `27/11/2026`, `yesterday`, `ב-15 לחודש`.
 * @returns a local calendar date, or the text as it is if it is none
 */
export function readDateField(text: string, { today, date_format }: DateWriter): string {
  const typed = folded(text).trim();
  // Those who write the year first do so in two digits, too.
  const full = date_format[0] === 'Y' ? typed.replace(/^\d\d([-/])\d\d?\1\d\d?$/, '20$&') : typed;
  const words = full.split(/\s+/);
  const read = readDate(words, 0, { today, order: orderOf({ date_format }) });
  return read && read.length >= words.length ? read.date : text;
}

/**
 * Reads a time field, which takes what a line of quick entry takes, and a number alone: `21:30`, `2130`, `9:30 pm`, `9`.
 * @returns HH:MM, or the text as it is if it is no time
 */
export function readTimeField(text: string): string {
  const typed = folded(text)
    .replace(/^(\d{1,2})[.:]?(\d\d)(?!\d)/, '$1:$2')
    .replace(/^(?=\d)/, 'at ');
  const words = typed.split(/\s+/);
  const read = readTime(words, 0);
  return read && read.length >= words.length ? read.time : text;
}
