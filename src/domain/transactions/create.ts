import type { TransactionRow } from '../../db/tables.ts';
import { translator } from '../../i18n/translate.ts';
import { instantOf, localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import { inTransaction } from '../transact.ts';
import { applyChanges } from './apply.ts';
import { requireCategory } from './category.ts';
import type { Entry } from './present.ts';
import { insertTransaction } from './queries.ts';
import type { TransactionInput, TransactionType } from './schema.ts';
import { searchText } from './search-text.ts';

const QUICK = { expense: 'list:quickExpense', income: 'list:quickIncome' } as const;

/**
 * Records a transaction. What is missing gets its default: the type from the amount's sign, date and time from now
 * in the person's time zone.
 * @throws DomainError NOT_FOUND for a category that is not theirs
 */
export async function createTransaction(
  context: SignedIn,
  input: TransactionInput,
  given?: TransactionType,
): Promise<Entry> {
  return inTransaction(context.db, async (tx) => {
    const category = await requireCategory(tx, context.viewer.id, input.categoryId);
    const row = newRow(context, input, given);
    await insertTransaction(tx, row);
    await applyChanges(tx, [{ row, sign: 1 }]);
    return { row, category };
  });
}

/** The row that an input means, with what is missing filled in. */
export function newRow(
  { viewer, now, locale }: SignedIn,
  input: TransactionInput,
  given?: TransactionType,
): TransactionRow {
  const timezone = input.timezone ?? viewer.preferences.timezone;
  const type = given ?? input.type ?? typeOfSign(input.amount);
  const here = localNow(now, timezone);
  const date = input.date ?? here.date;
  const time = input.time ?? here.time;
  const description = input.description ?? translator(locale)(QUICK[type]);
  return {
    user_id: viewer.id,
    id: newId(now),
    type,
    amount: Math.abs(input.amount),
    description,
    merchant_name: input.merchant_name ?? null,
    category_id: input.categoryId ?? null,
    date,
    time,
    timezone,
    transaction_datetime: instantOf(date, time, timezone),
    notes: input.notes ?? null,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    search_text: searchText({ ...input, description }),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

function typeOfSign(amount: number): TransactionType {
  return amount < 0 ? 'expense' : 'income';
}
