import type { Currency } from '../../../i18n/currencies.ts';
import type { Format } from '../../../i18n/format.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { roundedTo } from '../../money.ts';
import type { RecurrenceRule } from './occurrence-dates.ts';

type Frequency = Pick<
  RecurrenceRule,
  'interval_type' | 'interval' | 'day_of_month' | 'day_of_week' | 'start_date'
>;

type FrequencyKey =
  | `recurring:every.${'daily' | 'weekly' | 'monthly' | 'monthlyLate' | 'monthlyLast' | 'yearly' | 'leapDay'}`
  | `recurring:nth.${'one' | 'two' | 'few' | 'other'}`;

type EndKey = 'recurring:manager.endAfter' | 'recurring:wizard.end.never';

type TranslateKey<Key> = (key: Key, params?: Record<string, string | number>) => string;

const SHORTEST_MONTH = 28;
const LONGEST_MONTH = 31;

const LEAP_DAY = '02-29';

/** "Every 2 weeks on Friday", "Every month on the 30th (last day in shorter months)". */
export function frequencyWords(rule: Frequency, t: TranslateKey<FrequencyKey>, locale: Locale): string {
  const { interval: count, day_of_month } = rule;
  switch (rule.interval_type) {
    case 'daily':
      return t('recurring:every.daily', { count });
    case 'weekly':
      return t('recurring:every.weekly', { count, day: weekdayName(rule.day_of_week, locale) });
    case 'monthly': {
      const late =
        day_of_month === LONGEST_MONTH ? 'recurring:every.monthlyLast' : 'recurring:every.monthlyLate';
      return t(day_of_month > SHORTEST_MONTH ? late : 'recurring:every.monthly', {
        count,
        day: nth(day_of_month, t, locale),
      });
    }
    case 'yearly': {
      const day = `${rule.start_date.slice(5, 8)}${String(day_of_month).padStart(2, '0')}`;
      const key = day === LEAP_DAY ? 'recurring:every.leapDay' : 'recurring:every.yearly';
      return t(key, { count, day: dayName(day, locale) });
    }
  }
}

export function endWords(
  { end_type, end_date, max_occurrences }: Pick<RecurrenceRule, 'end_type' | 'end_date' | 'max_occurrences'>,
  t: TranslateKey<EndKey>,
  format: Pick<Format, 'date' | 'count'>,
): string {
  if (end_type === 'date' && end_date !== null) return format.date(end_date);
  if (end_type === 'occurrences' && max_occurrences !== null)
    return t('recurring:manager.endAfter', {
      count: max_occurrences,
      shown: format.count(max_occurrences),
    });
  return t('recurring:wizard.end.never');
}

export function weekdayName(weekday: number, locale: Locale): string {
  // 1 January 2023 was a Sunday.
  return weekdayOn(`2023-01-0${1 + weekday}`, locale);
}

/** `2026-03-31` → "Tuesday". */
export function weekdayOn(date: string, locale: Locale, width: 'long' | 'short' = 'long'): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' });
  return format.format(new Date(`${date}T00:00Z`));
}

function dayName(monthAndDay: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return format.format(new Date(`2024-${monthAndDay}T00:00Z`));
}

function nth(day: number, t: TranslateKey<FrequencyKey>, locale: Locale): string {
  const form = new Intl.PluralRules(locale, { type: 'ordinal' }).select(day);
  return t(`recurring:nth.${form === 'zero' || form === 'many' ? 'other' : form}`, { day });
}

/** In days, for estimates only. */
const DAYS = { daily: 1, weekly: 7, monthly: 30, yearly: 365 } as const;

/** An amount per month of thirty days, in minor units, rounded to the decimals of the currency. */
export function monthlyEquivalent(
  amount: number,
  rule: Pick<RecurrenceRule, 'interval_type' | 'interval'>,
  currency: Currency,
): number {
  return roundedTo(currency, (amount * DAYS.monthly) / (DAYS[rule.interval_type] * rule.interval));
}
