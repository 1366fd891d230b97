import { createHash } from 'node:crypto';
import {
  type Ambiguity,
  type BankFile,
  COLUMN_ROLES,
  type ColumnRole,
  type Mapping,
  type Table,
  UnreadableFile,
} from '../bank-file.ts';
import { currencyIn } from '../layouts/currencies.ts';
import { FEE_NAMES } from '../layouts/words.ts';
import { takeFees } from './balance-proof.ts';
import { type ColumnKind, kindOf } from './column-kinds.ts';
import type { Columns } from './columns.ts';
import { type Found, findTable, hasHeader, scoreOf } from './found-table.ts';
import { dropIdleSign, dropOtherSides, guessColumns, isText } from './guess-columns.ts';
import { RowReader, type SheetPlan, type Style } from './rows.ts';
import { cellText, isBlank } from './text.ts';
import { dateOrder, decimalMark, isInNegative, isOutNegative, signConvention } from './writing.ts';

const SAMPLE_ROWS = 10;

/** Reads a table of an unknown bank by the names and values of its columns, or by the mapping that a person chose. */
export function readUnknown(table: Table, given?: Mapping): BankFile {
  const tables = table.sheets.map(findTable).filter((found) => found !== null);
  const main = tables.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0];
  if (!main) return nothingFound(table);
  const kinds = main.header.map((_, index) => kindOf(main.body, index));
  const ambiguous = new Set<Ambiguity>();
  const guessed = guessColumns(main, kinds);
  const columns = given ? givenColumns(given, guessed.columns, main.width) : guessed.columns;
  const isUncertain = !given && (guessed.isUncertain || main.hasUnnamed);
  dropIdleSign(main.body, columns);
  dropOtherSides(main.body, columns);
  const chosen = given?.columns ?? roles(columns);
  const alike = tables.filter(
    (found) => found === main || (found.at >= 0 && found.names.join('|') === main.names.join('|')),
  );
  const body = alike.length === 1 ? main.body : alike.flatMap((found) => found.body);
  const hasMoney = columns.amount || columns.out || columns.in;
  const style: Style = {
    dateOrder: 'dmy',
    decimalMark: '.',
    sign: 'minus_out',
    is1904: table.is1904 ?? false,
  };
  const mapping: Mapping = { columns: chosen, dateOrder: null, decimalMark: null, sign: null };
  if (!columns.date || !hasMoney || isUncertain) ambiguous.add('columns');
  if (columns.date) {
    const order = dateOrder(main, body, columns, given?.dateOrder ?? null);
    style.dateOrder = order.order;
    mapping.dateOrder = order.order;
    if (!order.isCertain) ambiguous.add('date_order');
  }
  const fee = main.names.findIndex((name) => FEE_NAMES.has(name));
  const [amount, balance] = [columns.amount?.[0], columns.balance?.[0]];
  if (fee >= 0 && amount !== undefined && balance !== undefined) takeFees(body, { amount, fee, balance });
  if (hasMoney) {
    const mark = decimalMark(main, body, columns, given?.decimalMark ?? null);
    style.decimalMark = mark.mark ?? '.';
    mapping.decimalMark = mark.mark;
    if (!mark.isCertain) ambiguous.add('decimal_mark');
    const sign = given?.sign
      ? { sign: given.sign, isCertain: true }
      : signConvention(main, body, columns, style);
    style.sign = sign.sign;
    mapping.sign = columns.amount ? sign.sign : null;
    if (!sign.isCertain) ambiguous.add('sign');
    style.isOutNegative = isOutNegative(body, columns, style);
    style.isInNegative = isInNegative(body, columns, style);
  }
  const reader = new RowReader(null, style, currencyOfHeader(main, columns), table.sheets.length > 1);
  if (columns.date && hasMoney) {
    for (const found of alike) {
      reader.read(planOf(found, columns), table.format === 'csv' ? found : undefined);
      const above = findTable({ ...found.sheet, rows: found.sheet.rows.slice(0, Math.max(found.at, 0)) });
      if (above && above.at >= 0 && hasAmounts(above)) refuseTable(reader, above, table.sheets.length > 1);
    }
    for (const found of tables)
      if (!alike.includes(found)) refuseTable(reader, found, table.sheets.length > 1);
  }
  const file = reader.finish('csv');
  file.question = {
    header: main.header,
    sample: main.body
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => main.header.map((_, index) => cellText(cells[index]))),
    shape: shapeOf(main, kinds),
    mapping,
    ambiguous: [...ambiguous],
    untaken: untaken(main, kinds, columns),
  };
  return file;
}

/** The names of the columns that hold words and have no role. */
function untaken({ header }: Found, kinds: ColumnKind[], columns: Columns): string[] {
  const taken = new Set(Object.values(columns).flat());
  return header.filter((name, index) => {
    const kind = kinds[index];
    return name !== '' && kind && !taken.has(index) && isText(kind);
  });
}

/** Whether its header names amounts of rows: some files have their balances in a table of their own. */
function hasAmounts(found: Found): boolean {
  const { columns } = guessColumns(
    found,
    found.header.map((_, index) => kindOf(found.body, index)),
  );
  return Boolean(columns.amount ?? columns.out ?? columns.in);
}

/** @throws UnreadableFile for a header without anything below */
function nothingFound(table: Table): BankFile {
  if (table.sheets.some(hasHeader)) throw new UnreadableFile('empty');
  const rows = table.sheets.flatMap(({ rows }) => rows.filter(({ cells }) => !cells.every(isBlank)));
  const sample = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map(cellText));
  const width = sample.reduce((most, cells) => Math.max(most, cells.length), 0);
  return {
    kind: 'csv',
    accounts: [],
    currency: null,
    rows: [],
    skipped: [],
    errors: [],
    question: {
      header: Array.from({ length: width }, () => ''),
      sample: sample.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? '')),
      shape: hash(`none|${width}`),
      mapping: { columns: {}, dateOrder: null, decimalMark: null, sign: null },
      ambiguous: ['columns'],
    },
  };
}

/** Reports the rows of a second table with other columns, instead of dropping them silently. */
export function refuseTable(reader: RowReader, found: Found, namesSheets: boolean): void {
  const kinds = found.header.map((_, index) => kindOf(found.body, index));
  const hasDates = kinds.some((kind) => kind.dates > 0 && kind.dates >= kind.filled / 2);
  const hasMoney = kinds.some((kind) => kind.money > 0 && kind.amounts >= kind.filled / 2);
  const row = found.sheet.rows[Math.max(found.at, 0)];
  if (!hasDates || !hasMoney || !row) return;
  reader.errors.push({
    line: row.line,
    ...(namesSheets && found.sheet.name ? { sheet: found.sheet.name } : {}),
    reason: 'columns',
    text: found.header
      .filter((name) => name !== '')
      .join(' · ')
      .slice(0, 200),
  });
}

function planOf(found: Found, columns: Columns): SheetPlan {
  const headers = new Map([[found.at, columns]]);
  for (const index of found.repeated) headers.set(index, columns);
  return { name: found.sheet.name, rows: found.sheet.rows, headers };
}

/** The key of a header, which does not depend on case, quotes and blanks of its names. */
function shapeOf(found: Found, kinds: ColumnKind[]): string {
  const named = found.names.some((name) => name !== '');
  const parts = named
    ? found.names
    : kinds.map((kind) => (kind.dates > 0 ? 'date' : kind.amounts > 0 ? 'amount' : 'text'));
  return hash(parts.join('|'));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

export function roles(columns: Columns): Mapping['columns'] {
  const chosen: Mapping['columns'] = {};
  for (const role of COLUMN_ROLES) {
    const index = columns[role === 'notes' ? 'memo' : role]?.[0];
    if (index !== undefined) chosen[role] = index;
  }
  return chosen;
}

/** The columns that a person chose, and the guessed ones that need no answer. */
function givenColumns({ columns }: Mapping, guessed: Columns, width: number): Columns {
  const found: Columns = {};
  for (const [role, index] of Object.entries(columns) as [ColumnRole, number][])
    if (index >= 0 && index < width) found[role === 'notes' ? 'memo' : role] = [index];
  const used = new Set(Object.values(found).flat());
  for (const role of ['valueDate', 'status', 'account'] as const) {
    const index = guessed[role]?.[0];
    if (index !== undefined && !used.has(index)) found[role] = [index];
  }
  if (found.date && guessed.date?.includes(found.date[0] ?? -1))
    found.date = [...new Set([...found.date, ...guessed.date.filter((index) => !used.has(index))])];
  return found;
}

function currencyOfHeader(found: Found, columns: Columns): string | null {
  for (const role of ['amount', 'out', 'in', 'balance'] as const) {
    const name = found.header[columns[role]?.[0] ?? -1];
    const currency = name ? currencyIn(name) : null;
    if (currency) return currency;
  }
  return null;
}
