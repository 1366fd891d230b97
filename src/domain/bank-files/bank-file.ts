import type { AccountRow } from '../../db/tables.ts';
import type { TransactionType } from '../schemas.ts';
import type { BankKind } from './layouts/banks.ts';

/** What a file is. `csv` stands for every table whose columns are not those of a known bank or app. */
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

/** Rows and columns, before anybody knows what they mean: what the readers of CSV, HTML and spreadsheets give. */
export interface Table {
  format: 'csv' | 'xlsx' | 'xls' | 'ods' | 'xml' | 'html';
  sheets: Sheet[];
  /** Whether plain numbers that stand for days count from 1904, as some workbooks do. */
  is1904?: boolean;
}

/** An account that a file names, by whatever it names it. */
export interface FileAccount {
  /** As the file writes it; absent where it has none. */
  number?: string;
  iban?: string;
  /** The last four digits of a card. */
  card?: string;
  name?: string;
  bank?: string;
  type?: string;
  /** What it was where the file was written, in the file of an account. */
  kind?: AccountRow['kind'];
  /** A code, where it is another one than the file's. */
  currency?: string;
}

/** An exact decimal without grouping, point as its mark, never negative: `1234.5`. */
export type DecimalText = string;

/** A row of money in a file. */
export interface FileRow {
  line: number;
  /** Absent where a file has no sheets or only one. */
  sheet?: string;
  /** YYYY-MM-DD as written, never moved by a time zone. */
  date: string;
  amount: DecimalText;
  type: TransactionType;
  /** What a person would look for; the payee where a file has nothing else. */
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
  /** The bank's id of a row of an earlier file, in whose place this one stands. */
  corrects?: string;
  /** A number of the bank that repeats: shown, never matched by. */
  reference?: string;
  /** Index in the file's `accounts`; absent where the file has at most one. */
  account?: number;
  /** Before conversion; or the full price of a purchase in installments. */
  original?: { amount: DecimalText; currency: string };
  installment?: { n: number; of: number };
  /** Shown by the bank, not booked yet. */
  isPending?: boolean;
  isReversal?: boolean;
  /** A row of a bank account that pays a whole card. */
  isCardPayment?: boolean;
  /** Money to or from another account that the file names; amount and currency where they differ. */
  transfer?: { account: string; amount?: DecimalText; currency?: string };
  /** Parts of the row's amount. */
  splits?: { amount: DecimalText; category?: string; memo?: string }[];
}

/** Why a line that looks like a row is none. */
export type SkipReason =
  | 'total'
  | 'openingBalance'
  | 'closingBalance'
  | 'wholeOfSplit'
  | 'zero'
  | 'information'
  | 'otherSide'
  | 'withdrawn'
  | 'empty';

/** Why a line that should be a row cannot be read. */
export type RowError = 'date' | 'amount' | 'columns' | 'currency' | 'transfer';

export interface FileLine<Reason> {
  line: number;
  sheet?: string;
  reason: Reason;
  /** The line as text, at most 200 letters. */
  text?: string;
  /** Of a row of an earlier file that the bank withdraws. */
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

/** How the columns of a table are read: guessed, chosen by a person, or remembered for its header. */
export interface Mapping {
  /** Index of a column, from 0. */
  columns: Partial<Record<ColumnRole, number>>;
  dateOrder: DateOrder | null;
  decimalMark: '.' | ',' | null;
  sign: AmountSign | null;
}

export type Ambiguity = 'date_order' | 'decimal_mark' | 'sign' | 'columns';

/** The table of an unknown file, for a person who says what its columns are. */
export interface MappingQuestion {
  /** Names of the columns, from the header; '' where it has none. */
  header: string[];
  /** Its first rows, as text. */
  sample: string[][];
  /** Identifies tables of this header, so that an answer is remembered. */
  shape: string;
  /** What was guessed, or given. */
  mapping: Mapping;
  /** What a person has to answer before the file can be imported; empty when the guess is certain. */
  ambiguous: Ambiguity[];
}

/** What was read from a file: the same shape for every kind. */
export interface BankFile {
  kind: FileKind;
  /** Empty where the file says nothing of its account. */
  accounts: FileAccount[];
  /** A code; null where the file names none, or where rows differ and have their own. */
  currency: string | null;
  /** In the order of the file. While something is ambiguous: by the guess. */
  rows: FileRow[];
  skipped: FileLine<SkipReason>[];
  errors: FileLine<RowError>[];
  /** Signed. */
  openingBalance?: string;
  /** Signed. */
  closingBalance?: string;
  /** What the file prints as sums of rows with a charge date, to check an import against. */
  totals?: { chargeDate: string; amount: DecimalText }[];
  /** Only of tables that are `csv`. */
  question?: MappingQuestion;
}

export type UnreadableReason =
  | 'empty'
  | 'unreadable'
  | 'unsupported'
  /** Text of DOS in Hebrew, whose letters stand backwards in some files and not in others. */
  | 'dos_hebrew'
  | 'too_large'
  | 'too_slow';

/** The file cannot be read at all. */
export class UnreadableFile extends Error {
  readonly reason: UnreadableReason;
  /** Counts from 1, where one is to blame. */
  readonly line: number | null;

  constructor(reason: UnreadableReason, at: number | null | { line?: number; cause: unknown } = null) {
    super(reason, typeof at === 'object' && at ? { cause: at.cause } : undefined);
    this.reason = reason;
    this.line = typeof at === 'object' ? (at?.line ?? null) : at;
  }
}
