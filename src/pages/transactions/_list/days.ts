import { balanceOf, totalOf } from '../../../domain/ledger/figures.ts';
import type { DatedPage } from '../../../domain/transactions/list/by-day.ts';
import type { Entry } from '../../../domain/transactions/present.ts';
import { dayWords } from '../../../i18n/day-words.ts';
import { SIGNS } from '../../../i18n/format.ts';
import { html, type Markup } from '../../../markup.ts';
import { nearDay } from './near-day.ts';
import { icon } from './row.ts';

/** What a list sorted by date shows between its rows. */
export interface Days extends Pick<DatedPage, 'days' | 'ahead'> {
  /** A local calendar date. */
  today: string;
  /** Whether upcoming rows are a separate group, and whether it is folded at first. */
  later?: 'folded' | 'open' | undefined;
  /** Whether the chosen dates extend beyond this month. */
  isBeyondMonth?: boolean;
}

type Locals = Pick<App.Locals, 't' | 'format' | 'locale' | 'viewer'>;

interface Parts {
  days: Days | undefined;
  columns: number;
  /** The number of columns before the amount. */
  beforeAmount: number;
  drawRow: (entry: Entry) => Markup;
}

/** Draws the rows of a table, grouped by day if it is sorted by date; as a string, like the rows. */
export function bodiesOf(entries: Entry[], parts: Parts, locals: Locals): string {
  const { days, drawRow } = parts;
  if (!days) return String(html`<tbody role="rowgroup">${entries.map(drawRow)}</tbody>`);
  const isLater = (date: string) => days.later !== undefined && date > days.today;
  const firstAhead = entries.find(({ row }) => isLater(row.date))?.row.date;
  const bodies = [...Map.groupBy(entries, ({ row }) => row.date)].map(
    ([date, rows]) =>
      html`${date === firstAhead && laterBody(days, parts, locals)}<tbody role="rowgroup"${isLater(date) && html` class="ahead"`}>${dayRow(date, rows.length, days, parts, locals)}${rows.map(drawRow)}</tbody>`,
  );
  return String(html`${bodies}`);
}

const NOTHING = { net: 0, opening: 0, transfers: 0, count: 0, openingCount: 0, transferCount: 0 };

// The total includes rows of the day on other pages, and states that.
function dayRow(date: string, shown: number, { days, today }: Days, parts: Parts, locals: Locals): Markup {
  const { t, format } = locals;
  const { columns, beforeAmount } = parts;
  const sum = days.get(date) ?? NOTHING;
  const count = totalOf(sum);
  const isWhole = count === shown;
  // Opening balances and paid bills are in no total, so a day that has nothing else shows none.
  const hasTotal = count > sum.openingCount || count === 0;
  // Beside the amount, these words would widen its column for all rows.
  const summary = isWhole
    ? html`<span class="visually-hidden">${t('list:dayTotal')} </span>`
    : html` <span class="muted font-400">${t('list:dayTotalAll', { count, shown: format.count(count) })}</span>`;
  return html`<tr role="row" class="day"><th role="rowheader" scope="rowgroup" colspan="${beforeAmount}"><bdi>${nameOf(date, today, locals)}</bdi>${hasTotal && !isWhole && summary}</th><td role="cell" class="numeric">${hasTotal && html`${isWhole && summary}<bdi>${signed(balanceOf(sum) - sum.opening, format)}</bdi>`}</td>${columns > beforeAmount + 1 && html`<td aria-hidden="true"></td>`}</tr>`;
}

function nameOf(date: string, today: string, { t, locale, viewer }: Locals): string {
  const format = viewer?.preferences.date_format ?? 'DD/MM/YYYY';
  return nearDay(date, today, t) ?? dayWords(date, today, locale, format);
}

function laterBody({ ahead, later, isBeyondMonth }: Days, { columns }: Parts, { t, format }: Locals): Markup {
  const { net } = ahead;
  const count = totalOf(ahead);
  const text = t(isBeyondMonth ? 'list:laterDates' : 'list:later', { count, shown: format.count(count) });
  return html`<tbody role="rowgroup"><tr role="row" class="day"><th role="rowheader" scope="rowgroup" colspan="${columns}"><details class="later" id="later"${later === 'open' && html` open`}><summary>${icon('ChevronDown')} <span>${text} <bdi>${signed(net, format)}</bdi></span></summary></details></th></tr></tbody>`;
}

// With a sign, as on the rows.
const signed = (net: number, format: Locals['format']) =>
  `${net > 0 ? SIGNS.income : ''}${format.money(net)}`;
