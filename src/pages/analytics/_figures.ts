import type { CashFlow } from '../../domain/analytics/cash-flow.ts';
import { riskOf } from '../../domain/analytics/forecast.ts';
import type { PeriodSums } from '../../domain/analytics/period-figures.ts';
import type { Dates } from '../../domain/analytics/periods.ts';
import type { SpendingTrends } from '../../domain/analytics/spending-trends.ts';
import { TREND_MONTHS } from '../../domain/analytics/trend.ts';
import { growthOf } from '../../domain/growth.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { linksOf } from './_links.ts';
import { periodName } from './_period.ts';
import { changeText, halvesText, savingsText } from './_texts.ts';

/**
 * Whether expenses grow, from month to month and since the period before.
 * @param compared null if a comparison means nothing
 */
export function trendSection(
  { months, direction, slope, volatility, growth, dates }: SpendingTrends,
  compared: Dates | null,
  locals: App.Locals,
) {
  const { t, format, locale } = locals;
  const { rowsHref } = linksOf(locals);
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

export function totalFigures(sums: PeriodSums, locals: App.Locals) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const { totals, savingsRate } = sums;
  return [
    { term: t('common:incomes'), ...figureOf('income', sums, locals) },
    spentFigure(sums, locals),
    { term: t('common:net'), ...figureOf('net', sums, locals) },
    {
      term: t('analytics:savingsRate'),
      text: savingsText(savingsRate, totals.income, t, format),
      href: rowsHref(sums.dates, { type: savingsRate === null ? 'income' : undefined }),
    },
  ];
}

export function spentFigures(sums: PeriodSums, locals: App.Locals) {
  return [spentFigure(sums, locals)];
}

export function flowFigures(sums: CashFlow, locals: App.Locals) {
  const { t, format } = locals;
  const { listHref } = linksOf(locals);
  const { dates, parts } = sums;
  const [first] = parts;
  const last = parts.at(-1);
  const sumOf = (of: (part: CashFlow['parts'][number]) => number) =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const transfers = sumOf((part) => part.transfers);
  const begun = first && last ? last.balance - first.before - sums.totals.net - transfers : 0;
  const hasBills = begun !== sumOf(({ opening }) => opening);
  // With net, they are what the balance changes by.
  const besides = [
    { term: t(hasBills ? 'list:openings' : 'categories:default.opening_balance'), amount: begun },
    { term: t('transactions:transfer.several'), amount: transfers },
  ];
  return [
    { term: t('common:net'), ...figureOf('net', sums, locals) },
    ...besides.flatMap(({ term, amount }) => (amount === 0 ? [] : { term, text: format.money(amount) })),
    ...(last
      ? [
          {
            term: t(dates.to === sums.today ? 'common:balance' : 'analytics:balanceThen'),
            text: format.money(last.balance),
            href: listHref({ dateTo: dates.to }),
          },
        ]
      : []),
  ];
}

const spentFigure = (sums: PeriodSums, locals: App.Locals) => ({
  term: locals.t('common:expenses'),
  ...figureOf('expense', sums, locals),
});

/** A sum of the period with its change since the compared one, both with where they come from. */
function figureOf(
  kind: 'income' | 'expense' | 'net',
  { dates, compared, totals, unlike, today, before: comparedSums }: PeriodSums,
  locals: App.Locals,
) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const before = unlike ? null : comparedSums;
  const type = kind === 'net' ? undefined : kind;
  const sumOf = ({ income, expenses, net }: PeriodSums['totals']) =>
    kind === 'income' ? income : kind === 'expense' ? expenses : net;
  const now = sumOf(totals);
  const earlier =
    before &&
    compared &&
    t('analytics:beforeIn', {
      period: isolated(periodName(compared, today, locals)),
      amount: isolatedAmount(format.money(sumOf(before))),
    });
  return {
    text: format.money(now),
    ...(kind !== 'net' && { kind }),
    href: rowsHref(dates, { type }),
    note: before
      ? [kind !== 'net' && changeText(growthOf(now, sumOf(before)), t, format), earlier]
          .filter(Boolean)
          .join(' · ')
      : undefined,
    noteHref: compared ? rowsHref(compared, { type }) : undefined,
  };
}

export function mostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  let largest: Item | undefined;
  for (const item of items) if (largest === undefined || sizeOf(item) > sizeOf(largest)) largest = item;
  return largest;
}

export function allMostOf<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[] {
  const largest = Math.max(...items.map(sizeOf));
  return items.filter((item) => sizeOf(item) === largest);
}

/** Whether several items share the largest value, so that none of them stands out. */
export function isShared<Item>(items: readonly Item[], sizeOf: (item: Item) => number): boolean {
  return allMostOf(items, sizeOf).length > 1;
}
