import { type Kysely, sql } from 'kysely';

/** The ids of the categories as they were then. */
const OPENING = "'00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'";
const TRANSFER = "'00000000-0000-7000-8000-000000000003', '00000000-0000-7000-8000-000000000004'";
const CATEGORY = "coalesce(category_id, '')";

const signed = "case type when 'income' then amount else -amount end";
const when = (condition: string, sum: string) => `sum(case when ${condition} then ${sum} else 0 end)`;
const counted = (type: string) => `type = '${type}' and ${CATEGORY} not in (${OPENING}, ${TRANSFER})`;

const COLUMNS = {
  income: when(counted('income'), 'amount'),
  expenses: when(counted('expense'), 'amount'),
  opening: when(`${CATEGORY} in (${OPENING})`, signed),
  transfer_count: when(`${CATEGORY} in (${TRANSFER})`, '1'),
};

/** What an account's month consists of. */
export async function addFiguresOfAccounts(db: Kysely<unknown>): Promise<void> {
  for (const [column, sum] of Object.entries(COLUMNS)) {
    await db.schema
      .alterTable('account_totals')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
    await sql`
      update account_totals set ${sql.ref(column)} = coalesce((
        select ${sql.raw(sum)} from transactions
        where transactions.user_id = account_totals.user_id
          and transactions.account_id = account_totals.account_id
          and transactions.date >= account_totals.month || '-01'
          and transactions.date <= account_totals.month || '-31'
      ), 0)
    `.execute(db);
  }
}
