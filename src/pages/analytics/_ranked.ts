import type { CashFlow } from '../../domain/analytics/cash-flow.ts';
import type { ComparedShare } from '../../domain/analytics/compared-shares.ts';
import type { PeriodSums } from '../../domain/analytics/period-figures.ts';
import type { Dates } from '../../domain/analytics/periods.ts';
import { amountsOf } from '../../domain/analytics/sizes.ts';
import type { Spending } from '../../domain/analytics/spending.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { shareOf } from '../../domain/money.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { NEUTRAL_COLOR } from '../../ui/charts/colors.ts';
import { categoryPageHref } from '../categories/_sections.ts';
import { amountRangeOf, sizeLabel } from '../transactions/_list/size-rows.ts';
import { linksOf } from './_links.ts';
import { amountAndCount, changeText, countValue, toneOf } from './_texts.ts';

const money = ({ format }: App.Locals, minor: number) => isolatedAmount(format.money(minor));

/** The filter of a list that leaves out what recurs, if the patterns do. */
export const patternFilter = (withRecurring: boolean) => (withRecurring ? {} : { recurring: 'false' });

export function categorySection(
  type: 'expense' | 'income',
  shares: readonly ComparedShare[],
  { dates, compared, unlike, totals, today }: PeriodSums,
  locals: App.Locals,
) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const id = type === 'expense' ? 'spending' : 'earned';
  const isComparable = compared !== null && unlike === null;
  const nameOf = ({ name }: ComparedShare) => name ?? t('common:noCategory');
  const [first] = shares;
  const hrefOf = (part: ComparedShare, period: Dates) =>
    rowsHref(period, { type, category: part.category?.id ?? 'none' });
  return {
    id,
    title: t(`analytics:${id}`),
    // For expenses, the donut and its first row say the same.
    summary:
      type === 'income' &&
      first &&
      t(first.category === null ? 'analytics:earnedSummaryNone' : 'analytics:earnedSummary', {
        category: isolated(nameOf(first)),
        amount: money(locals, first.amount),
        percent: isolated(format.share(first.share)),
      }),
    caption: t(`analytics:${id}Caption`),
    head: t('transactions:form.category'),
    heads: [
      t('transactions:form.amount'),
      t('analytics:share'),
      ...(isComparable ? [t('analytics:change')] : []),
    ],
    alone: t('analytics:change'),
    whole: type === 'expense' ? totals.expenses : totals.income,
    rows: shares.map((part) => ({
      label: nameOf(part),
      point: `category:${part.category?.id ?? 'none'}`,
      color: part.category?.color ?? NEUTRAL_COLOR,
      href: hrefOf(part, dates),
      page: part.category ? categoryPageHref(part.category.id, dates, today) : undefined,
      values: [
        { size: part.amount, text: format.money(part.amount), href: hrefOf(part, dates) },
        { text: format.share(part.share) },
        ...(isComparable
          ? [
              {
                text: changeText(part.change, t, format),
                tone: toneOf(part.change, type, format),
                href: hrefOf(part, compared),
                ...(part.before && { small: t('analytics:before', { amount: money(locals, part.before) }) }),
              },
            ]
          : []),
      ],
    })),
  };
}

export function payeeSection({ dates, payees, totals }: Spending, locals: App.Locals) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const [first] = payees;
  return {
    id: 'payees',
    title: t('analytics:payees'),
    summary:
      first &&
      t('analytics:payeesSummary', { payee: isolated(first.name), amount: money(locals, first.amount) }),
    caption: t('analytics:payeesCaption'),
    head: t('transactions:form.payee'),
    heads: amountAndCount(t),
    whole: totals.expenses,
    rows: payees.map(({ key, name, amount, count }) => ({
      label: name,
      point: `payee:${key}`,
      href: rowsHref(dates, { payee: key }),
      values: [{ size: amount, text: format.money(amount) }, countValue(count, t, format)],
    })),
  };
}

export function sizeSection({ dates, patterns }: Spending, locals: App.Locals) {
  const { t, format, currency } = locals;
  const { rowsHref } = linksOf(locals);
  const { sizes, expenses, withRecurring } = patterns;
  const largestSize = sizes.at(-1);
  const from = money(locals, amountsOf('huge', currency).from);
  return {
    id: 'sizes',
    title: t('analytics:sizes'),
    summary:
      largestSize &&
      t(largestSize.count === 0 ? 'analytics:sizesSummaryNone' : 'analytics:sizesSummary', {
        count: largestSize.count,
        from,
        percent: isolated(format.share(shareOf(largestSize.amount, expenses))),
      }),
    caption: t('analytics:sizesCaption'),
    head: t('analytics:size'),
    heads: amountAndCount(t),
    whole: expenses,
    rows: sizes.map(({ size, amount, count }) => ({
      label: sizeLabel(size, currency, t, format),
      point: `size:${size}`,
      href: rowsHref(dates, {
        amountRange: amountRangeOf(size, currency),
        ...patternFilter(withRecurring),
      }),
      values: [{ size: amount, text: format.money(amount) }, countValue(count, t, format)],
    })),
  };
}

export function recurringSection({ dates, totals, recurring, oneTime }: CashFlow, locals: App.Locals) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const share = totals.expenses === 0 ? 0 : recurring.amount / totals.expenses;
  const kinds = [
    { ...recurring, name: t('common:recurring'), value: 'true' },
    { ...oneTime, name: t('analytics:kind.oneTime'), value: 'false' },
  ];
  return {
    id: 'recurring',
    title: t('analytics:recurring'),
    summary:
      recurring.amount === 0
        ? t('analytics:recurringSummaryNone')
        : t('analytics:recurringSummary', { percent: isolated(format.share(share)) }),
    caption: t('analytics:recurringCaption'),
    head: t('common:kind'),
    heads: amountAndCount(t),
    whole: totals.expenses,
    // One part is no comparison.
    rows: (recurring.amount === 0 ? [] : kinds).map(({ name, amount, count, value }) => ({
      label: name,
      point: `recurring:${value}`,
      href: rowsHref(dates, { recurring: value }),
      values: [{ size: amount, text: format.money(amount) }, countValue(count, t, format)],
    })),
  };
}

export function largestSection({ patterns }: Spending, locals: App.Locals, query: string) {
  const { t, format, locale } = locals;
  const { largest, expenses } = patterns;
  const [first] = largest;
  return {
    id: 'largest',
    title: t('analytics:largest'),
    summary:
      first &&
      t('analytics:largestSummary', {
        description: isolated(first.row.description),
        amount: money(locals, first.row.amount),
      }),
    caption: t('analytics:largest'),
    head: t('transactions:form.description'),
    heads: [t('transactions:form.amount'), t('transactions:form.date'), t('transactions:form.category')],
    whole: expenses,
    link: t('transactions:dialog.editAction'),
    rows: largest.map(({ row: { id, description, amount, date }, category }) => ({
      label: description,
      lang: localeOfText(description) === locale ? undefined : localeOfText(description),
      point: `transaction:${id}`,
      color: category?.color ?? NEUTRAL_COLOR,
      href: `/transactions/${id}/edit${query}`,
      isTransaction: true,
      values: [
        { size: amount, text: format.money(amount) },
        { text: format.date(date) },
        {
          text: category ? categoryName(category, locale) : t('common:noCategory'),
          isName: true as const,
        },
      ],
    })),
  };
}
