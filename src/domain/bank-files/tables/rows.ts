import type {
  AmountSign,
  BankFile,
  Cell,
  DateOrder,
  FileAccount,
  FileLine,
  FileRow,
  RowError,
  SkipReason,
  TableRow,
} from '../bank-file.ts';
import { currencyIn, currencyOf } from '../layouts/currencies.ts';
import type { Layout, LayoutRole } from '../layouts/layout.ts';
import {
  CARD_FEE,
  OWN_CHARGE_TITLE,
  PENDING_TITLE,
  PENDING_WORDS,
  phraseOf,
  SIGN_WORDS,
  TABLE_TITLE,
  VOID_WORDS,
} from '../layouts/words.ts';
import { type DecimalMark, hundredths, isZero, negated, readAmount } from './amounts.ts';
import { ChargeTotals, isOtherSum, isSumOfCard } from './charge-totals.ts';
import type { Columns } from './columns.ts';
import { readDate } from './dates.ts';
import { installmentIn } from './installments.ts';
import { filledCells, firstText, firstWords, hasDigits, isSumAlone, lineText } from './line-texts.ts';
import { cellText, fold, isBlank } from './text.ts';
import { chargeYear, readTitle, type Title } from './titles.ts';

/** How the figures of a table are written. */
export interface Style {
  dateOrder: DateOrder;
  decimalMark: DecimalMark;
  sign: AmountSign;
  /** Whether the column of outgoing amounts has them with a minus. */
  isOutNegative?: boolean;
  isInNegative?: boolean;
  is1904?: boolean;
}

/** A sheet with known headers, each of which applies to the rows below it. Index -1 is for a table without a header. */
export interface SheetPlan {
  name: string | null;
  rows: TableRow[];
  headers: Map<number, Columns>;
}

/** The most cells of a line of text. */
interface LineWidth {
  most: number;
  /** Whether further blank cells are wrong as well. */
  areWiderWrong: boolean;
}

const SUM_OF_DAY = /^total for date/i;
/** Reads the rows of sheets by their headers; lines between tables name the account, charge date and currency. */
export class RowReader {
  readonly rows: FileRow[] = [];
  readonly skipped: FileLine<SkipReason>[] = [];
  readonly errors: FileLine<RowError>[] = [];
  readonly accounts: FileAccount[] = [];
  currency: string | null;
  openingBalance: string | undefined;

  readonly #layout: Layout | null;
  readonly #style: Style;
  readonly #namesSheets: boolean;
  readonly #rowAccounts: number[] = [];
  readonly #accountIndexes = new Map<string, number>();
  readonly #titled: number[] = [];
  readonly #balances: (number | null)[] = [];
  readonly #signed: number[] = [];
  readonly #rowCurrencies: (string | null)[] = [];
  readonly #totals = new ChargeTotals();
  #closingText = new Map<number, string>();
  #statedClosing: string | undefined;
  #account = -1;
  #chargeDate: string | undefined;
  #month: Title['month'];
  #isTitled = false;
  #isPendingTable = false;
  #hasOwnCharges = false;
  #isInformation = false;
  #tableStart = 0;
  /** Where it is not that of the file. */
  #tableCurrency: string | null = null;
  #isTotalOpen = false;
  #columns: Columns | null = null;
  #width: LineWidth | undefined;

  constructor(layout: Layout | null, style: Style, currency: string | null, namesSheets: boolean) {
    this.#layout = layout;
    this.#style = style;
    this.currency = currency;
    this.#namesSheets = namesSheets;
  }

  read({ name, rows, headers }: SheetPlan, width?: LineWidth): void {
    this.#columns = headers.get(-1) ?? null;
    this.#width = width;
    this.#isInformation = Boolean(name && this.#layout?.informationSheets?.test(name));
    this.#month = this.#layout?.isCard ? (monthOf(rows) ?? this.#month) : undefined;
    const sheet = this.#namesSheets && name ? name : undefined;
    if (name) this.#startSection(name);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (!row) continue;
      const header = headers.get(index);
      if (header) {
        this.#columns = header;
        this.#startTable(row, header);
        continue;
      }
      if (row.cells.every(isBlank)) continue;
      if (!this.#columns || !this.#readRow(row, sheet, this.#columns)) {
        this.#readTitle(row);
      }
    }
  }

  #startTable({ cells }: TableRow, columns: Columns): void {
    if (!this.#isTitled) this.#startSection('');
    this.#isTitled = false;
    this.#tableStart = this.rows.length;
    this.#isTotalOpen = false;
    // For an account in another currency than that of its bank.
    const named = (['amount', 'out', 'in'] as const).map((role) =>
      currencyIn(cellText(cells[columns[role]?.[0] ?? -1])),
    );
    const written = (this.#layout && !this.#layout.isCard && named.find((each) => each !== null)) || null;
    if (this.rows.length === 0) this.currency = written ?? this.currency;
    this.#tableCurrency = written === this.currency ? null : written;
  }

  /** A title may name the kind of the rows that follow. */
  #startSection(title: string): void {
    this.#isTitled = true;
    this.#isPendingTable = Boolean(this.#layout && !this.#layout.pendingRow && PENDING_TITLE.test(title));
    this.#hasOwnCharges = OWN_CHARGE_TITLE.test(title);
  }

  #readTitle(row: TableRow): void {
    const text = lineText(row);
    if (TABLE_TITLE.test(text) || PENDING_TITLE.test(text)) this.#startSection(text);
    const title = readTitle(row, Boolean(this.#layout?.isCard));
    // Lines between the rows of an unknown table may be texts of these rows.
    if (!this.#layout && this.rows.length > 0) return;
    if (title.currency && !this.#layout) this.currency ??= title.currency;
    if (title.currency && this.#layout && !this.#layout.isCard) this.currency = title.currency;
    if (title.account) this.#nameAccount(title.account);
    if (title.month) this.#month = title.month;
    if (title.account?.card) this.#totals.startCard();
    if (title.chargeDate) this.#takeChargeDate(title.chargeDate);
    if (title.chargeTotal && (title.chargeDate || title.account?.card))
      this.#totals.take(title.chargeTotal, title.chargeDate && this.#chargeDate, this.#account >= 0);
  }

  #takeChargeDate(date: string): void {
    this.#chargeDate = date.startsWith('--') && this.#month ? chargeYear(date.slice(2), this.#month) : date;
    this.#totals.takeDay(this.#chargeDate, this.#account >= 0);
  }

  #nameAccount(account: FileAccount): void {
    const current = this.accounts[this.#account];
    const isOther =
      !current ||
      (['number', 'iban', 'card'] as const).some(
        (key) => current[key] !== undefined && account[key] !== undefined && current[key] !== account[key],
      );
    if (!isOther) {
      Object.assign(current, account);
      return;
    }
    this.#account = this.accounts.findIndex((other) =>
      (['number', 'iban', 'card'] as const).some((key) => account[key] && other[key] === account[key]),
    );
    if (this.#account >= 0) return;
    this.#account = this.accounts.push({ ...account }) - 1;
    this.#titled.push(this.#account);
  }

  /** The account of a row that names its card or account. */
  #accountOf(key: 'card' | 'number' | 'iban' | 'name', value: string): number {
    const known = this.#accountIndexes.get(`${key} ${value}`);
    if (known !== undefined) return known;
    // Those of titles are few.
    const found = this.#titled.find((account) => this.accounts[account]?.[key] === value);
    const index = found ?? this.accounts.push({ [key]: value }) - 1;
    this.#accountIndexes.set(`${key} ${value}`, index);
    return index;
  }

  /** @returns false if the line is no row and no part of a table */
  #readRow(row: TableRow, sheet: string | undefined, columns: Columns): boolean {
    const { cells } = row;
    const style = this.#style;
    const cell = (role: LayoutRole): Cell | undefined => {
      const index = columns[role]?.[0];
      return index === undefined ? undefined : cells[index];
    };
    const place = sheet === undefined ? { line: row.line } : { line: row.line, sheet };
    const dateAt = columns.date?.find((index) => !isBlank(cells[index]));
    const dateCell = dateAt === undefined ? undefined : cells[dateAt];
    const date = readDate(dateCell, style.dateOrder, style.is1904);
    const description = cellText(cell('description'));
    const amount = this.#amountOf(columns, cells);

    if (date === null) {
      const first = firstText(cells);
      const phrase = phraseOf(first) ?? phraseOf(description) ?? phraseOf(cellText(cell('payee')));
      if (phrase) {
        this.#skipLine(row, place, phrase, columns);
        return true;
      }
      if ((this.#isTotalOpen && filledCells(cells) === 1) || isSumAlone(cells)) {
        this.#skipLine(row, place, 'total', columns);
        return true;
      }
      const above = this.rows.length > this.#tableStart ? this.rows.at(-1) : undefined;
      const day = above?.date ?? this.#chargeDate;
      const isFee = this.#layout?.isCard && isBlank(dateCell) && CARD_FEE.test(description);
      if (isFee && amount !== null && amount !== 'unreadable' && day && !day.startsWith('--')) {
        this.#addRow(row, place, columns, { date: day, description, amount, status: '', above });
        return true;
      }
      const isRow =
        amount !== null &&
        (description !== '' || (!isBlank(dateCell) && !this.#layout) || hasDigits(dateCell));
      if (!isRow || (amount === 'unreadable' && isBlank(dateCell))) return false;
      this.#fail(row, place, 'date');
      return true;
    }
    if (this.#isInformation) {
      this.skipped.push({ ...place, reason: 'information', text: lineText(row) });
      return true;
    }
    if (SUM_OF_DAY.test(description) || (/^0+$/.test(cellText(cell('reference'))) && phraseOf(description))) {
      this.skipped.push({ ...place, reason: 'total', text: lineText(row) });
      return true;
    }
    const width = this.#width;
    if (
      width &&
      cells.length > width.most &&
      (width.areWiderWrong || !cells.slice(width.most).every(isBlank))
    ) {
      this.#fail(row, place, 'columns');
      return true;
    }
    const phrase =
      amount === null
        ? phraseOf(description || firstWords(cells))
        : OPENING.test(description)
          ? phraseOf(description, true)
          : null;
    if (phrase && (amount === null || phrase !== 'total')) {
      this.#skipLine(row, place, phrase, columns);
      return true;
    }
    if (amount === 'unreadable') {
      this.#fail(row, place, 'amount');
      return true;
    }
    const status = cellText(cell('status'));
    if (status && VOID_WORDS.test(status)) {
      this.skipped.push({ ...place, reason: 'information', text: lineText(row) });
      return true;
    }
    this.#isTotalOpen = false;
    this.#addRow(row, place, columns, { date, description, amount, status });
    return true;
  }

  #addRow(
    row: TableRow,
    place: { line: number; sheet?: string },
    columns: Columns,
    {
      date,
      description,
      amount,
      status,
      above,
    }: {
      date: string;
      description: string;
      amount: Signed | null;
      status: string;
      /** The purchase that a fee is for. */
      above?: FileRow | undefined;
    },
  ): void {
    const { cells } = row;
    const layout = this.#layout;
    const style = this.#style;
    const text = (role: LayoutRole): string => {
      const index = columns[role]?.[0];
      return index === undefined ? '' : cellText(cells[index]);
    };
    const memo = (columns.memo ?? [])
      .map((index) => cellText(cells[index]))
      .filter((part) => part !== '')
      .join(' ');
    const named = columns.currency ? text('currency') : '';
    let currency = currencyOf(named) ?? amount?.currency ?? this.#tableCurrency;
    if (named !== '' && currencyOf(named) === null) {
      this.#fail(row, place, 'currency');
      return;
    }
    let charged = amount;
    let original: FileRow['original'];
    let isPending =
      this.#isPendingTable ||
      above?.isPending ||
      (status !== '' && PENDING_WORDS.test(status)) ||
      Boolean(layout?.pendingRow?.test(memo) || layout?.pendingRow?.test(text('status')));
    if (columns.original) {
      const read = readAmount(cells[columns.original[0] ?? -1], style.decimalMark);
      if (read) {
        const written = columns.originalCurrency ? text('originalCurrency') : '';
        let originalCurrency = currencyOf(written) ?? read.currency;
        const value = style.sign === 'plus_out' ? negated(read.value) : read.value;
        const isUncharged =
          charged === null ||
          (isZero(charged.value) &&
            columns.chargeDate !== undefined &&
            text('chargeDate') === '' &&
            !isZero(read.value));
        if (isUncharged && layout?.isCard) {
          // Not charged yet: the card states only the original amount.
          if (written !== '' && originalCurrency === null) {
            this.#fail(row, place, 'currency');
            return;
          }
          originalCurrency ??= (columns.originalCurrency && layout.emptyOriginalCurrency) || null;
          charged = { value, currency: originalCurrency };
          currency = originalCurrency;
          isPending = true;
        } else if (charged) {
          const isSame = hundredths(absolute(read.value)) === hundredths(absolute(charged.value));
          if (!originalCurrency && columns.originalCurrency && !isSame)
            originalCurrency = layout?.emptyOriginalCurrency ?? null;
          const chargedCurrency = currency ?? layout?.currency ?? null;
          if (written === '') originalCurrency ??= chargedCurrency;
          if (originalCurrency && !isZero(read.value) && (!isSame || originalCurrency !== chargedCurrency))
            original = { amount: absolute(read.value), currency: originalCurrency };
        }
      }
    }
    if (charged === null) {
      this.skipped.push({ ...place, reason: 'empty', text: lineText(row) });
      return;
    }
    if (isZero(charged.value)) {
      this.skipped.push({ ...place, reason: 'zero', text: lineText(row) });
      return;
    }
    const payee = text('payee');
    const isExpense = charged.value.startsWith('-');
    const reading: FileRow = {
      ...place,
      date,
      amount: absolute(charged.value),
      type: isExpense ? 'expense' : 'income',
      description: description || payee || memo || text('category'),
    };
    if (payee && description) reading.payee = payee;
    if (memo && memo !== reading.description) reading.memo = memo;
    if (columns.category) setText(reading, 'category', text('category'));
    if (columns.tags) {
      const tags = text('tags')
        .split(/[,;]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
      if (tags.length > 0) reading.tags = tags;
    }
    if (columns.reference) setText(reading, 'reference', text('reference'));
    if (columns.valueDate) {
      const valueDate = readDate(cells[columns.valueDate[0] ?? -1], style.dateOrder, style.is1904);
      if (valueDate && valueDate !== date) reading.valueDate = valueDate;
    }
    if (original) reading.original = original;
    if (isPending) reading.isPending = true;
    if (layout?.isCard) {
      const own =
        columns.chargeDate && readDate(cells[columns.chargeDate[0] ?? -1], style.dateOrder, style.is1904);
      const chargeDate = own ?? above?.chargeDate ?? (this.#hasOwnCharges ? undefined : this.#chargeDate);
      if (chargeDate && !isPending) reading.chargeDate = chargeDate;
    }

    // Payments of one purchase have its day and text in files of cards, which a table of an unknown bank may be.
    const said = layout ? (layout.isCard ? lineText(row) : '') : `${description} ${memo}`;
    const installment = installmentIn(said);
    if (installment) reading.installment = installment;
    const card = columns.card ? text('card').replace(/\D/g, '').slice(-4) : '';
    const account = columns.account ? text('account') : '';
    this.#rowAccounts.push(
      card
        ? this.#accountOf('card', card.padStart(4, '0'))
        : account
          ? this.#accountOf(...accountKey(account))
          : ((above && this.#rowAccounts.at(-1)) ?? this.#account),
    );
    this.#rowCurrencies.push(currency);
    const balance =
      columns.balance && !this.#tableCurrency
        ? readAmount(cells[columns.balance[0] ?? -1], style.decimalMark)
        : null;
    this.#balances.push(balance && !isPending ? hundredths(balance.value) : null);
    if (balance) this.#closingText.set(this.rows.length, balance.value);
    this.#signed.push(isPending ? 0 : hundredths(charged.value));
    this.rows.push(reading);
  }

  /** The amount of the columns of money: signed, null if they are empty. */
  #amountOf(columns: Columns, cells: Cell[]): Signed | null | 'unreadable' {
    const style = this.#style;
    if (columns.amount) {
      const cell = cells[columns.amount[0] ?? -1];
      if (isBlank(cell)) return null;
      const read = readAmount(shown(cell), style.decimalMark);
      if (!read) return 'unreadable';
      let { value } = read;
      // `CR` and `DR` need no sign.
      if (read.side) return { value, currency: read.currency };
      if (columns.sign) {
        const word = cellText(cells[columns.sign[0] ?? -1]);
        const isIn = signOf(word);
        if (isIn === undefined)
          return word === '' && isZero(value) ? { value, currency: read.currency } : 'unreadable';
        if (!isIn) value = negated(value);
      } else if (style.sign === 'plus_out') value = negated(value);
      return { value, currency: read.currency };
    }
    const sides: Signed[] = [];
    let isWritten = false;
    for (const role of ['out', 'in'] as const) {
      const cell = cells[columns[role]?.[0] ?? -1];
      if (isBlank(cell) || cell === '-') continue;
      const read = readAmount(shown(cell), style.decimalMark);
      if (!read) return 'unreadable';
      isWritten = true;
      if (isZero(read.value)) continue;
      const isFlipped = role === 'out' ? !style.isOutNegative : style.isInNegative;
      sides.push({ value: isFlipped ? negated(read.value) : read.value, currency: read.currency });
    }
    const [side, other] = sides;
    if (other) return 'unreadable';
    return side ?? (isWritten ? { value: '0', currency: null } : null);
  }

  #skipLine(
    row: TableRow,
    place: { line: number; sheet?: string },
    reason: SkipReason,
    columns: Columns,
  ): void {
    this.skipped.push({ ...place, reason, text: lineText(row) });
    const { decimalMark } = this.#style;
    if (reason === 'total') {
      if (this.#layout?.isCard) this.#readTotal(row);
      return;
    }
    const at = columns.balance?.[0];
    const balance =
      (at === undefined ? null : readAmount(row.cells[at], decimalMark)) ??
      row.cells.map((cell) => readAmount(cell, decimalMark)).findLast((read) => read !== null);
    if (reason === 'openingBalance') this.openingBalance ??= balance?.value;
    if (reason === 'closingBalance') this.#statedClosing = balance?.value;
  }

  #readTotal(row: TableRow): void {
    const amount = row.cells.map((cell) => readAmount(cell, '.')).findLast((read) => read !== null);
    this.#isTotalOpen = !amount;
    if (!amount) return;
    const text = firstText(row.cells);
    const currencies = row.cells.map((cell) => (typeof cell === 'string' ? currencyOf(cell) : null));
    const isForeign = [amount.currency, ...currencies].some(
      (code) => code !== null && code !== this.currency,
    );
    if (isForeign || isOtherSum(text)) return;
    if (isSumOfCard(text)) {
      const date = this.#chargeDate;
      if (date) this.#totals.addOfCard(date, amount.value, this.#account >= 0);
      return;
    }
    const dates = new Set<string>();
    const summed: number[] = [];
    for (let index = this.#tableStart; index < this.rows.length; index++) {
      const date = this.#chargeAt(index);
      if (!date) continue;
      dates.add(date);
      summed.push(index);
    }
    const [date] = dates;
    if (!date || dates.size > 1) return;
    this.#totals.addOfTable(date, amount.value, summed);
  }

  /** The charge date of a row in the currency of the file. */
  #chargeAt(index: number): string | undefined {
    const currency = this.#rowCurrencies[index] ?? this.currency;
    return currency === this.currency ? this.rows[index]?.chargeDate : undefined;
  }

  #fail(row: TableRow, place: { line: number; sheet?: string }, reason: RowError): void {
    this.errors.push({ ...place, reason, text: lineText(row) });
  }

  /** Everything that was read, completed by what only the whole file shows. */
  finish(kind: BankFile['kind']): BankFile {
    this.#yearsOfCharges();
    if (this.accounts.length > 1)
      this.#rowAccounts.forEach((account, index) => {
        const row = this.rows[index];
        if (row && account >= 0) row.account = account;
      });
    this.#settleCurrency();
    const file: BankFile = {
      kind,
      accounts: this.accounts,
      currency: this.currency,
      rows: this.rows,
      skipped: this.skipped,
      errors: this.errors,
    };
    if (this.openingBalance !== undefined) file.openingBalance = this.openingBalance;
    const closing = this.#closingBalance();
    if (closing !== undefined) file.closingBalance = closing;
    const totals = this.#totals.shown(this.rows.map((_, index) => this.#chargeAt(index)));
    if (totals.length > 0) file.totals = totals;
    return file;
  }

  /** Charges without a year come first after the last purchase that they pay. */
  #yearsOfCharges(): void {
    const dates = new Set(
      this.rows.map(({ chargeDate }) => chargeDate).filter((date) => date?.startsWith('--')),
    );
    for (const date of dates) {
      const paid = this.rows.filter(({ chargeDate }) => chargeDate === date);
      const last =
        paid
          .map((row) => row.date)
          .toSorted()
          .at(-1) ?? '';
      const year = Number(last.slice(0, 4));
      const monthAndDay = date?.slice(2) ?? '';
      const full = `${year}-${monthAndDay}` >= last ? `${year}-${monthAndDay}` : `${year + 1}-${monthAndDay}`;
      for (const row of paid) row.chargeDate = full;
      this.#totals.rename(date ?? '', full);
    }
  }

  #settleCurrency(): void {
    const rowCurrencies = this.#rowCurrencies;
    if (this.#layout) {
      rowCurrencies.forEach((currency, index) => {
        const row = this.rows[index];
        if (row && currency && currency !== this.currency) row.currency = currency;
      });
      return;
    }
    const codes = new Set(rowCurrencies.map((currency) => currency ?? this.currency));
    const [only] = codes;
    if (codes.size === 1 && only) this.currency = only;
    if (codes.size < 2) return;
    rowCurrencies.forEach((currency, index) => {
      const row = this.rows[index];
      const code = currency ?? this.currency;
      if (row && code) row.currency = code;
    });
    this.currency = null;
  }

  /** The balance of the newest row, in either order of rows. */
  #closingBalance(): string | undefined {
    if (this.#statedClosing !== undefined) return this.#statedClosing;
    if (this.accounts.length > 1 || (this.currency === null && this.rows.some((row) => row.currency)))
      return undefined;
    const indexes: number[] = [];
    this.#balances.forEach((balance, index) => {
      if (balance !== null) indexes.push(index);
    });
    const first = indexes[0];
    const last = indexes.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const newest = isNewestFirst(this.rows, this.#signed, this.#balances) ? first : last;
    return this.#closingText.get(newest);
  }
}

interface Signed {
  /** Signed: outgoing amounts are negative. */
  value: string;
  currency: string | null;
}

const OPENING =
  /^(?:opening|starting|beginning|balance|brought|previous|start|initial|closing|ending|carried|end|final|יתר|anfangs|saldo|alter|eröffnungs|solde|ancien|beginsaldo|schluss|neuer|nouveau|abschluss|eindsaldo)/i;

function isNewestFirst(rows: FileRow[], signed: number[], balances: (number | null)[]): boolean {
  let up = 0;
  let down = 0;
  for (let index = 1; index < rows.length; index++) {
    const before = balances[index - 1];
    const here = balances[index];
    if (before == null || here == null) continue;
    if (here - before === signed[index]) up++;
    if (before - here === signed[index - 1]) down++;
  }
  if (up !== down) return down > up;
  return (rows[0]?.date ?? '') > (rows.at(-1)?.date ?? '');
}

function monthOf(rows: TableRow[]): Title['month'] {
  const few = rows.length > 200 ? [...rows.slice(0, 100), ...rows.slice(-50)] : rows;
  for (const row of few) {
    const filled = filledCells(row.cells);
    if (filled === 0 || filled > 4) continue;
    const { month } = readTitle(row, true);
    if (month) return month;
  }
  return undefined;
}

export function signOf(word: string): boolean | undefined {
  const trimmed = word.trim();
  return SIGN_WORDS.get(trimmed) ?? SIGN_WORDS.get(fold(trimmed));
}

function accountKey(text: string): ['number' | 'iban' | 'name', string] {
  const joined = text.replaceAll(' ', '');
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(joined)) return ['iban', joined];
  return /\d{3}/.test(text) ? ['number', text] : ['name', text];
}

/** Sheets show two decimals of a number that may have been computed with more. */
const shown = (cell: Cell | undefined) => (typeof cell === 'number' ? Number(cell.toFixed(2)) : cell);

function absolute(value: string): string {
  return value.startsWith('-') ? value.slice(1) : value;
}

function setText(row: FileRow, key: 'category' | 'reference', value: string): void {
  if (value !== '') row[key] = value;
}
