import type { AmountSign, DateOrder, TableRow } from '../bank-file.ts';
import {
  CHARGE_NAMES,
  COMMA_NAMES,
  DAY_FIRST_NAMES,
  GIVEN_BACK_WORDS,
  INCOME_WORDS,
  PURCHASE_WORDS,
} from '../layouts/words.ts';
import { type DecimalMark, hundredths, provenMark, readAmount, writtenAmount } from './amounts.ts';
import { balanceSign } from './balance-proof.ts';
import { TYPED_ROWS } from './column-kinds.ts';
import type { Columns } from './columns.ts';
import { dateOf, writtenDate } from './dates.ts';
import type { Found } from './found-table.ts';
import type { Style } from './rows.ts';
import { cellText } from './text.ts';

/** The order of day and month that all dates of the file fit; certain where only one does. */
export function dateOrder(
  found: Found,
  body: TableRow[],
  columns: Columns,
  given: DateOrder | null,
): { order: DateOrder; isCertain: boolean } {
  if (given) return { order: given, isCertain: true };
  const misfits = { dmy: 0, mdy: 0, ymd: 0 };
  const years = { dmy: new Set<string>(), mdy: new Set<string>(), ymd: new Set<string>() };
  const orders = ['dmy', 'mdy', 'ymd'] as const;
  let open = 0;
  let different = 0;
  let hasPoints = false;
  let hasHyphens = false;
  const months = { dmy: [] as string[], mdy: [] as string[] };
  const look = (text: string, isSample: boolean) => {
    const written = writtenDate(text);
    if (!written || written.order) return;
    open++;
    if (written.separator === '.') hasPoints = true;
    if (written.separator === '-') hasHyphens = true;
    if (written.a !== written.b) different++;
    for (const order of orders) {
      const date = dateOf(written, order);
      if (date === null) misfits[order]++;
      else {
        years[order].add(date.slice(0, 4));
        if (isSample && order !== 'ymd') months[order].push(date);
      }
    }
  };
  const indexes = [columns.date?.[0], columns.valueDate?.[0]];
  for (const { cells } of body)
    for (const index of indexes) {
      const cell = index === undefined ? undefined : cells[index];
      if (typeof cell === 'string' && cell !== '') look(cellText(cell), index === indexes[0]);
    }
  if (open === 0) return { order: 'ymd', isCertain: true };
  // The lines above the table often name the period, in the same writing.
  for (const { cells } of found.sheet.rows.slice(0, Math.max(0, found.at)).slice(-50))
    for (const cell of cells)
      if (typeof cell === 'string')
        for (const [text] of cell.matchAll(/(?<!\d)\d{1,2}([/.-])\d{1,2}\1(?:\d{4}|\d{2})(?!\d)/g))
          look(text, false);
  // A few wrong dates do not prove another order.
  const tolerated = Math.floor(open / 20);
  const spread = (order: DateOrder) => {
    const all = [...years[order]].map(Number);
    return all.length === 0 ? 0 : Math.max(...all) - Math.min(...all);
  };
  const least = Math.min(...orders.map((order) => misfits[order]));
  let fitting = orders.filter((order) => misfits[order] <= least + (least === 0 ? 0 : tolerated));
  // If days are read as years, the years are scattered over decades.
  const narrowest = Math.min(...fitting.map(spread));
  fitting = fitting.filter((order) => spread(order) <= narrowest + 3);
  // A year of two digits comes first only with hyphens, or where no other order fits.
  if (fitting.length > 1 && !hasHyphens) fitting = fitting.filter((order) => order !== 'ymd');
  const [only] = fitting;
  if (fitting.length === 1 && only) return { order: only, isCertain: true };
  // Every order results in the same dates.
  if (different === 0 && !fitting.includes('ymd')) return { order: 'dmy', isCertain: true };
  const names = languageNames(found);
  const isDayFirst = hasPoints || names.some((name) => DAY_FIRST_NAMES.test(name));
  if (isDayFirst && fitting.includes('dmy')) return { order: 'dmy', isCertain: !fitting.includes('ymd') };
  const isSorted = (dates: string[]) =>
    dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? '')) ||
    dates.every((date, index) => index === 0 || date <= (dates[index - 1] ?? ''));
  const guess = isSorted(months.mdy) && !isSorted(months.dmy) ? 'mdy' : 'dmy';
  return { order: fitting.includes(guess) ? guess : (only ?? 'dmy'), isCertain: false };
}

/** The decimal mark that the figures of the file prove; null where none has decimals. */
export function decimalMark(
  found: Found,
  body: TableRow[],
  columns: Columns,
  given: DecimalMark | null,
): { mark: DecimalMark | null; isCertain: boolean } {
  if (given) return { mark: given, isCertain: true };
  let points = 0;
  let commas = 0;
  const open = { '.': 0, ',': 0 };
  const indexes = moneyColumns(columns);
  for (const { cells } of body)
    for (const index of indexes) {
      const cell = cells[index];
      if (typeof cell !== 'string' || cell === '') continue;
      const written = writtenAmount(cell.trim());
      if (!written) continue;
      const mark = provenMark(written.body);
      if (mark === '.') points++;
      else if (mark === ',') commas++;
      else if (mark === 'either') open[written.body.includes('.') ? '.' : ',']++;
    }
  if (points > commas) return { mark: '.', isCertain: true };
  if (commas > points) return { mark: ',', isCertain: true };
  if (points > 0) return { mark: '.', isCertain: false };
  if (open['.'] === 0 && open[','] === 0) return { mark: null, isCertain: true };
  // A single mark before three figures: thousands in the writing of the table's language.
  const isComma = languageNames(found).some((name) => COMMA_NAMES.test(name));
  if (isComma) return { mark: ',', isCertain: open[','] === 0 };
  return { mark: '.', isCertain: open['.'] === 0 };
}

function moneyColumns(columns: Columns): number[] {
  return (['amount', 'out', 'in', 'balance'] as const).flatMap((role) => columns[role] ?? []);
}

function languageNames(found: Found): string[] {
  return found.names.filter((name) => name !== '');
}

/** Whether a negative amount leaves the account. Certain if the balance, the texts or a clear majority show it. */
export function signConvention(
  found: Found,
  body: TableRow[],
  columns: Columns,
  style: Style,
): { sign: AmountSign; isCertain: boolean } {
  const amount = columns.amount?.[0];
  if (amount === undefined || columns.sign) return { sign: 'minus_out', isCertain: true };
  const values = body.map(({ cells }) => readAmount(cells[amount], style.decimalMark));
  if (columns.balance) {
    const at = columns.balance[0] ?? -1;
    const balances = body.map(({ cells }) => {
      const read = readAmount(cells[at], style.decimalMark);
      return read && hundredths(read.value);
    });
    const proven = balanceSign(
      values.map((value) => value && hundredths(value.value)),
      balances,
    );
    if (proven) return { sign: proven, isCertain: true };
  }
  // In a table with plus signs, these mark incoming amounts.
  const isWritten = (mark: RegExp) => body.some(({ cells }) => mark.test(cellText(cells[amount])));
  if (isWritten(/^\+\s*\d/) && isWritten(/^[-−]\s*\d/)) return { sign: 'minus_out', isCertain: true };
  const all = { negative: 0, positive: 0 };
  // Rows that are incoming on nearly any account (some people pay salaries), on any one, and purchases.
  const income = { negative: 0, positive: 0 };
  const givenBack = { negative: 0, positive: 0 };
  const purchases = { negative: 0, positive: 0 };
  let sides = 0;
  const text = columns.description?.[0];
  values.forEach((value, index) => {
    if (!value || Number(value.value) === 0) return;
    if (value.side) {
      sides++;
      return;
    }
    const side = value.value.startsWith('-') ? 'negative' : 'positive';
    all[side]++;
    const cells = body[index]?.cells ?? [];
    const words = text === undefined ? '' : cellText(cells[text]);
    const isGivenBack = GIVEN_BACK_WORDS.test(words);
    if (isGivenBack) givenBack[side]++;
    if (isGivenBack || INCOME_WORDS.test(words)) income[side]++;
    if (index < TYPED_ROWS && cells.some((cell) => typeof cell === 'string' && PURCHASE_WORDS.test(cell)))
      purchases[side]++;
  });
  const certain = (sign: AmountSign) => ({ sign, isCertain: true });
  if (all.negative + all.positive === 0) return certain('minus_out');
  if (sides > 0) return certain('plus_out');
  if (purchases.positive > 0 && purchases.negative === 0) return certain('plus_out');
  if (purchases.negative > 0 && purchases.positive === 0) return certain('minus_out');
  if (all.positive === 0) return { sign: 'minus_out', isCertain: income.negative === 0 };
  const isCharge = CHARGE_NAMES.test(found.names[amount] ?? '') && income.positive === 0;
  if (isCharge && all.positive >= all.negative) return certain('plus_out');
  if (all.negative === 0) return { sign: 'plus_out', isCertain: false };
  if (all.negative > all.positive || (income.positive > 0 && income.negative === 0))
    return certain('minus_out');
  if (income.negative > 0 && income.positive === 0)
    return { sign: 'plus_out', isCertain: givenBack.negative > 0 };
  return { sign: 'minus_out', isCertain: false };
}

/** Whether the column of outgoing amounts has them with a minus. */
export function isOutNegative(body: TableRow[], columns: Columns, style: Style): boolean {
  const { negative, positive } = signsIn(body, columns.out?.[0], style);
  return negative > positive;
}

/** Whether the column of incoming amounts has all of them with a minus; a balance would say what is taken back. */
export function isInNegative(body: TableRow[], columns: Columns, style: Style): boolean {
  if (columns.balance) return false;
  const { negative, positive } = signsIn(body, columns.in?.[0], style);
  return negative > 0 && positive === 0;
}

function signsIn(body: TableRow[], column: number | undefined, style: Style) {
  const signs = { negative: 0, positive: 0 };
  if (column === undefined) return signs;
  for (const { cells } of body) {
    const value = readAmount(cells[column], style.decimalMark)?.value;
    if (value === undefined || !/[1-9]/.test(value)) continue;
    signs[value.startsWith('-') ? 'negative' : 'positive']++;
  }
  return signs;
}
