import type { BankFile, Cell, Mapping, Table, TableRow } from '../bank-file.ts';
import { dateOf, dateQuestion, guessOf, ordersOf, SAMPLE } from '../formats/date-order.ts';
import {
  figureOf,
  filled,
  isZero,
  markOf,
  type Statement,
  Statements,
  signed,
  tidy,
} from '../formats/statement.ts';
import type { App, AppRow, Around, Field } from './app-layout.ts';
import { OWN_CSV } from './own-csv.ts';

const minus = (amount: string) => (/^\s*[-(]/.test(amount) ? amount.replace(/[-()]/g, '') : `-${amount}`);
const without = (amount: string) => amount.replace(/[-()]/g, '');
const listOf = (text: string, mark: string) =>
  text
    .split(mark)
    .map((one) => one.trim())
    .filter(Boolean);

const APPS: App[] = [
  ...OWN_CSV,
  {
    kind: 'actual',
    required: ['account', 'date', 'payee', 'notes', 'category', 'amount', 'cleared'],
    amounts: ['amount'],
    dates: { column: 'date', isAsked: true },
    row(field, { hasOtherSide }) {
      const row: AppRow = {
        account: field('account'),
        date: field('date'),
        amount: field('amount'),
        description: field('payee'),
        memo: field('notes'),
        category: field('category'),
      };
      if (isZero(row.amount) && !isZero(field('split_amount'))) return { ...row, skip: 'wholeOfSplit' };
      if (/^starting balance$/i.test(row.description)) return { ...row, skip: 'openingBalance' };
      return hasOtherSide(row) ? { ...row, transfer: { account: row.description } } : row;
    },
  },
  {
    kind: 'firefly',
    required: ['type', 'amount', 'description', 'date', 'source_name', 'destination_name'],
    amounts: ['amount', 'foreign_amount'],
    dates: { column: 'date', isAsked: false },
    row(field) {
      const type = field('type').toLowerCase();
      const [source, destination] = [field('source_name'), field('destination_name')];
      const amount = without(field('amount'));
      const foreign = field('foreign_currency_code') && {
        amount: without(field('foreign_amount')),
        currency: field('foreign_currency_code'),
      };
      const isIn =
        type === 'deposit' ||
        (type === 'opening balance' && /asset|debt|loan|mortgage/i.test(field('destination_type')));
      const isOwn = /^(?:withdrawal|deposit|transfer)$/.test(type);
      const other = isIn ? source : destination;
      return {
        account: isIn ? destination : source,
        date: field('date'),
        amount: isIn ? amount : minus(amount),
        description: field('description'),
        memo: field('notes'),
        category: field('category'),
        tags: listOf(field('tags'), ','),
        currency: field('currency_code'),
        externalId: field('journal_id'),
        payee: type !== 'transfer' && isOwn && !/^\(no name\)$|^cash account$/i.test(other) ? other : '',
        ...(type === 'transfer' && { transfer: { account: destination, ...(foreign || {}) } }),
        ...(type !== 'transfer' && foreign && { original: foreign }),
        skip: isOwn ? undefined : type === 'opening balance' ? 'openingBalance' : 'information',
      };
    },
  },
  {
    kind: 'ezbookkeeping',
    required: ['time', 'type', 'category', 'sub category', 'account', 'amount', 'account2'],
    amounts: ['amount', 'account2 amount'],
    dates: { column: 'time', isAsked: false },
    row(field) {
      const type = field('type').toLowerCase();
      const category = field('sub category') || field('category');
      const other = { amount: field('account2 amount'), currency: field('account2 currency') };
      const isOther = other.currency !== field('account currency') && other.amount !== '';
      return {
        account: field('account'),
        date: field('time'),
        amount: /^expense|^transfer/.test(type) ? minus(field('amount')) : field('amount'),
        description: field('description') || category,
        category,
        tags: listOf(field('tags'), ';'),
        currency: field('account currency'),
        ...(type.startsWith('transfer') && {
          transfer: { account: field('account2'), ...(isOther && other) },
        }),
        skip: /balance/.test(type) ? 'openingBalance' : undefined,
      };
    },
  },
  {
    kind: 'ynab',
    required: ['account', 'date', 'payee', 'memo', 'outflow', 'inflow'],
    amounts: ['outflow', 'inflow'],
    dates: { column: 'date', isAsked: true },
    row(field) {
      const payee = field('payee');
      const [, other] = /^Transfer ?: ?(.+)$/i.exec(payee) ?? [];
      return {
        account: field('account'),
        date: field('date'),
        amount: isZero(field('outflow')) ? field('inflow') : minus(field('outflow')),
        description: payee || field('memo'),
        memo: payee ? field('memo') : '',
        category: field('sub category') || field('category'),
        ...(other && { transfer: { account: other } }),
        skip: /^starting balance$/i.test(payee) ? 'openingBalance' : undefined,
      };
    },
  },
  {
    kind: 'mint',
    required: ['date', 'description', 'original description', 'amount', 'transaction type', 'account name'],
    amounts: ['amount'],
    dates: { column: 'date', isAsked: false },
    row(field) {
      const original = field('original description');
      return {
        account: field('account name'),
        date: field('date'),
        amount: /^debit$/i.test(field('transaction type')) ? minus(field('amount')) : field('amount'),
        description: field('description') || original,
        memo: field('notes') || (original === field('description') ? '' : original),
        category: field('category'),
        tags: listOf(field('labels'), ','),
      };
    },
  },
];

/** Rows in which a header is looked for, under titles. */
const HEADER_WITHIN = 5;

/** Reads the export of an app for personal finance. @returns null where the header is of none */
export function readApp(table: Table, { mapping }: { mapping?: Mapping | undefined } = {}): BankFile | null {
  for (const { rows } of table.sheets)
    for (const [index, header] of rows.slice(0, HEADER_WITHIN).entries()) {
      const names = header.cells.map((cell) => textOf(cell).trim().toLowerCase());
      const app = APPS.find(({ required }) => required.every((name) => names.includes(name)));
      if (app) return read(app, header, names, rows.slice(index + 1), mapping);
    }
  return null;
}

function read(app: App, header: TableRow, names: string[], rows: TableRow[], mapping?: Mapping): BankFile {
  const indexes = new Map(names.map((name, index) => [name, index]));
  const fieldOf =
    ({ cells }: TableRow): Field =>
    (name) => {
      const index = indexes.get(name);
      const text = index === undefined ? '' : textOf(cells[index]).trim();
      return app.amounts.includes(name) || name === 'split_amount' ? bare(text) : text;
    };
  // Files that were joined have their headers in between.
  const filledRows = rows.filter(
    ({ cells }) =>
      cells.some((cell) => textOf(cell).trim() !== '') &&
      cells.some((cell, index) => textOf(cell).trim().toLowerCase() !== names[index]),
  );
  const dates = [...new Set(filledRows.map((row) => dayOnly(fieldOf(row)(app.dates.column))))];
  const orders = ordersOf(dates);
  const isAsked = app.dates.isAsked && orders.length > 1;
  const chosen = orders.find((order) => order === mapping?.dateOrder);
  const order = chosen ?? (orders.length === 1 ? orders[0] : undefined) ?? (isAsked ? guessOf(dates) : 'mdy');
  const amounts = function* () {
    for (const row of filledRows) for (const name of app.amounts) yield without(fieldOf(row)(name));
  };
  const mark = mapping?.decimalMark ?? markOf(amounts());
  const file = new Statements();
  const accounts = new Map<string, Statement>();
  const accountOf = (name: string) => {
    const account = accounts.get(name) ?? file.begin(name === '' ? {} : { name });
    accounts.set(name, account);
    return account;
  };
  const fields = filledRows.map(fieldOf);
  const currencies = new Map<string, string>();
  for (const field of app.currencyOf ? fields : []) {
    const said = app.currencyOf?.(field);
    if (said?.currency) currencies.set(said.account, said.currency);
  }
  const context: Around = {
    hasOtherSide: otherSides(app, fields),
    currencyOf: (account) => currencies.get(account),
  };
  const openings: string[] = [];
  for (const row of filledRows) {
    const said = app.row(fieldOf(row), context);
    const { line } = row;
    if (said.account === '' && !said.isOnlyAccount) {
      file.fail(line, 'columns', lineText(row));
      continue;
    }
    if (said.fail) {
      file.fail(line, said.fail, lineText(row));
      continue;
    }
    const figure = figureOf(said.amount, mark);
    if (said.skip) {
      if (said.skip === 'openingBalance' && figure) openings.push(signed(figure));
      file.skip(line, said.skip, said.description);
      continue;
    }
    const date = dateOf(dayOnly(said.date), order);
    if (!date || !figure) {
      file.fail(line, date ? 'amount' : 'date', lineText(row));
      continue;
    }
    const { account, amount: _, skip: __, fail: ___, isOnlyAccount: ____, ...rest } = said;
    const { original, transfer, installment, chargeDate, ...texts } = rest;
    const charged = chargeDate && dateOf(dayOnly(chargeDate), order);
    const foreign = <T extends { amount?: string }>(part: T): T => ({
      ...part,
      ...(part.amount !== undefined && { amount: figureOf(part.amount, mark)?.amount ?? '0' }),
    });
    const own = accountOf(account);
    if (transfer) accountOf(transfer.account);
    file.add(
      {
        ...filled({ ...texts, tags: texts.tags?.length ? texts.tags : undefined }),
        line,
        date,
        amount: figure.amount,
        type: figure.isNegative ? 'expense' : 'income',
        description: tidy(said.description),
        ...(original && { original: foreign(original) }),
        ...(installment && {
          installment: {
            ...installment,
            ...(installment.total && { total: figureOf(installment.total, mark)?.amount ?? '0' }),
          },
        }),
        ...(charged && { chargeDate: charged }),
        ...(transfer && { transfer: foreign(transfer) }),
      },
      own,
    );
  }
  const result = withMainCurrency(file.finish(app.kind));
  const [opening] = openings;
  if (opening !== undefined && openings.length === 1) result.openingBalance = opening;
  if (isAsked)
    result.question = dateQuestion(
      {
        header: header.cells.map(textOf),
        sample: filledRows.slice(0, SAMPLE).map(({ cells }) => cells.map(textOf)),
        shape: app.kind,
      },
      { dateOrder: order, decimalMark: mark, isAnswered: chosen !== undefined },
    );
  return result;
}

/** Whether the account that is named as payee has the same row from its own side. */
function otherSides(app: App, fields: Field[]): (row: AppRow) => boolean {
  const sides = new Set<string>();
  const key = (account: string, other: string, date: string, amount: string) =>
    JSON.stringify([account, other, date, amount]);
  if (app.kind === 'actual')
    for (const field of fields)
      sides.add(key(field('account'), field('payee'), field('date'), field('amount')));
  return ({ account, description, date, amount }) =>
    account !== description && sides.has(key(description, account, date, minus(amount)));
}

/** The currency of most rows is that of the file. */
function withMainCurrency(file: BankFile): BankFile {
  const counts = new Map<string, number>();
  for (const { currency } of file.rows) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [main] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!main || file.rows.some(({ currency }) => !currency)) return file;
  const [currency] = main;
  for (const row of file.rows) if (row.currency === currency) delete row.currency;
  return { ...file, currency };
}

function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'object' ? cell.date : String(cell).replace(/^\ufeff/, '');
}

const lineText = ({ cells }: TableRow) => cells.map(textOf).join(' ');

/** The day as written, without time and zone. */
const dayOnly = (text: string) => text.replace(/^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})[T ].*$/, '$1');

/** A figure without a sign of currency; minus in front. */
function bare(text: string): string {
  const figure = text.replace(/[^\d.,()-]/g, '');
  return /-|^\(/.test(figure) ? `-${figure.replace(/[-()]/g, '')}` : figure;
}
