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
  type Table,
  table,
  text,
} from './create-table.ts';

const ofImport = [
  { columns: ['user_id', 'import_id'], table: 'bank_imports', onDelete: 'cascade' },
] as const satisfies Table<Columns>['foreignKeys'];

const TABLES = {
  bank_imports: table({
    columns: {
      user_id: owner,
      id: text,
      file_name: text,
      kind: text,
      status: oneOf('reading', 'needs_mapping', 'preview', 'running', 'done', 'undone', 'failed'),
      account_id: optional(text),
      currency: optional(text),
      period_from: optional(text),
      period_to: optional(text),
      counts: text,
      income: money,
      expenses: money,
      closing_balance: optional(money),
      ambiguous: text,
      file_accounts: text,
      question: optional(text),
      hash: text,
      is_again: integer,
      stage: integer,
      outcome: text,
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

  bank_import_files: table({
    columns: { user_id: text, import_id: text, content: bytes },
    primaryKey: ['user_id', 'import_id'],
    foreignKeys: [...ofImport],
  }),

  bank_import_rows: table({
    columns: {
      user_id: text,
      import_id: text,
      number: integer,
      line: integer,
      state: oneOf('new', 'matched', 'probable', 'transfer', 'pending', 'skipped', 'error'),
      decision: oneOf('import', 'leave_out', 'merge', 'transfer'),
      stage: integer,
      date: text,
      charge_date: optional(text),
      amount: money,
      currency: optional(text),
      type: oneOf('expense', 'income'),
      description: text,
      merchant_name: optional(text),
      notes: optional(text),
      category_id: optional(text),
      category_source: optional(oneOf('rule', 'suggestion', 'file', 'person')),
      account_id: optional(text),
      external_id: optional(text),
      original_amount: optional(money),
      original_currency: optional(text),
      installment_n: optional(integer),
      installment_total: optional(integer),
      is_pending: integer,
      matched_id: optional(text),
      other_account_id: optional(text),
      other_amount: optional(money),
      made_id: text,
      made_version: optional(text),
      before: optional(text),
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

  bank_mappings: table({
    columns: { user_id: owner, shape: text, mapping: text, updated_at: text },
    primaryKey: ['user_id', 'shape'],
  }),

  bank_file_accounts: table({
    columns: { user_id: owner, key: text, account_id: text, updated_at: text },
    primaryKey: ['user_id', 'key'],
    foreignKeys: [{ columns: ['user_id', 'account_id'], table: 'money_accounts', onDelete: 'cascade' }],
    isClustered: true,
  }),
};

export async function addBankImports(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
