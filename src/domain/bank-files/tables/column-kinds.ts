import type { Cell, TableRow } from '../bank-file.ts';
import { currencyOf } from '../layouts/currencies.ts';
import type { FoundRole } from '../layouts/words.ts';
import { decimalOf, writtenAmount } from './amounts.ts';
import { dateOf, readDate, type WrittenDate, writtenDate } from './dates.ts';
import { signOf } from './rows.ts';
import { cellText, isBlank } from './text.ts';

// Enough rows to know the kind of a column's values; the order of dates and the decimal mark need every row.
export const TYPED_ROWS = 2000;

/** How many cells of a column can be of each kind. */
export interface ColumnKind {
  filled: number;
  dates: number;
  /** Figures that can be amounts of money. */
  amounts: number;
  /** How many of these have decimals or a currency. */
  money: number;
  signs: number;
  currencies: number;
  letters: number;
  /** Sum of the lengths of texts. */
  length: number;
  negatives: number;
}

export function kindOf(body: TableRow[], column: number): ColumnKind {
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
      if (isSerial(cell)) kind.dates += 0.4;
    } else {
      const text = cellText(cell);
      if (isDateCell(text)) kind.dates++;
      else if (isSerial(text)) kind.dates += 0.4;
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
export function fits(role: FoundRole, kind: ColumnKind): boolean {
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

export function isDateCell(cell: Cell): boolean {
  if (typeof cell === 'object') return true;
  if (typeof cell === 'number') return false;
  const written = writtenDate(cellText(cell));
  return written !== null && isSomeDate(written);
}

/** Whether a figure can be the serial number of a day, perhaps with its time. */
export function isSerial(cell: Cell): boolean {
  const isFigure = typeof cell === 'string' ? /^\d{5}(?:\.\d+)?$/.test(cell) : typeof cell === 'number';
  return isFigure && readDate(cell, 'dmy') !== null;
}

function isSomeDate(written: WrittenDate): boolean {
  return (['dmy', 'mdy', 'ymd'] as const).some((order) => dateOf(written, order) !== null);
}

export function isAmountCell(cell: Cell): boolean {
  if (typeof cell === 'number') return true;
  return typeof cell === 'string' && /\d/.test(cell) && amountBody(cell) !== null;
}

function amountBody(cell: string): string | null {
  const written = writtenAmount(cell.trim());
  if (!written) return null;
  return decimalOf(written.body, '.') !== null || decimalOf(written.body, ',') !== null ? written.body : null;
}
