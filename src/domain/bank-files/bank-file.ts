import type { AccountRow } from '../../db/tables.ts';
import type { TransactionType } from '../schemas.ts';
import type { BankKind } from './layouts/banks.ts';

/** The kind of a file. `csv` is any table whose columns are not those of a known bank or app. */
export type FileKind =
  | BankKind
  | 'csv'
  | 'ofx'
  | 'qif'
  | 'camt053'
  | 'mt940'
  | 'actual'
  | 'firefly'
  | 'ezbookkeeping'
  | 'ynab'
  | 'mint';

/** A value of a sheet or of a line: text as written, a number of a sheet, or a date cell (YYYY-MM-DD). Empty is ''. */
export type Cell = string | number | { date: string };

export interface TableRow {
  /** Counts from 1 in its sheet or file. */
  line: number;
  cells: Cell[];
}

export interface Sheet {
  /** Null where a file has no sheets. */
  name: string | null;
  rows: TableRow[];
}

/** Uninterpreted rows and columns, as the readers of CSV, HTML and spreadsheets return them. */
export interface Table {
  format: 'csv' | 'xlsx' | 'xls' | 'ods' | 'xml' | 'html';
  sheets: Sheet[];
  /** Whether serial day numbers count from 1904, as in some workbooks. */
  is1904?: boolean;
}

/** An account as a file identifies it. */
export interface FileAccount {
  /** As the file writes it; absent where it has none. */
  number?: string;
  iban?: string;
  /** The last four digits of a card. */
  card?: string;
  name?: string;
  bank?: string;
  type?: string;
  /** The kind that it had in the Pruta that wrote the file. */
  kind?: AccountRow['kind'];
  /** A currency code; absent where it is that of the file. */
  currency?: string;
}

/** An exact, non-negative decimal with a point and without grouping: `1234.5`. */
export type DecimalText = string;

/** A transaction as a file has it. */
export interface FileRow {
  line: number;
  /** Absent where a file has no sheets or only one. */
  sheet?: string;
  /** YYYY-MM-DD as written, never moved by a time zone. */
  date: string;
  amount: DecimalText;
  type: TransactionType;
  /** What a person would search for; the payee where a file has nothing else. */
  description: string;
  payee?: string;
  memo?: string;
  category?: string;
  tags?: string[];
  /** A code; absent where it is that of the file. */
  currency?: string;
  valueDate?: string;
  /** The day a card takes the money. */
  chargeDate?: string;
  /** The bank's own id, unique within the account. */
  externalId?: string;
  /** The bank's id of a row of an earlier file that this one replaces. */
  corrects?: string;
  /** A number of the bank that is not unique: shown, never used for matching. */
  reference?: string;
  /** Index in the file's `accounts`; absent where the file has at most one. */
  account?: number;
  /** Before conversion; or the full price of a purchase in installments. */
  original?: { amount: DecimalText; currency: string };
  /** In an account's file: its currency for one of what was paid. */
  rate?: DecimalText;
  /** `total` is the full price, in the currency of the amount; `isEnd` if no more are expected, in an account's file. */
  installment?: { n: number; of: number; total?: string; isEnd?: boolean };
  /** Shown by the bank, not booked yet. */
  isPending?: boolean;
  isReversal?: boolean;
  /** Money to or from another account that the file names; amount and currency where they differ. */
  transfer?: { account: string; amount?: DecimalText; currency?: string };
  /** Parts of the row's amount. */
  splits?: { amount: DecimalText; category?: string; memo?: string }[];
}

const SKIP_REASONS = [
  'total',
  'openingBalance',
  'closingBalance',
  'wholeOfSplit',
  'zero',
  'information',
  'otherSide',
  'withdrawn',
  'empty',
] as const;

/** Why a line that looks like a row is skipped. */
export type SkipReason = (typeof SKIP_REASONS)[number];

export const isSkipped = (line: FileLine<SkipReason | RowError>): line is FileLine<SkipReason> =>
  SKIP_REASONS.some((reason) => reason === line.reason);

/** Why a line that should be a row cannot be read. */
export type RowError = 'date' | 'amount' | 'columns' | 'currency' | 'transfer' | 'account' | 'archived';

export interface FileLine<Reason> {
  line: number;
  sheet?: string;
  reason: Reason;
  /** The line as text, at most 200 letters. */
  text?: string;
  /** The bank's id of a row of an earlier file that it withdraws. */
  externalId?: string;
}

export const COLUMN_ROLES = [
  'date',
  'amount',
  'out',
  'in',
  'sign',
  'description',
  'payee',
  'notes',
  'category',
  'currency',
  'balance',
  'reference',
] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** `minus_out`: a negative amount leaves the account, as most banks write. `plus_out`: as most cards write. */
export type AmountSign = 'minus_out' | 'plus_out';

/** How the columns of a table are read: guessed, chosen by a person, or stored for its header. */
export interface Mapping {
  /** Index of a column, from 0. */
  columns: Partial<Record<ColumnRole, number>>;
  dateOrder: DateOrder | null;
  decimalMark: '.' | ',' | null;
  sign: AmountSign | null;
}

export type Ambiguity = 'date_order' | 'decimal_mark' | 'sign' | 'columns';

/** The table of an unknown file, whose columns a person maps. */
export interface MappingQuestion {
  /** Names of the columns, from the header; '' where it has none. */
  header: string[];
  /** Its first rows, as text. */
  sample: string[][];
  /** Identifies tables with this header, so that the mapping is stored for them. */
  shape: string;
  /** The guessed mapping, or the one of the request. */
  mapping: Mapping;
  /** What a person has to answer before the file can be imported; empty when the guess is certain. */
  ambiguous: Ambiguity[];
  /** Names of columns of words that are left out. */
  untaken?: string[];
}

/** What was read from a file: the same shape for every kind. */
export interface BankFile {
  kind: FileKind;
  /** Empty where the file does not name its account. */
  accounts: FileAccount[];
  /** A currency code; null where the file names none, or where rows have their own. */
  currency: string | null;
  /** In the order of the file. While something is ambiguous: by the guess. */
  rows: FileRow[];
  skipped: FileLine<SkipReason>[];
  errors: FileLine<RowError>[];
  /** Signed. */
  openingBalance?: string;
  /** Signed. */
  closingBalance?: string;
  /** The printed sums of rows by charge date, to check an import against. */
  totals?: { chargeDate: string; amount: DecimalText }[];
  /** Only of tables that are `csv`. */
  question?: MappingQuestion;
}

export type UnreadableReason =
  | 'empty'
  | 'unreadable'
  | 'unsupported'
  /** Hebrew text of DOS, which is stored in visual order in some files and in logical order in others. */
  | 'dos_hebrew'
  /** An archive of files, of whatever kind. */
  | 'archive'
  | 'too_large'
  | 'too_slow';

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {
  readonly reason: UnreadableReason;
  /** The line of the error, from 1; null where no single line is wrong. */
  readonly line: number | null;

  constructor(reason: UnreadableReason, at: number | null | { line?: number; cause: unknown } = null) {
    super(reason, typeof at === 'object' && at ? { cause: at.cause } : undefined);
    this.reason = reason;
    this.line = typeof at === 'object' ? (at?.line ?? null) : at;
  }
}
