import type { HealthResult } from '../../domain/analytics/health.ts';
import type { Dates } from '../../domain/analytics/periods.ts';
import { trendHalves } from '../../domain/analytics/trend.ts';
import { monthOf } from '../../domain/calendar.ts';
import type { Growth } from '../../domain/growth.ts';
import { monthName } from '../../i18n/dates.ts';
import type { Format } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';

export const HEALTH_TONES = {
  excellent: 'income',
  good: 'income',
  fair: 'warning',
  poor: 'expense',
} as const;

/** A savings rate in words, or why there is none. @param income minor units */
export function savingsText(rate: number | null, income: number, t: Translate, format: Format): string {
  if (rate !== null) return format.percent(rate);
  return t(income === 0 ? 'analytics:noIncome' : 'analytics:littleIncome');
}

const isNone = (change: number, format: Format) => format.percent(Math.abs(change)) === format.percent(0);

/** A change in words: "12% more", or why there is none. */
export function changeText({ change, reason }: Growth, t: Translate, format: Format): string {
  if (change === null)
    return t(reason === 'nothing_before' ? 'analytics:nothingBefore' : 'analytics:littleBefore');
  if (isNone(change, format)) return t('analytics:same');
  const percent = format.percent(Math.abs(change));
  return t(change > 0 ? 'analytics:more' : 'analytics:less', { percent });
}

/** Whether a change is welcome: more income, or fewer expenses; neither where its text says that there is none. */
export function toneOf(
  { change }: Growth,
  type: 'income' | 'expense',
  format: Format,
): 'good' | 'bad' | 'neutral' {
  if (change === null || isNone(change, format)) return 'neutral';
  return change > 0 === (type === 'income') ? 'good' : 'bad';
}

export function halvesText(trended: Dates & { months: number }, t: Translate, locale: Locale): string {
  const { earlier, later } = trendHalves(trended, trended.months);
  const named = (dates: Dates) => {
    const [from, to] = [monthName(monthOf(dates.from), locale), monthName(monthOf(dates.to), locale)];
    return from === to ? from : t('common:fromTo', { from, to });
  };
  return t('analytics:directionNote', { later: named(later), earlier: named(earlier) });
}

/** What is missing for a score, in words; empty if nothing is. */
export function missingText(result: HealthResult, t: Translate): string {
  if ('health' in result) return '';
  return 'missing' in result
    ? t(`analytics:healthNeeds.${result.missing}`)
    : t('analytics:healthMissing', { count: result.missingMonths });
}

/** The headings of an amount and of how many transactions it is the sum of. */
export function amountAndCount(t: Translate): string[] {
  return [t('transactions:form.amount'), t('common:transactions')];
}

/** A count as a value of a table: "12", and "12 transactions" where the heading is hidden. */
export function countValue(count: number, t: Translate, format: Format) {
  return { text: format.count(count), unit: t('analytics:counted', { count }) };
}

/** The names of the weekdays in the person's order, 0 being Sunday; the short names are for an axis. */
export function weekdays({ t, locale, viewer }: Pick<App.Locals, 't' | 'locale' | 'viewer'>) {
  const first = viewer?.preferences.week_start === 'monday' ? 1 : 0;
  // The short names in Hebrew have two words, of which the first is the same for most days.
  const short = new Intl.DateTimeFormat(locale, {
    weekday: locale === 'he' ? 'narrow' : 'short',
    timeZone: 'UTC',
  });
  return Array.from({ length: 7 }, (_, index) => (index + first) % 7).map((weekday) => ({
    weekday,
    name: t(`analytics:weekday.${weekday}` as 'analytics:weekday.0'),
    // The fourth of January 2026 was a Sunday.
    short: short.format(Date.UTC(2026, 0, 4 + weekday)),
  }));
}
