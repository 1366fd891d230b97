import { monthsOf } from '../../domain/analytics/parts.ts';
import { endOfMonth } from '../../domain/calendar.ts';
import type { CategoryReport } from '../../domain/categories/analytics/report.ts';
import type { SeasonMonth } from '../../domain/categories/analytics/seasons.ts';
import { MONTHS, MONTHS_MAX } from '../../domain/categories/schema.ts';
import { monthLabels, monthName, shortMonthName } from '../../i18n/dates.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { mostOf } from '../analytics/_figures.ts';
import { amountAndCount, countValue, weekdays as week } from '../analytics/_texts.ts';
import { type ListParams, rowsHref } from '../transactions/_list/list-address.ts';

type Dates = { from: string; to: string };

/** The page of a category, in the same year or as many months up to today; another period is not on it. */
export function categoryPageHref(id: string, { from, to }: Partial<Dates>, today: string): string {
  const path = `/categories/${id}`;
  const [year, earlier] = [0, 1].map((back) => Number(today.slice(0, 4)) - back);
  if (from === `${year}-01-01` && to === today) return `${path}?period=year`;
  if (from === `${earlier}-01-01` && to === `${earlier}-12-31`) return `${path}?period=last-year`;
  const months = from && to === today ? monthsOf({ from, to }).length : MONTHS;
  return months === MONTHS || months > MONTHS_MAX ? path : `${path}?months=${months}`;
}

export function categoryHref(
  { id, type }: CategoryReport['row'],
  dates: Dates,
  filter: ListParams = {},
): string {
  return rowsHref(dates, { type, category: id, ...filter });
}

const joined = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join(' ');

/** By payee, or by description where no payee is named. */
export function payeeSection({ row, now, common }: CategoryReport, locals: App.Locals) {
  const { t, format } = locals;
  const [first] = common.payees;
  const beginsLater = common.from > now.dates.from;
  return {
    id: 'category-common',
    title: t('manager:common'),
    summary: joined([
      first &&
        t('category-analytics:commonSummary', {
          count: first.count,
          name: isolated(first.name),
          shown: format.count(first.count),
          amount: isolatedAmount(format.money(first.amount)),
        }),
      beginsLater && t('category-analytics:commonSince', { date: isolated(format.date(common.from)) }),
    ]),
    caption: t('category-analytics:commonCaption'),
    head: t('transactions:form.payee'),
    heads: amountAndCount(t),
    whole: beginsLater ? 0 : now.amount,
    rows: common.payees.map(({ key, name, amount, count }) => ({
      label: name,
      color: row.color,
      point: `payee:${key}`,
      href: categoryHref(row, common, { payee: key }),
      values: [{ size: amount, text: format.money(amount) }, countValue(count, t, format)],
    })),
  };
}

export function monthSection({ row, months, emptyMonths }: CategoryReport, locals: App.Locals) {
  const { t, format, locale } = locals;
  const highest = mostOf(months, ({ amount }) => amount);
  const empty = new Intl.ListFormat(locale).format(emptyMonths.map((month) => monthName(month, locale)));
  return {
    id: 'category-months',
    title: t('manager:monthly'),
    summary: joined([
      highest &&
        highest.count > 0 &&
        t('category-analytics:highest', {
          month: monthName(highest.month, locale),
          amount: isolatedAmount(format.money(highest.amount)),
        }),
      empty ? t('category-analytics:emptyMonths', { months: empty }) : t('category-analytics:noEmptyMonth'),
    ]),
    caption: t('manager:chart'),
    head: t('common:month'),
    heads: amountAndCount(t),
    sizes: [months.map(({ amount }) => amount)],
    labels: monthLabels(
      months.map(({ month }) => month),
      locale,
    ),
    tones: [row.type],
    color: row.color,
    rows: months.map(({ month, amount, count, ...dates }) => ({
      label: shortMonthName(month, locale),
      point: `month:${month}`,
      href: categoryHref(row, dates),
      values: [{ text: format.money(amount) }, { text: format.count(count) }],
    })),
  };
}

/** The months of the latest two years, for comparison; without rows if there is too little data. */
export function seasonSection({ row, monthsOfYear }: CategoryReport, { t, format, locale }: App.Locals) {
  const months = 'months' in monthsOfYear ? monthsOfYear.months : [];
  const ofYear = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const nameOf = ({ month }: SeasonMonth) => ofYear.format(new Date(`${month}-01T00:00:00Z`));
  const high = months.filter(({ isHigh }) => isHigh).map((entry) => nameOf(entry.months[0]));
  const cellOf = ({ month, amount }: SeasonMonth) => {
    const from = `${month}-01`;
    return { text: format.money(amount), href: categoryHref(row, { from, to: endOfMonth(from) }) };
  };
  return {
    id: 'category-year',
    title: t('category-analytics:year'),
    summary:
      'missingMonths' in monthsOfYear
        ? t('category-analytics:yearMissing', { count: monthsOfYear.missingMonths })
        : high.length > 0
          ? t('category-analytics:yearHigh', { months: new Intl.ListFormat(locale).format(high) })
          : t('category-analytics:yearEven'),
    caption: t('category-analytics:yearCaption'),
    head: t('common:month'),
    heads: [t('category-analytics:latestYear'), t('category-analytics:earlierYear')],
    sizes: [0, 1].map((year) => months.map((entry) => entry.months[year]?.amount ?? 0)),
    tones: ['accent' as const, 'muted' as const],
    rows: months.map((entry) => ({
      label: nameOf(entry.months[0]),
      point: `month-of-year:${entry.months[0].month.slice(5)}`,
      values: entry.months.map(cellOf),
    })),
  };
}

/** By day of the week; without rows if there is too little data. */
export function weekdaySection({ row, weekdays }: CategoryReport, locals: App.Locals) {
  const { t, format, locale } = locals;
  const dates = 'weekdays' in weekdays ? weekdays : { weekdays: [], from: '', to: '' };
  const days = week(locals).flatMap((day) => {
    const figures = dates.weekdays.find(({ weekday }) => weekday === day.weekday);
    return figures ? [{ ...day, ...figures }] : [];
  });
  const high = days.filter(({ isHigh }) => isHigh).map(({ name }) => name);
  return {
    id: 'category-weekdays',
    title: t('analytics:weekdays'),
    summary:
      'missingMonths' in weekdays
        ? t('category-analytics:weekMissing', { count: weekdays.missingMonths })
        : high.length > 0
          ? t('category-analytics:weekHigh', { days: new Intl.ListFormat(locale).format(high) })
          : t('category-analytics:weekEven'),
    caption:
      days.length > 0 ? t('common:fromTo', { from: format.date(dates.from), to: format.date(dates.to) }) : '',
    head: t('analytics:weekday'),
    heads: amountAndCount(t),
    isOfParts: true,
    sizes: [days.map(({ amount }) => amount)],
    tones: [row.type],
    color: row.color,
    labels: days.map(({ short }) => short),
    rows: days.map(({ weekday, name, amount, count }) => ({
      label: name,
      point: `weekday:${weekday}`,
      href: categoryHref(row, dates, { weekday: String(weekday) }),
      values: [{ text: format.money(amount) }, { text: format.count(count) }],
    })),
  };
}
