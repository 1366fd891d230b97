import {
  type BankFile,
  type DecimalText,
  type FileAccount,
  type FileKind,
  type FileRow,
  type RowError,
  type SkipReason,
  UnreadableFile,
} from '../bank-file.ts';
import { MOST } from '../tables/amounts.ts';
import { MOST_ROWS } from './sheet-rows.ts';

/** Letters of a line that are kept to name it. */
const LONGEST_TEXT = 200;

/** What a format says of one row; the rest is that of its account. */
export type StatementRow = Omit<FileRow, 'account'>;

export interface Statement {
  account: FileAccount;
  currency?: string | undefined;
  opening?: string | undefined;
  closing?: string | undefined;
}

interface Placed {
  row: StatementRow;
  statement: Statement;
}

function indexById(index: Map<string, Placed[]>, placed: Placed): void {
  const id = placed.row.externalId;
  if (id === undefined) return;
  const same = index.get(id);
  if (same) same.push(placed);
  else index.set(id, [placed]);
}

/** Gathers what a file of statements says: its accounts, their currencies and balances, rows and lines that are none. */
export class Statements {
  readonly #statements: Statement[] = [];
  readonly #rows: Placed[] = [];
  /** By their ids, from the first correction on: most files have none. */
  #byId: Map<string, Placed[]> | null = null;
  readonly #removed = new Set<Placed>();
  readonly skipped: BankFile['skipped'] = [];
  readonly errors: BankFile['errors'] = [];

  /** Rows that follow are of this account. Its fields may be filled later. */
  begin(account: FileAccount = {}): Statement {
    const statement: Statement = { account };
    this.#statements.push(statement);
    return statement;
  }

  get current(): Statement {
    return this.#statements.at(-1) ?? this.begin();
  }

  get isEmpty(): boolean {
    return this.#statements.length === 0;
  }

  add(row: StatementRow, statement = this.current): void {
    if (isZero(row.amount)) {
      this.skip(row.line, 'zero', row.description);
      return;
    }
    const placed = { row, statement };
    this.#rows.push(placed);
    if (this.#rows.length > MOST_ROWS) throw new UnreadableFile('too_large', row.line);
    if (this.#byId) indexById(this.#byId, placed);
  }

  /** Takes back a row of the current account. */
  remove(externalId: string): void {
    if (!this.#byId) {
      this.#byId = new Map();
      for (const placed of this.#rows) indexById(this.#byId, placed);
    }
    const { account } = this.current;
    const removed = this.#byId
      .get(externalId)
      ?.find((placed) => !this.#removed.has(placed) && isSame(placed.statement.account, account));
    if (!removed) return;
    this.#removed.add(removed);
    this.skip(removed.row.line, 'information', removed.row.description);
  }

  skip(line: number, reason: SkipReason, text = '', externalId?: string): void {
    this.skipped.push({ line, reason, ...named(text), ...(externalId && { externalId }) });
    this.#bound(line);
  }

  fail(line: number, reason: RowError, text = ''): void {
    this.errors.push({ line, reason, ...named(text) });
    this.#bound(line);
  }

  #bound(line: number): void {
    if (this.skipped.length + this.errors.length > MOST_ROWS) throw new UnreadableFile('too_large', line);
  }

  finish(kind: FileKind): BankFile {
    const placedRows =
      this.#removed.size > 0 ? this.#rows.filter((placed) => !this.#removed.has(placed)) : this.#rows;
    const accounts: FileAccount[] = [];
    const indexes = new Map<string, number>();
    const indexOf = new Map<Statement, number>();
    for (const statement of this.#statements) {
      const key = keyOf(statement.account);
      if (key === '[]' && this.#statements.length === 1) continue;
      const index = indexes.get(key) ?? accounts.push(statement.account) - 1;
      indexes.set(key, index);
      indexOf.set(statement, index);
    }
    const currencies = new Set(placedRows.map(({ row, statement }) => row.currency ?? statement.currency));
    for (const { currency } of this.#statements) if (currencies.size === 0) currencies.add(currency);
    const ofStatements = new Set(this.#statements.map(({ currency }) => currency));
    const [currency = null] =
      ofStatements.size === 1 ? ofStatements : currencies.size === 1 ? currencies : [];
    // Written into the rows as they are: copies of a hundred thousand would not fit beside them.
    const rows = placedRows.map(({ row, statement }): FileRow => {
      const own = row.currency ?? statement.currency;
      const index = indexOf.get(statement);
      if (own === undefined || own === currency) delete row.currency;
      else row.currency = own;
      return accounts.length > 1 && index !== undefined ? Object.assign(row, { account: index }) : row;
    });
    keepUniqueIds(rows, kind);
    const [first] = this.#statements;
    const opening = accounts.length < 2 ? first?.opening : undefined;
    const closing = accounts.length < 2 ? this.#statements.at(-1)?.closing : undefined;
    return {
      kind,
      accounts,
      currency,
      rows,
      skipped: this.skipped.sort((a, b) => a.line - b.line),
      errors: this.errors,
      ...(opening !== undefined && { openingBalance: opening }),
      ...(closing !== undefined && { closingBalance: closing }),
    };
  }
}

/**
 * An id that comes twice in an account is none: it is shown only. That of OFX is one by its definition: the same row
 * twice keeps it, and comes in once.
 */
function keepUniqueIds(rows: FileRow[], kind: FileKind): void {
  const contents = new Map<string, Set<string>>();
  const keyOfId = ({ account, externalId }: FileRow) => `${account ?? ''} ${externalId}`;
  for (const [index, row] of rows.entries()) {
    if (row.externalId === undefined) continue;
    const { date, amount, type, currency, description, payee } = row;
    const content =
      kind === 'ofx' ? [date, amount, type, currency, description, payee].join('\n') : String(index);
    const same = contents.get(keyOfId(row));
    if (same) same.add(content);
    else contents.set(keyOfId(row), new Set([content]));
  }
  for (const row of rows) {
    if (row.externalId === undefined || contents.get(keyOfId(row))?.size === 1) continue;
    row.reference ??= row.externalId;
    delete row.externalId;
  }
}

const keyOf = (account: FileAccount) => JSON.stringify(Object.entries(account).sort());
const isSame = (one: FileAccount, other: FileAccount) => keyOf(one) === keyOf(other);

function named(text: string): { text?: string } {
  const kept = tidy(text).slice(0, LONGEST_TEXT);
  return kept ? { text: kept } : {};
}

/** Lines with their numbers, one at a time: all of a large file would not fit beside its rows. */
export function* linesOf(text: string): Generator<[line: number, text: string]> {
  const breaks = /\r\n|\n|\r/g;
  let line = 1;
  let start = 0;
  for (const {
    index,
    0: { length },
  } of text.matchAll(breaks)) {
    yield [line++, text.slice(start, index)];
    start = index + length;
  }
  yield [line, text.slice(start)];
}

/** Blanks collapsed. */
export function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The fields that have something in them. */
export function filled<T extends Record<string, unknown>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined | ''> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  ) as { [K in keyof T]?: Exclude<T[K], undefined | ''> };
}

export interface Figure {
  amount: DecimalText;
  isNegative: boolean;
}

/** @returns null where the text is no amount with this decimal mark */
export function figureOf(text: string, mark: '.' | ','): Figure | null {
  const match = /^([+-]?)([\d.,'’ ]{1,30})$/.exec(text.replace(/[\u00a0\u202f]/g, ' ').trim());
  if (!match) return null;
  const at = match[2]?.lastIndexOf(mark) ?? -1;
  const body = match[2] ?? '';
  const whole = at < 0 ? body : body.slice(0, at);
  // Some apps write a dozen decimals.
  const fraction = at < 0 ? '' : body.slice(at + 1).replace(/(?<=^\d\d\d*?)0+$/, '');
  const isGrouped = /^\d{1,3}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/.test(whole) && !whole.includes(mark);
  if (!/^\d*$/.test(fraction) || !/\d/.test(whole + fraction)) return null;
  if (!/^\d*$/.test(whole) && !isGrouped) return null;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  if (Number(digits) >= MOST) return null;
  return { amount: fraction ? `${digits}.${fraction}` : digits, isNegative: match[1] === '-' };
}

/** A comma only where some figure can have no other mark, and none has a point for it. */
export function markOf(texts: Iterable<string>): '.' | ',' {
  let commas = 0;
  for (const text of texts) {
    // Some programs write nothing in their own way.
    if (isZero(text)) continue;
    if (/\.\d{0,2}$|\.\d{4,}$|,.*\./.test(text.trim())) return '.';
    if (/,\d{0,2}$|,\d{4,}$|\..*,/.test(text.trim())) commas++;
  }
  return commas > 0 ? ',' : '.';
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** @returns the balance, signed */
export function signed({ amount, isNegative }: Figure): string {
  return isNegative && !isZero(amount) ? `-${amount}` : amount;
}

/** @returns YYYY-MM-DD; null where there is no such day */
export function dayOf(year: number, month: number, day: number): string | null {
  // Written so that what is no number fails.
  if (!(year >= 1900 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export function fullYear(year: number): number {
  if (year > 99) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}
