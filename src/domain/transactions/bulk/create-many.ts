import type { CategoryRow, TransactionRow } from '../../../db/tables.ts';
import { categoriesById, fits, OTHER_TYPE } from '../../categories/read.ts';
import type { Writing } from '../../context.ts';
import type { FieldError } from '../../error.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { requireUnlocked } from '../../money-accounts/checks/lock.ts';
import { accountError, accountsById, firstOpen } from '../../money-accounts/read.ts';
import { ruleFiller } from '../../rules/outcomes.ts';
import { limitError, moneyError, newMoney } from '../charged.ts';
import { newRow, purchaseRows, type RecordedInput } from '../create.ts';
import type { Entry } from '../present.ts';

export type TransactionItem =
  | { index: number; input: RecordedInput; errors?: never }
  | { index: number; errors: FieldError[] };

interface Created {
  entries: Entry<TransactionRow>[];
  errors: { index: number; errors: FieldError[] }[];
}

/** @throws DomainError LOCKED (409) for a day that was checked against the bank */
export async function createTransactions(context: Writing, items: TransactionItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const categories = await categoriesById({ ...context, db: ledger.tx });
    const accounts = await accountsById({ ...context, db: ledger.tx });
    const standard = firstOpen([...accounts.values()]);
    const rules = await ruleFiller(ledger.tx, context.viewer);
    const created: Created = { entries: [], errors: [] };
    for (const { index, ...item } of items) {
      if (item.errors) {
        created.errors.push({ index, errors: item.errors });
        continue;
      }
      const account = item.input.accountId ? accounts.get(item.input.accountId) : standard;
      const plain = newRow(context, { ...item.input, accountId: account?.id ?? '' });
      const money = account && (await newMoney(ledger.tx, { ...context, account }, item.input, plain.date));
      const row = rules.fill({ ...plain, ...money });
      const category = categories.get(row.category_id ?? '') ?? null;
      const error =
        accountError(account) ??
        errorOf(row, category) ??
        (account ? moneyError(item.input, { ...context, account }) : null) ??
        limitError(row, item.input);
      const rows = account && !error ? purchaseRows(context, row, account, item.input) : [];
      if (error || 'field' in rows) created.errors.push({ index, errors: [error ?? (rows as FieldError)] });
      else if (account) for (const each of rows) created.entries.push({ row: each, category, account });
    }
    await requireUnlocked(
      { ...context, db: ledger.tx },
      [],
      'date',
      created.entries.map(({ row }) => row),
    );
    await ledger.insert(created.entries.map(({ row }) => row));
    await rules.count();
    return created;
  });
}

function errorOf({ type, category_id }: TransactionRow, category: CategoryRow | null): FieldError | null {
  if (category_id && !category) return MISSING_CATEGORY;
  return fits(category, type) ? null : OTHER_TYPE;
}

const MISSING_CATEGORY: FieldError = { field: 'categoryId', message: 'errors:categoryMissing' };
