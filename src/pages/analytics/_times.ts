import type { Slot } from '../../domain/analytics/period-figures.ts';
import type { Spending } from '../../domain/analytics/spending.ts';
import { monthName } from '../../i18n/dates.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { amountRangeOf, sizeLabel } from '../transactions/_list/size-rows.ts';
import { allMostOf, isShared, mostOf } from './_figures.ts';
import { linksOf } from './_links.ts';
import { patternFilter } from './_ranked.ts';
import { amountAndCount, weekdays } from './_texts.ts';

const spent = ({ expenses }: { expenses: number }) => expenses;
const hourName = ({ format }: App.Locals, hour: number) => format.time(`${String(hour).padStart(2, '0')}:00`);

/** How many expenses there must be before their weekdays, days or hours say anything of habits. */
const NEEDED = 20;

const countOf = (parts: readonly { count: number }[]) => parts.reduce((sum, { count }) => sum + count, 0);

/** What is said instead of a habit while there are too few expenses; undefined once there are enough. */
function tooFew({ sizes }: Spending['patterns'], { t, format }: App.Locals): string | undefined {
  const count = countOf(sizes);
  if (count >= NEEDED) return undefined;
  return t('analytics:patternsFew', { count, shown: format.count(count), needed: format.count(NEEDED) });
}

/** The hours, where enough is known of them: files of banks have none, and a few entries by hand say little. */
function knownHours({ hours, expenses }: Spending['patterns']): readonly Slot[] {
  const timed = hours.reduce((sum, slot) => sum + spent(slot), 0);
  return countOf(hours) >= NEEDED && timed > 0 && timed * 2 >= expenses ? hours : [];
}

export function hourSection(spending: Spending, locals: App.Locals) {
  const hours = knownHours(spending.patterns);
  if (hours.length === 0) return undefined;
  const nameOf = (hour: number) => hourName(locals, hour);
  return slotSection({ id: 'hours', filter: 'hour', part: 'hour', slots: hours, nameOf }, spending, locals);
}

export function weekdaySection(spending: Spending, locals: App.Locals) {
  const { weekdays: slots } = spending.patterns;
  const week = weekdays(locals);
  const ordered = week.flatMap(({ weekday }) => slots.filter(({ slot }) => slot === weekday));
  const nameOf = (slot: number) => week.find(({ weekday }) => weekday === slot)?.name ?? '';
  const labels = week.map(({ short }) => short);
  const named = { id: 'weekdays', filter: 'weekday', part: 'weekday', slots: ordered, nameOf } as const;
  return { ...slotSection(named, spending, locals), labels };
}

export function monthDaySection(spending: Spending, locals: App.Locals) {
  const { days } = spending.patterns;
  const named = { id: 'days', filter: 'monthDay', part: 'day', slots: days, nameOf: String } as const;
  return slotSection(named, spending, locals);
}

function slotSection(
  {
    id,
    filter,
    part,
    slots,
    nameOf,
  }: {
    id: 'hours' | 'weekdays' | 'days';
    filter: 'hour' | 'weekday' | 'monthDay';
    part: 'hour' | 'weekday' | 'day';
    slots: readonly Slot[];
    nameOf: (slot: number) => string;
  },
  { dates, patterns }: Spending,
  locals: App.Locals,
) {
  const { t, format } = locals;
  const { rowsHref } = linksOf(locals);
  const dearest = mostOf(slots, spent);
  const amount = isolatedAmount(format.money(dearest?.expenses ?? 0));
  return {
    id,
    title: t(`analytics:${id}`),
    summary:
      dearest &&
      (tooFew(patterns, locals) ??
        (isShared(slots, spent)
          ? t('analytics:evenSummary', { amount })
          : t(`analytics:${id}Summary`, {
              [part]: part === 'hour' ? isolated(nameOf(dearest.slot)) : nameOf(dearest.slot),
              amount,
            }))),
    caption: t(`analytics:${id}Caption`),
    head: t(`analytics:${part}`),
    heads: amountAndCount(t),
    isOfParts: true,
    sizes: [slots.map(spent)],
    rows: slots.map(({ slot, expenses, count }) => ({
      label: nameOf(slot),
      point: `${filter}:${slot}`,
      href: rowsHref(dates, { [filter]: String(slot), ...patternFilter(patterns.withRecurring) }),
      values: [{ text: format.money(expenses) }, { text: format.count(count) }],
    })),
  };
}

export function patternSection({ dates, patterns }: Spending, locals: App.Locals) {
  const { t, format, locale, currency } = locals;
  const { rowsHref } = linksOf(locals);
  const { expenses: whole, withRecurring } = patterns;
  const known = knownHours(patterns);
  const timed = known.reduce((sum, { expenses }) => sum + expenses, 0);
  const hours = allMostOf(known, spent);
  const few = tooFew(patterns, locals);
  const days = few === undefined ? allMostOf(patterns.weekdays, spent) : [];
  // The only month would be the most expensive one.
  const months = patterns.months.length > 1 ? allMostOf(patterns.months, spent) : [];
  const sizes = allMostOf(patterns.sizes, ({ count }) => count);
  const [[hour], [day]] = [hours, days];
  if (whole <= 0) return undefined;
  const filter = patternFilter(withRecurring);
  const count = countOf(patterns.sizes);
  const dayName = ({ slot }: Slot) => t(`analytics:weekday.${slot}` as 'analytics:weekday.0');
  const share = ({ expenses }: { expenses: number }, of = whole) =>
    t('analytics:shareNote', {
      amount: isolatedAmount(format.money(expenses)),
      percent: isolated(format.share(expenses / of)),
    });
  const equal = t('analytics:peakEqual');
  const figures = [
    ...peak(days, equal, (part) => ({
      term: t('analytics:peakDay'),
      text: dayName(part),
      href: rowsHref(dates, { weekday: String(part.slot), ...filter }),
      note: share(part),
    })),
    ...peak(hours, equal, (part) => ({
      term: t('analytics:peakHour'),
      text: hourName(locals, part.slot),
      href: rowsHref(dates, { hour: String(part.slot), ...filter }),
      note: share(part, timed),
    })),
    ...peak(months, equal, (part) => ({
      term: t('analytics:peakMonth'),
      text: monthName(part.month, locale),
      href: rowsHref(part, filter),
      note: share(part),
    })),
    ...peak(sizes, equal, (part) => ({
      term: t('analytics:commonSize'),
      text: sizeLabel(part.size, currency, t, format),
      href: rowsHref(dates, { amountRange: amountRangeOf(part.size, currency), ...filter }),
      note: t('analytics:sizeNote', {
        count,
        size: format.count(part.count),
        shown: format.count(count),
      }),
    })),
  ];
  const isEven = [hours, days, months].some(({ length }) => length > 1);
  if (!day) return { summary: few, figures };
  const summary = isEven
    ? t('analytics:patternsEven')
    : hour
      ? t(withRecurring ? 'analytics:patternsSummary' : 'analytics:patternsSummaryWithout', {
          weekday: dayName(day),
          hour: isolated(hourName(locals, hour.slot)),
          end: isolated(hourName(locals, (hour.slot + 1) % 24)),
        })
      : t(withRecurring ? 'analytics:patternsDay' : 'analytics:patternsDayWithout', {
          weekday: dayName(day),
        });
  return { summary, figures };
}

/** A peak with all its equals: naming only one of them would be wrong. */
function peak<Item>(
  [first, ...equal]: readonly Item[],
  lead: string,
  figureOf: (item: Item) => { term: string; text: string; href: string; note: string },
) {
  if (first === undefined) return [];
  const others = equal.length === 0 ? undefined : { lead, links: equal.map(figureOf) };
  return [{ ...figureOf(first), others }];
}
