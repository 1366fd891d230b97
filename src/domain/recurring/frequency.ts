import type { Locale } from '../../i18n/locales.ts';
import type { Rule } from './calendar/occurrences.ts';

type Frequency = Pick<Rule, 'interval_type' | 'interval' | 'day_of_month' | 'day_of_week' | 'start_date'>;

type FrequencyKey =
  | `recurring:every.${'daily' | 'weekly' | 'monthly' | 'monthlyLate' | 'yearly' | 'leapDay'}`
  | `recurring:nth.${'one' | 'two' | 'few' | 'other'}`;

/** Gives the text of a key, with `{{names}}` filled in; `count` chooses the plural form. */
type Say = (key: FrequencyKey, params: Record<string, string | number>) => string;

/** The last day that every month has, and the one that only leap years have. */
const SHORTEST_MONTH = 28;
const LEAP_DAY = '02-29';

/** How often something recurs, in words: "Every 2 weeks on Friday", "Monthly on the 31st (last day in shorter months)". */
export function frequencyWords(rule: Frequency, say: Say, locale: Locale): string {
  const { interval: count, day_of_month } = rule;
  switch (rule.interval_type) {
    case 'daily':
      return say('recurring:every.daily', { count });
    case 'weekly':
      return say('recurring:every.weekly', { count, day: weekdayName(rule.day_of_week, locale) });
    case 'monthly': {
      const key = day_of_month > SHORTEST_MONTH ? 'recurring:every.monthlyLate' : 'recurring:every.monthly';
      return say(key, { count, day: nth(day_of_month, say, locale) });
    }
    case 'yearly': {
      const day = `${rule.start_date.slice(5, 8)}${String(day_of_month).padStart(2, '0')}`;
      const key = day === LEAP_DAY ? 'recurring:every.leapDay' : 'recurring:every.yearly';
      return say(key, { count, day: dayName(day, locale) });
    }
  }
}

/** The name of a day of the week in full; 0 is Sunday. */
export function weekdayName(weekday: number, locale: Locale): string {
  // 1 January 2023 was a Sunday.
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2023, 0, 1 + weekday),
  );
}

function dayName(monthAndDay: string, locale: Locale): string {
  const words = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return words.format(new Date(`2024-${monthAndDay}T00:00Z`));
}

function nth(day: number, say: Say, locale: Locale): string {
  const form = new Intl.PluralRules(locale, { type: 'ordinal' }).select(day);
  return say(`recurring:nth.${form === 'zero' || form === 'many' ? 'other' : form}`, { day });
}
