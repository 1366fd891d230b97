import type { FileKind, RowError } from '../bank-file.ts';

/** A row as an app writes it. */
export interface AppRow {
  /** The account that the row belongs to. */
  account: string;
  /** Whether the file names no account, as there is one. */
  isOnlyAccount?: boolean;
  date: string;
  /** Signed as money moves: minus leaves the account. */
  amount: string;
  description: string;
  payee?: string | undefined;
  memo?: string | undefined;
  category?: string | undefined;
  tags?: string[] | undefined;
  currency?: string | undefined;
  externalId?: string | undefined;
  original?: { amount: string; currency: string } | undefined;
  transfer?: { account: string; amount?: string; currency?: string } | undefined;
  /** The day a card takes the money, written as the date. */
  chargeDate?: string | undefined;
  installment?: { n: number; of: number; total?: string } | undefined;
  /** Why the row cannot be read. */
  fail?: RowError | undefined;
  /** Why the row is skipped. */
  skip?: 'openingBalance' | 'wholeOfSplit' | 'information' | undefined;
}

export type Field = (name: string) => string;

export interface Around {
  hasOtherSide: (row: AppRow) => boolean;
  /** The currency of an account, as its rows say. */
  currencyOf: (account: string) => string | undefined;
}

export interface App {
  kind: FileKind;
  /** Columns without which it is another file. */
  required: string[];
  amounts: string[];
  /** The column of dates where their order is that of its user, and whether it has to be asked for. */
  dates: { column: string; isAsked: boolean };
  /** The account of a row and its currency; empty where the row has none. */
  currencyOf?: (field: Field) => { account: string; currency: string };
  row: (field: Field, context: Around) => AppRow;
}
