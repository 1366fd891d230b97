import { createHash } from 'node:crypto';
import type {
  Ambiguity,
  AmountSign,
  BankFile,
  Cell,
  ColumnRole,
  DateOrder,
  Mapping,
  Sheet,
  Table,
  TableRow,
} from '../bank-file.ts';
import { COLUMN_ROLES } from '../bank-file.ts';
import { currencyIn, currencyOf } from '../layouts/currencies.ts';
import {
  CHARGE_NAMES,
  COMMA_NAMES,
  DAY_FIRST_NAMES,
  type FoundRole,
  GIVEN_BACK_WORDS,
  INCOME_WORDS,
  NAME_RANKS,
  OTHER_FIGURES,
  PURCHASE_WORDS,
} from '../layouts/words.ts';
import { type DecimalMark, decimalOf, hundredths, provenMark, readAmount, writtenAmount } from './amounts.ts';
import { type Columns, headerNames } from './columns.ts';
import { dateOf, readDate, type WrittenDate, writtenDate } from './dates.ts';
import { RowReader, type SheetPlan, type Style, signOf } from './rows.ts';
import { cellText, foldName, isBlank, withoutArticle } from './text.ts';

const HEADER_WITHIN = 200;
const SAMPLE_ROWS = 10;
// Enough to know what kind of values a column has; the order of dates and the decimal mark need every row.
const TYPED_ROWS = 2000;
// Columns of figures that are compared with one another.
const MOST_CANDIDATES = 8;
// More accounts in one column are those of other people.
const MOST_ACCOUNTS = 20;
// Steps of a balance that prove which column it adds up; fewer may be chance.
const PROOF = 3;

interface Found {
  sheet: Sheet;
  /** Index of the header in the sheet's rows; -1 where the table has none. */
  at: number;
  /** As written; '' where a column has no name. */
  header: string[];
  names: string[];
  /** The rows below the header, without blank ones and headers that come again. */
  body: TableRow[];
  repeated: number[];
  /** Columns with a name or a value. */
  width: number;
  /** Cells that a line has at most; whether one that has more is wrong even if they are blank. */
  most: number;
  areWiderWrong: boolean;
  /** Whether lines have values beyond the last name: perhaps decimals parted from their amounts. */
  hasUnnamed: boolean;
}

interface ColumnKind {
  filled: number;
  dates: number;
  /** Figures that can be amounts of money. */
  amounts: number;
  /** Of these, with decimals or a currency. */
  money: number;
  signs: number;
  currencies: number;
  letters: number;
  /** Sum of the lengths of texts. */
  length: number;
  negatives: number;
}

/** Reads a table whose bank is not known: by what its columns are called and hold, or by what a person says they are. */
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
  }
  const reader = new RowReader(null, style, currencyOfHeader(main, columns), table.sheets.length > 1);
  if (columns.date && hasMoney) {
    for (const found of alike) {
      reader.read(planOf(found, columns), table.format === 'csv' ? found : undefined);
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
  };
  return file;
}

function nothingFound(table: Table): BankFile {
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

/** A second table of other columns in the same file is never dropped without a word. */
function refuseTable(reader: RowReader, found: Found, namesSheets: boolean): void {
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

// --- The header ---

function findTable(sheet: Sheet): Found | null {
  const { rows } = sheet;
  let best: { at: number; score: number; names: string[] } | null = null;
  let firstData = -1;
  let seen = 0;
  for (let index = 0; index < rows.length && seen < HEADER_WITHIN; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    seen++;
    const names = headerNames(row);
    if (!names) {
      if (firstData < 0 && isDataRow(row)) firstData = index;
      continue;
    }
    const score = headerScore(names);
    if (score > (best?.score ?? 1) && hasDataBelow(rows, index)) best = { at: index, score, names };
  }
  if (best) return foundAt(sheet, best.at, best.names);
  if (firstData < 0) return null;
  // No name is known: the line right above the first data is the header, if it has about as many texts.
  const above = firstData - 1;
  const names = above >= 0 && rows[above] ? headerNames(rows[above]) : null;
  const filled = rows[firstData]?.cells.filter((cell) => !isBlank(cell)).length ?? 0;
  const isHeader = names !== null && names.filter((name) => name !== '').length >= Math.max(2, filled - 1);
  return isHeader ? foundAt(sheet, above, names) : foundAt(sheet, -1, [], firstData);
}

function foundAt(sheet: Sheet, at: number, names: string[], firstData = at + 1): Found {
  const { rows } = sheet;
  const body: TableRow[] = [];
  const repeated: number[] = [];
  const first = rows[at]?.cells ?? [];
  const widths: number[] = [];
  for (let index = firstData; index < rows.length; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    if (at >= 0 && row.cells[0] === first[0] && first.every((cell, column) => row.cells[column] === cell)) {
      repeated.push(index);
      continue;
    }
    body.push(row);
    widths.push(row.cells.length);
  }
  let named = first.length;
  while (named > 0 && isBlank(first[named - 1])) named--;
  // Most lines tell how many cells one has; a few that have more, be they blank, have a separator too many.
  const sorted = widths.toSorted((one, other) => one - other);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const most = Math.max(first.length, usual);
  const wider = widths.filter((width) => width > most).length;
  let width = most;
  while (width > named && body.every(({ cells }) => isBlank(cells[width - 1]))) width--;
  const header = Array.from({ length: width }, (_, index) => cellText(first[index]));
  return {
    sheet,
    at,
    header,
    names: header.map((name, index) => withoutArticle(names[index] ?? foldName(name))),
    body,
    repeated,
    width,
    hasUnnamed: at >= 0 && width > first.length,
    most,
    areWiderWrong: wider <= Math.max(1, body.length / 10),
  };
}

function headerScore(names: string[]): number {
  let score = 0;
  for (const name of names) if (name !== '' && ranksOf(withoutArticle(name)).size > 0) score++;
  return score;
}

function hasDataBelow(rows: TableRow[], at: number): boolean {
  let seen = 0;
  for (let index = at + 1; index < rows.length && seen < 15; index++) {
    const row = rows[index];
    if (!row || row.cells.every(isBlank)) continue;
    seen++;
    if (isDataRow(row)) return true;
  }
  return false;
}

function isDataRow(row: TableRow): boolean {
  let hasDate = false;
  let hasAmount = false;
  for (const cell of row.cells) {
    if (isBlank(cell)) continue;
    if (!hasDate && isDateCell(cell)) hasDate = true;
    else if (isAmountCell(cell)) hasAmount = true;
  }
  return hasDate && hasAmount;
}

function scoreOf(found: Found): number {
  return headerScore(found.names) * 1_000_000 + found.body.length;
}

function planOf(found: Found, columns: Columns): SheetPlan {
  const headers = new Map([[found.at, columns]]);
  for (const index of found.repeated) headers.set(index, columns);
  return { name: found.sheet.name, rows: found.sheet.rows, headers };
}

/** The same for the same header, whatever the case, quotes and blanks of its names. */
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

// --- What columns hold ---

function isDateCell(cell: Cell): boolean {
  if (typeof cell === 'object') return true;
  if (typeof cell === 'number') return false;
  const written = writtenDate(cellText(cell));
  return written !== null && isSomeDate(written);
}

function isSomeDate(written: WrittenDate): boolean {
  return (['dmy', 'mdy', 'ymd'] as const).some((order) => dateOf(written, order) !== null);
}

function isAmountCell(cell: Cell): boolean {
  if (typeof cell === 'number') return true;
  return typeof cell === 'string' && /\d/.test(cell) && amountBody(cell) !== null;
}

function amountBody(cell: string): string | null {
  const written = writtenAmount(cell.trim());
  if (!written) return null;
  return decimalOf(written.body, '.') !== null || decimalOf(written.body, ',') !== null ? written.body : null;
}

function kindOf(body: TableRow[], column: number): ColumnKind {
  const kind: ColumnKind = {
    ...{
      filled: 0,
      dates: 0,
      amounts: 0,
      money: 0,
      signs: 0,
      currencies: 0,
      letters: 0,
      length: 0,
      negatives: 0,
    },
  };
  const step = Math.max(1, Math.floor(body.length / TYPED_ROWS));
  for (let index = 0; index < body.length; index += step) {
    const cell = body[index]?.cells[column];
    if (cell === undefined || isBlank(cell)) continue;
    kind.filled++;
    if (typeof cell === 'object') kind.dates++;
    else if (typeof cell === 'number') {
      kind.amounts++;
      if (!Number.isInteger(cell)) kind.money++;
      if (cell < 0) kind.negatives++;
      if (Number.isInteger(cell) && readDate(cell, 'dmy')) kind.dates += 0.4;
    } else {
      const text = cellText(cell);
      if (isDateCell(text)) kind.dates++;
      const body = /\d/.test(text) ? writtenAmount(text) : null;
      if (body && (decimalOf(body.body, '.') !== null || decimalOf(body.body, ',') !== null)) {
        kind.amounts++;
        if (/[.,]/.test(body.body) || body.currency) kind.money++;
        if (body.isNegative || body.side) kind.negatives++;
      } else {
        if (signOf(text) !== undefined) kind.signs++;
        if (currencyOf(text)) kind.currencies++;
        if (/\p{L}/u.test(text) && !/^[A-Z]{2}\d{2}[A-Z0-9 ]*$/.test(text)) {
          kind.letters++;
          kind.length += text.length;
        }
      }
    }
  }
  return kind;
}

/** Whether the values of a column can have a role. */
function fits(role: FoundRole, kind: ColumnKind): boolean {
  const most = (count: number) => kind.filled > 0 && count >= kind.filled * 0.6;
  switch (role) {
    case 'date':
    case 'valueDate':
      return most(kind.dates) || (kind.dates > 0 && kind.dates >= kind.filled * 0.35);
    case 'amount':
      return most(kind.amounts);
    case 'out':
    case 'in':
    case 'balance':
      return kind.filled === 0 || most(kind.amounts);
    case 'sign':
      return most(kind.signs);
    case 'currency':
      return kind.currencies > 0 && kind.currencies >= kind.filled * 0.3;
    case 'description':
    case 'payee':
      return kind.letters > 0 && !most(kind.dates);
    case 'account':
      return kind.filled > 0 && !most(kind.dates);
    default:
      return true;
  }
}

// --- Which column carries what ---

/** The roles that a name means; a name of several words also those of the words that it holds. */
function ranksOf(name: string): ReadonlyMap<FoundRole, number> {
  const exact = NAME_RANKS.get(name);
  if (exact) return exact;
  const words = name.split(' ');
  if (words.length > 6 || OTHER_FIGURES.test(name)) return NO_RANKS;
  const ranks = new Map<FoundRole, number>();
  for (let from = 0; from < words.length; from++) {
    for (let to = words.length; to > from; to--) {
      const part = words.slice(from, to).join(' ');
      if (part.length < 3) continue;
      for (const [role, rank] of NAME_RANKS.get(part) ?? NO_RANKS) {
        const vague = 100 + rank + 50 * (words.length - (to - from));
        // The name of an account is nobody's.
        if (words.includes('account') && (role === 'payee' || role === 'description')) continue;
        if (vague < (ranks.get(role) ?? Number.POSITIVE_INFINITY)) ranks.set(role, vague);
      }
    }
  }
  return ranks;
}

const NO_RANKS: ReadonlyMap<FoundRole, number> = new Map();

// Roles that only few values can have come first, so that a name of two roles goes to the one that its values prove.
const ORDER: FoundRole[] = [
  ...(['sign', 'date', 'valueDate', 'balance', 'out', 'in', 'amount', 'currency', 'status'] as const),
  ...(['description', 'payee', 'notes', 'category', 'reference', 'account'] as const),
];

function guessColumns(found: Found, kinds: ColumnKind[]): { columns: Columns; isUncertain: boolean } {
  const taken = new Set<number>();
  const picked: Partial<Record<FoundRole, number>> = {};
  const pick = (role: FoundRole, index: number | undefined) => {
    if (index === undefined || index < 0) return;
    picked[role] = index;
    taken.add(index);
  };
  for (const role of ORDER) {
    let best = -1;
    let bestRank = Number.POSITIVE_INFINITY;
    found.names.forEach((name, index) => {
      const kind = kinds[index];
      if (taken.has(index) || name === '' || !kind || !fits(role, kind)) return;
      const rank = ranksOf(name).get(role);
      if (rank !== undefined && rank < bestRank) {
        best = index;
        bestRank = rank;
      }
    });
    if (best >= 0) pick(role, best);
  }
  // Out and in are a pair; one of them alone is an amount, unless it is a true pair with a column of no name.
  if ((picked.out === undefined) !== (picked.in === undefined) && picked.amount !== undefined) {
    for (const role of ['out', 'in'] as const) {
      const index = picked[role];
      if (index !== undefined) taken.delete(index);
      delete picked[role];
    }
  }
  if (picked.out !== undefined && picked.in !== undefined && picked.amount !== undefined) {
    // Both are there: the pair is surer, unless it is empty.
    const pairFilled = (kinds[picked.out]?.filled ?? 0) + (kinds[picked.in]?.filled ?? 0);
    const dropped = pairFilled > 0 ? (['amount'] as const) : (['out', 'in'] as const);
    for (const role of dropped) {
      taken.delete(picked[role] as number);
      delete picked[role];
    }
  }
  const free = (test: (kind: ColumnKind) => boolean) =>
    kinds.flatMap((kind, index) => (!taken.has(index) && kind.filled > 0 && test(kind) ? [index] : []));
  let isUncertain = false;
  if (picked.date === undefined) {
    const dates = free((kind) => kind.dates >= kind.filled * 0.6);
    pick('date', dates[0]);
    // Two columns of dates whose names say nothing: whichever is right, the other is not.
    if (dates.length > 1 && differ(found.body, dates[0] ?? 0, dates[1] ?? 0)) isUncertain = true;
  }
  if (picked.amount === undefined && picked.out === undefined && picked.in === undefined) {
    const figures = free((kind) => kind.amounts >= kind.filled * 0.6 && kind.dates < kind.filled * 0.6);
    const money = figures.filter((index) => (kinds[index]?.money ?? 0) > 0);
    const candidates = (money.length > 0 ? money : figures).slice(0, MOST_CANDIDATES);
    const pair = provenPair(found.body, candidates, picked.balance);
    const proven = pair ? null : provenByBalance(found.body, candidates, picked.balance);
    if (pair) {
      pick('out', pair.out);
      pick('in', pair.in);
      if (picked.balance === undefined) pick('balance', pair.balance);
    } else if (proven) {
      pick('amount', proven.amount);
      if (picked.balance === undefined) pick('balance', proven.balance);
    } else {
      pick('amount', candidates[0]);
      const dated = kinds[picked.date ?? -1]?.filled ?? 0;
      if (candidates.length > 1 || (kinds[candidates[0] ?? -1]?.filled ?? 0) < dated * 0.8)
        isUncertain = true;
    }
  } else if (picked.balance === undefined && picked.amount !== undefined) {
    const candidates = free((kind) => kind.money > 0 && kind.amounts >= kind.filled * 0.6).slice(
      0,
      MOST_CANDIDATES,
    );
    const proven =
      candidates.length > 0 ? provenByBalance(found.body, [picked.amount, ...candidates], undefined) : null;
    if (proven?.amount === picked.amount) pick('balance', proven.balance);
  }
  if (
    picked.sign === undefined &&
    picked.amount !== undefined &&
    (kinds[picked.amount]?.negatives ?? 0) === 0
  )
    pick('sign', free((kind) => kind.signs === kind.filled)[0]);
  if (picked.description === undefined && picked.payee === undefined && picked.notes === undefined) {
    const texts = free((kind) => kind.letters > 0 && kind.dates < kind.filled * 0.6);
    const longest = texts.toSorted(
      (one, other) => (kinds[other]?.length ?? 0) - (kinds[one]?.length ?? 0),
    )[0];
    pick('description', longest);
  }
  // What a person looks for is the payee or the note where there is nothing else.
  if (picked.description === undefined) {
    const role = picked.payee !== undefined ? 'payee' : 'notes';
    picked.description = picked[role];
    delete picked[role];
  }
  // A memo beside a payee is what a person does not look for first.
  if (
    picked.payee !== undefined &&
    picked.notes === undefined &&
    found.names[picked.description ?? -1] === 'memo'
  ) {
    picked.notes = picked.description;
    picked.description = picked.payee;
    delete picked.payee;
  }
  const { account } = picked;
  if (account !== undefined) {
    const accounts = new Set<string>();
    for (const { cells } of found.body) {
      accounts.add(cellText(cells[account]));
      if (accounts.size > MOST_ACCOUNTS) break;
    }
    if (accounts.size > MOST_ACCOUNTS) delete picked.account;
  }
  const columns: Columns = {};
  for (const [role, index] of Object.entries(picked) as [FoundRole, number | undefined][])
    if (index !== undefined) columns[role === 'notes' ? 'memo' : role] = [index];
  // A row not booked yet may have only another of its dates.
  if (columns.date)
    found.names.forEach((name, index) => {
      const kind = kinds[index];
      if (index === columns.date?.[0] || !kind || !fits('date', kind)) return;
      const ranks = ranksOf(name);
      if (ranks.has('date') || ranks.has('valueDate')) columns.date?.push(index);
    });
  return { columns, isUncertain };
}

function differ(body: TableRow[], one: number, other: number): boolean {
  return body.some(({ cells }) => cellText(cells[one]) !== cellText(cells[other]));
}

/** A column of signs beside amounts that carry their own minus says nothing more. */
function dropIdleSign(body: TableRow[], columns: Columns): void {
  const amount = columns.amount?.[0];
  const sign = columns.sign?.[0];
  if (sign === undefined) return;
  if (amount === undefined) {
    delete columns.sign;
    return;
  }
  let outs = 0;
  let negatives = 0;
  for (const { cells } of body) {
    if (signOf(cellText(cells[sign])) !== false) continue;
    const cell = cells[amount];
    outs++;
    if (
      typeof cell === 'number'
        ? cell < 0
        : typeof cell === 'string' && (writtenAmount(cell.trim())?.isNegative ?? false)
    )
      negatives++;
  }
  if (negatives > outs / 2) delete columns.sign;
}

/** The pair of columns of which one is the running balance of the other, by arithmetic. */
function provenByBalance(
  body: TableRow[],
  candidates: number[],
  balance: number | undefined,
): { amount: number; balance: number } | null {
  const rows = body.slice(0, TYPED_ROWS);
  const figures = (column: number) => rows.map(({ cells }) => figureOf(cells[column]));
  const columns = new Map(
    [...candidates, ...(balance === undefined ? [] : [balance])].map((index) => [index, figures(index)]),
  );
  for (const amount of candidates) {
    for (const other of balance === undefined ? candidates : [balance]) {
      if (amount === other) continue;
      const amounts = columns.get(amount) ?? [];
      if (amounts.filter((value) => value).length < amounts.length * 0.8) continue;
      if (balanceSign(amounts, columns.get(other) ?? [], PROOF)) return { amount, balance: other };
    }
  }
  return null;
}

/** The two columns of which each row has one, and whose difference a third one adds up. */
function provenPair(
  body: TableRow[],
  candidates: number[],
  balance: number | undefined,
): { out: number; in: number; balance: number } | null {
  const rows = body.slice(0, TYPED_ROWS);
  const columns = new Map(
    [...candidates, ...(balance === undefined ? [] : [balance])].map((index) => [
      index,
      rows.map(({ cells }) => figureOf(cells[index])),
    ]),
  );
  for (const one of candidates)
    for (const two of candidates) {
      if (one >= two) continue;
      const first = columns.get(one) ?? [];
      const second = columns.get(two) ?? [];
      if (!first.every((value, index) => !value !== !second[index])) continue;
      const difference = first.map((value, index) => Math.abs(second[index] ?? 0) - Math.abs(value ?? 0));
      for (const third of balance === undefined ? candidates : [balance]) {
        if (third === one || third === two) continue;
        const sign = balanceSign(difference, columns.get(third) ?? [], PROOF);
        if (sign)
          return {
            ...(sign === 'minus_out' ? { out: one, in: two } : { out: two, in: one }),
            balance: third,
          };
      }
    }
  return null;
}

/** In hundredths, by the mark that the figure itself proves. */
function figureOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Math.round(cell * 100);
  if (typeof cell !== 'string') return null;
  const written = writtenAmount(cell.trim());
  if (!written) return null;
  const mark = provenMark(written.body);
  const read = readAmount(cell.trim(), mark === ',' ? ',' : '.');
  return read ? hundredths(read.value) : null;
}

/** Whether amounts add up to balances with their own sign or the opposite; null where neither holds. */
function balanceSign(amounts: (number | null)[], balances: (number | null)[], least = 2): AmountSign | null {
  const holds = { same: 0, opposite: 0, compared: 0 };
  let downSame = 0;
  let downOpposite = 0;
  let previousBalance: number | null = null;
  let previousAmount: number | null = null;
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index] ?? null;
    const balance = balances[index] ?? null;
    if (balance === null) continue;
    if (previousBalance !== null) {
      const step = balance - previousBalance;
      if (amount !== null || previousAmount !== null) holds.compared++;
      if (amount !== null && amount !== 0) {
        if (step === amount) holds.same++;
        if (step === -amount) holds.opposite++;
      }
      if (previousAmount !== null && previousAmount !== 0) {
        if (-step === previousAmount) downSame++;
        if (-step === -previousAmount) downOpposite++;
      }
    }
    previousBalance = balance;
    previousAmount = amount;
  }
  if (holds.compared < least) return null;
  const same = Math.max(holds.same, downSame);
  const opposite = Math.max(holds.opposite, downOpposite);
  if (Math.max(same, opposite) < holds.compared * 0.8 || same === opposite) return null;
  return same > opposite ? 'minus_out' : 'plus_out';
}

function roles(columns: Columns): Mapping['columns'] {
  const chosen: Mapping['columns'] = {};
  for (const role of COLUMN_ROLES) {
    const index = columns[role === 'notes' ? 'memo' : role]?.[0];
    if (index !== undefined) chosen[role] = index;
  }
  return chosen;
}

/** The columns that a person chose, and of the others those that nobody is asked about. */
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

// --- How figures are written ---

function languageNames(found: Found): string[] {
  return found.names.filter((name) => name !== '');
}

/** The order of day and month that all dates of the file fit; certain where only one does. */
function dateOrder(
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
  // A wrong date here and there makes no other order right.
  const tolerated = Math.floor(open / 20);
  const spread = (order: DateOrder) => {
    const all = [...years[order]].map(Number);
    return all.length === 0 ? 0 : Math.max(...all) - Math.min(...all);
  };
  const least = Math.min(...orders.map((order) => misfits[order]));
  let fitting = orders.filter((order) => misfits[order] <= least + (least === 0 ? 0 : tolerated));
  // Years that are days under another order are scattered over decades.
  const narrowest = Math.min(...fitting.map(spread));
  fitting = fitting.filter((order) => spread(order) <= narrowest + 3);
  // A year of two digits comes first only where it says so: with hyphens, or where nothing else fits.
  if (fitting.length > 1 && !hasHyphens) fitting = fitting.filter((order) => order !== 'ymd');
  const [only] = fitting;
  if (fitting.length === 1 && only) return { order: only, isCertain: true };
  // Whatever the order, the dates are the same.
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

function moneyColumns(columns: Columns): number[] {
  return (['amount', 'out', 'in', 'balance'] as const).flatMap((role) => columns[role] ?? []);
}

function decimalMark(
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

/** Whether a minus leaves the account. Certain where the balance, the texts or a plain majority tell. */
function signConvention(
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
  const all = { negative: 0, positive: 0 };
  // Rows that come in on any account, and purchases.
  const income = { negative: 0, positive: 0 };
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
    if (INCOME_WORDS.test(words) || GIVEN_BACK_WORDS.test(words)) income[side]++;
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
  if (income.negative > 0 && income.positive === 0) return certain('plus_out');
  return { sign: 'minus_out', isCertain: false };
}

function isOutNegative(body: TableRow[], columns: Columns, style: Style): boolean {
  const out = columns.out?.[0];
  if (out === undefined) return false;
  let negative = 0;
  let positive = 0;
  for (const { cells } of body) {
    const value = readAmount(cells[out], style.decimalMark)?.value;
    if (value === undefined || !/[1-9]/.test(value)) continue;
    if (value.startsWith('-')) negative++;
    else positive++;
  }
  return negative > positive;
}
