import { riskOf } from '../../domain/analytics/forecast.ts';
import type { Overview } from '../../domain/analytics/overview.ts';
import type { Dates } from '../../domain/analytics/periods.ts';
import { TREND_MONTHS } from '../../domain/analytics/trend.ts';
import type { SpendingTrends } from '../../domain/analytics/user-analytics.ts';
import { growthOf } from '../../domain/growth.ts';
import { isolatedAmount } from '../../i18n/isolated.ts';
import { rowsHref } from '../transactions/_list/list-address.ts';
import { changeText, halvesText, savingsText } from './_texts.ts';

/**
 * Whether expenses grow, from month to month and since the period before.
 * @param compared null if a comparison means nothing
 */
export function trendSection(
  { months, direction, slope, volatility, growth, dates }: SpendingTrends,
  compared: Dates | null,
  { t, format, locale }: App.Locals,
) {
  const href = rowsHref(dates);
  const isKnown = months >= TREND_MONTHS;
  const slopeText =
    slope === 0
      ? t('analytics:slopeNone')
      : t(slope > 0 ? 'analytics:slopeMore' : 'analytics:slopeLess', {
          amount: isolatedAmount(format.money(Math.abs(slope))),
        });
  const known = [
    {
      term: t('analytics:direction'),
      text: t(`analytics:trend.${direction}`),
      href,
      note: halvesText({ ...dates, months }, t, locale),
    },
    { term: t('analytics:slope'), text: slopeText, href, note: t('analytics:slopeNote') },
    {
      term: t('analytics:volatility'),
      text: format.percent(volatility),
      href,
      note: t(`analytics:volatilityNote.${riskOf(volatility)}`),
    },
  ];
  const change = compared && {
    term: t('analytics:growth'),
    text: changeText(growth, t, format),
    href: rowsHref(compared),
    note: t('analytics:growthNote'),
  };
  return {
    summary: isKnown
      ? t(`analytics:trendsSummary.${direction}`, { count: months })
      : t('analytics:trendsMissing', { count: 2 - months }),
    figures: [...(isKnown ? known : []), ...(change ? [change] : [])],
  };
}

export function totalFigures(
  { dates, compared, totals, savingsRate, unlike, before: any }: Overview,
  { t, format }: App.Locals,
) {
  const before = unlike ? null : any;
  const ofType = (type: 'income' | 'expense', now: number, past: number | undefined) => ({
    text: format.money(now),
    kind: type,
    href: rowsHref(dates, { type }),
    note: past === undefined ? undefined : changeText(growthOf(now, past), t, format),
    noteHref: compared ? rowsHref(compared, { type }) : undefined,
  });
  return [
    { term: t('common:incomes'), ...ofType('income', totals.income, before?.income) },
    { term: t('common:expenses'), ...ofType('expense', totals.expenses, before?.expenses) },
    {
      term: t('common:net'),
      text: format.money(totals.net),
      href: rowsHref(dates, { type: undefined }),
      note: before ? t('analytics:before', { amount: format.money(before.net) }) : undefined,
      noteHref: compared ? rowsHref(compared, { type: undefined }) : undefined,
    },
    {
      term: t('analytics:savingsRate'),
      text: savingsText(savingsRate, totals.income, t, format),
      href: rowsHref(dates, { type: savingsRate === null ? 'income' : undefined }),
      note: t('analytics:savingsNote'),
    },
  ];
}
