import type { TransactionRow } from '../../../db/tables.ts';
import { categoriesById } from '../../categories/read.ts';
import type { Writing } from '../../context.ts';
import { type FieldError, firstOfEach } from '../../error.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { lockedAmong, requireUnlocked } from '../../money-accounts/checks/lock.ts';
import { accountsById, firstOpen } from '../../money-accounts/read.ts';
import { ruleFiller } from '../../rules/outcomes.ts';
import { newRow, purchaseRows, type RecordedInput, recordingErrors } from '../create.ts';
import { recordedByOneName } from '../field-aliases.ts';
import { limitError, newMoney } from '../money.ts';
import type { Entry } from '../present.ts';

export type TransactionItem =
  | { index: number; input: RecordedInput; errors?: never }
  | { index: number; input?: never; errors: FieldError[]; valid: Partial<RecordedInput> };

interface Created {
  entries: Entry<TransactionRow>[];
  errors: { index: number; errors: FieldError[] }[];
}

/**
 * Those for a day that was checked against the bank are errors too.
 * @throws DomainError LOCKED (409) if there is nothing else
 */
export async function createTransactions(context: Writing, items: TransactionItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const categories = await categoriesById({ ...context, db: ledger.tx });
    const accounts = await accountsById({ ...context, db: ledger.tx });
    const standard = firstOpen([...accounts.values()]);
    const rules = await ruleFiller(ledger.tx, context.viewer);
    const created: Created = { entries: [], errors: [] };
    const indexes = new Map<TransactionRow, number>();
    for (const { index, ...item } of items) {
      const values = item.input ?? item.valid;
      const { input } = recordedByOneName(values);
      const { accountId, categoryId } = input;
      const account = accountId ? accounts.get(accountId) : standard;
      const sent = categoryId ? categories.get(categoryId) : null;
      const ownErrors = recordingErrors(context, { account, category: sent }, values);
      const errors = firstOfEach([...(item.errors ?? []), ...ownErrors]);
      if (errors.length > 0 || !account) {
        created.errors.push({ index, errors });
        continue;
      }
      const plain = newRow(context, { ...input, accountId: account.id });
      const money = await newMoney(ledger.tx, { ...context, account }, input, plain.date);
      const row = rules.fill({ ...plain, ...money });
      const category = categories.get(row.category_id ?? '') ?? null;
      const rows = limitError(row, input) ?? purchaseRows(context, row, account, input);
      if ('field' in rows) created.errors.push({ index, errors: [rows] });
      else
        for (const each of rows) {
          indexes.set(each, index);
          created.entries.push({ row: each, category, account });
        }
    }
    const inside = { ...context, db: ledger.tx };
    const rows = created.entries.map(({ row }) => row);
    const locked = new Set([...(await lockedAmong(inside, rows))].map((row) => indexes.get(row) ?? 0));
    const isGood = ({ row }: Entry<TransactionRow>) => !locked.has(indexes.get(row) ?? 0);
    if (locked.size > 0 && !created.entries.some(isGood)) await requireUnlocked(inside, [], 'date', rows);
    created.entries = created.entries.filter(isGood);
    for (const index of locked)
      created.errors.push({ index, errors: [{ field: 'date', message: 'errors:LOCKED' }] });
    created.errors.sort((one, other) => one.index - other.index);
    await ledger.insert(created.entries.map(({ row }) => row));
    await rules.count();
    return created;
  });
}
