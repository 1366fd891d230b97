import type { AstroGlobal } from 'astro';
import { type Dates, PATTERNS, PERIODS, requestedPeriod } from '../../domain/analytics/periods.ts';
import { type AnalyticsInput, analyticsSchema } from '../../domain/analytics/schema.ts';
import { endOfMonth, isDate, monthOf, startOfMonth, todayOf } from '../../domain/calendar.ts';
import { ofAccounts } from '../../domain/ledger/of-accounts.ts';
import { hrefWith, readQuery } from '../../http/pages/query.ts';
import { monthName, shortMonthName } from '../../i18n/dates.ts';
import type { Format } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Translate } from '../../i18n/translate.ts';
import { accountsIn } from './_links.ts';

export const TABS = ['overview', 'spending', 'cash-flow', 'health'] as const;

export type Tab = (typeof TABS)[number];

/** What the address of a tab chooses; it is the same in all of them. */
export type PeriodChoice = Pick<
  AnalyticsInput,
  'period' | 'from' | 'to' | 'compare' | 'by' | 'recurring' | 'account'
>;

export function readPeriod(page: Pick<AstroGlobal, 'url' | 'locals'>) {
  const { t, signedIn } = page.locals;
  const today = todayOf(signedIn);
  const { input, query, errors } = readQuery(page, analyticsSchema);
  if (input.from && input.to && input.from > input.to) errors.to = t('errors:datesOrder');
  if (input.from && input.from > today) errors.from = t('analytics:fromFuture');
  const { compare, by, recurring } = input;
  const account = accountsIn(page.locals);
  const isWrong = errors.from !== undefined || errors.to !== undefined;
  const { from, to } = isWrong ? shownDates(input.shown) : input;
  const dates = { from, to };
  const period =
    isWrong && query.period
      ? input.period
      : requestedPeriod({ ...input, ...dates, shown: isWrong ? '' : input.shown });
  const choice: PeriodChoice = { ...(period === 'dates' && dates), period, compare, by, recurring, account };
  return { today, choice, query, errors, context: ofAccounts(signedIn, account) };
}

/** What the page showed stays until the dates are right. */
function shownDates(shown: string | undefined): Partial<Dates> {
  const [from = '', to = ''] = (shown ?? '').split('_');
  return isDate(from) && isDate(to) ? { from, to } : {};
}

/** The address of a tab; what is the default is left out. */
export function tabHref(tab: Tab, choice: PeriodChoice, changes: Partial<PeriodChoice> = {}): string {
  const { period, from, to, compare, by, recurring, account } = { ...choice, ...changes };
  const dates = period === 'dates' ? { from, to } : { period: period === PERIODS[0] ? '' : period };
  return hrefWith(
    tab === 'overview' ? '/analytics' : `/analytics/${tab}`,
    {},
    {
      ...dates,
      compare: compare === 'year' ? compare : '',
      by,
      recurring: recurring === PATTERNS[0] ? '' : recurring,
      account,
    },
  );
}

/** "November 2026", "2025", or both ends; the current month and year end today. */
export function periodName(
  { from, to }: Dates,
  today: string,
  { t, format, locale }: { t: Translate; format: Format; locale: Locale },
): string {
  const isWhole = from === startOfMonth(from) && (to === endOfMonth(to) || to === today);
  if (!isWhole)
    return t('common:fromTo', { from: isolated(format.date(from)), to: isolated(format.date(to)) });
  if (monthOf(from) === monthOf(to)) return monthName(monthOf(from), locale);
  const year = from.slice(0, 4);
  if (from === `${year}-01-01` && to.startsWith(year) && (to === today || to.endsWith('-12-31'))) return year;
  return t('common:fromTo', {
    from: shortMonthName(monthOf(from), locale),
    to: shortMonthName(monthOf(to), locale),
  });
}
