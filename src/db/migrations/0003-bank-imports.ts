import { type Kysely, sql } from 'kysely';
import {
  bytes,
  type Columns,
  createTable,
  index,
  integer,
  money,
  oneOf,
  optional,
  owner,
  type RowsOf,
  type Table,
  table,
  text,
} from './create-table.ts';

const ofImport = [
  { columns: ['user_id', 'import_id'], table: 'bank_imports', onDelete: 'cascade' },
] as const satisfies Table<Columns>['foreignKeys'];

const TABLES = {
  /** What was read from files of banks, and from rows that programs sent. */
  bank_imports: table({
    columns: {
      user_id: owner,
      id: text,
      file_name: text,
      /** Of the file; `api` for rows that a program sent. */
      kind: text,
      /** `reading` until all of its rows are stored: it is shown to nobody before that. */
      status: oneOf('reading', 'needs_mapping', 'preview', 'running', 'done', 'undone', 'failed'),
      /** The account of rows whose account the file does not name; null while it has to be asked for. */
      account_id: optional(text),
      currency: optional(text),
      period_from: optional(text),
      period_to: optional(text),
      /** JSON: numbers of rows by state. */
      counts: text,
      income: money,
      expenses: money,
      /** In the account's currency, with its sign. */
      closing_balance: optional(money),
      /** JSON: what a person has to answer before it can be carried out. */
      ambiguous: text,
      /** JSON: the accounts that the file names, and which of the person's they are. */
      file_accounts: text,
      /** JSON: the first rows of an unknown table and what its columns mean; null for a known kind. */
      question: optional(text),
      /** Of the bytes of the file, SHA-256. */
      hash: text,
      /** Whether a file that was imported before was asked to be read once more. */
      is_again: integer,
      /** Only rows of this stage are carried out next: those that wait for an answer are of a later one. */
      stage: integer,
      /** JSON: how many rows were brought in, merged, joined and left out, or taken back. */
      outcome: text,
      /** The work that carries it out, or takes it back, if that takes more than a moment. */
      work_id: optional(text),
      created_at: text,
      done_at: optional(text),
      undone_at: optional(text),
    },
    primaryKey: ['user_id', 'id'],
    indexes: {
      bank_imports_by_hash: index('user_id', 'hash'),
      // For the clean-up of those that nobody finished.
      bank_imports_by_status: { ...index('created_at'), where: sql`done_at is null` },
    },
    isClustered: true,
  }),

  /** The file itself, compressed, for as long as its import can be taken back. Not clustered, because it is long. */
  bank_import_files: table({
    columns: { user_id: text, import_id: text, content: bytes },
    primaryKey: ['user_id', 'import_id'],
    foreignKeys: [...ofImport],
  }),

  /** Every line of a file, with what becomes of it. Not clustered, because texts may be long. */
  bank_import_rows: table({
    columns: {
      user_id: text,
      import_id: text,
      /** From 0, in the order of the file. */
      number: integer,
      /** In the file, from 1. */
      line: integer,
      state: oneOf('new', 'matched', 'probable', 'transfer', 'pending', 'skipped', 'error'),
      decision: oneOf('import', 'leave_out', 'merge', 'transfer'),
      stage: integer,
      /** Empty for what is no row. */
      date: text,
      charge_date: optional(text),
      /** In minor units of `currency`. */
      amount: money,
      currency: optional(text),
      type: oneOf('expense', 'income'),
      description: text,
      merchant_name: optional(text),
      notes: optional(text),
      category_id: optional(text),
      category_source: optional(oneOf('rule', 'suggestion', 'file', 'person')),
      /** Null for the account of the import. */
      account_id: optional(text),
      /** The bank's own id, unique within the account. */
      external_id: optional(text),
      original_amount: optional(money),
      original_currency: optional(text),
      installment_n: optional(integer),
      installment_total: optional(integer),
      is_pending: integer,
      /** The transaction that it is already, or that it is joined with. */
      matched_id: optional(text),
      /** The other account of a transfer, and what arrives there in another currency. */
      other_account_id: optional(text),
      other_amount: optional(money),
      /** The id of the transaction that it becomes, and the version in which it was left, if that is not the usual one. */
      made_id: text,
      made_version: optional(text),
      /** JSON: the transaction that was there before, changed by this row. */
      before: optional(text),
      /** The key of the text that says why, and JSON of its values. */
      why: optional(text),
      why_values: optional(text),
    },
    primaryKey: ['user_id', 'import_id', 'number'],
    foreignKeys: [...ofImport],
    indexes: {
      bank_import_rows_by_state: index('user_id', 'import_id', 'state', 'number'),
      bank_import_rows_by_made: index('user_id', 'made_id'),
      bank_import_rows_by_external_id: {
        ...index('user_id', 'external_id'),
        where: sql`external_id is not null`,
      },
    },
  }),

  /** What the columns of a table mean, by the shape of its header. Not clustered, because shapes may be long. */
  bank_mappings: table({
    columns: { user_id: owner, shape: text, mapping: text, updated_at: text },
    primaryKey: ['user_id', 'shape'],
  }),

  /** Which account a file belongs to, by what the file says of it. */
  bank_file_accounts: table({
    columns: { user_id: owner, key: text, account_id: text, updated_at: text },
    primaryKey: ['user_id', 'key'],
    foreignKeys: [{ columns: ['user_id', 'account_id'], table: 'money_accounts', onDelete: 'cascade' }],
    isClustered: true,
  }),
};

export type BankImportTables = RowsOf<typeof TABLES>;

export async function addBankImports(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
