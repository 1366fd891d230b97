import { type Kysely, sql } from 'kysely';
import { type Columns, createTable, integer, money, oneOf, owner, type Table, text } from './create-table.ts';

const TABLES = {
  account_category_totals: table({
    columns: {
      user_id: owner,
      account_id: text,
      month: text,
      type: oneOf('expense', 'income', 'opening', 'transfer'),
      category_id: text,
      amount: money,
      count: integer,
      recurring: money,
    },
    primaryKey: ['user_id', 'account_id', 'month', 'type', 'category_id'],
    isClustered: true,
  }),
};

// Lets TypeScript check the names of columns in keys.
function table<Held extends Columns>(definition: Table<Held>): Table<Held> {
  return definition;
}

/** The ids of the categories as they were then. */
const OPENING = "'00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'";
const ARRIVING = "'00000000-0000-7000-8000-000000000003'";
const TRANSFER = `${ARRIVING}, '00000000-0000-7000-8000-000000000004'`;
const CATEGORY = "coalesce(category_id, '')";

export async function addCategoriesOfAccounts(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
  await sql`
    insert into account_category_totals
      (user_id, account_id, month, type, category_id, amount, count, recurring)
    select user_id, account_id, month, kind, category_id, sum(amount), sum(counted), sum(recurring)
    from (
      select
        user_id, account_id, substr(date, 1, 7) as month, ${sql.raw(CATEGORY)} as category_id,
        case when ${sql.raw(CATEGORY)} in (${sql.raw(OPENING)}) then 'opening'
          when ${sql.raw(CATEGORY)} in (${sql.raw(TRANSFER)}) then 'transfer' else type end as kind,
        case when type = 'expense' and ${sql.raw(CATEGORY)} in (${sql.raw(OPENING)}, ${sql.raw(TRANSFER)})
          then -amount else amount end as amount,
        case when ${sql.raw(CATEGORY)} = ${sql.raw(ARRIVING)} then 0 else 1 end as counted,
        case when template_id is null or ${sql.raw(CATEGORY)} in (${sql.raw(OPENING)}, ${sql.raw(TRANSFER)})
          then 0 else amount end as recurring
      from transactions
    ) as rows_of_accounts
    group by user_id, account_id, month, kind, category_id
  `.execute(db);
}
