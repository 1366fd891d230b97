import type { CategoryRow } from '../../../db/tables.ts';
import type { Reading } from '../../context.ts';
import { FIRST_ACCOUNT } from '../../money-accounts/first-account.ts';
import { findRuledCategory } from '../../rules/outcomes.ts';
import type { TransactionType } from '../../schemas.ts';
import { findCertainCategory } from './suggest.ts';

interface Typed {
  type?: TransactionType | undefined;
  description: string;
  /** Minor units, without a sign. */
  amount: number;
  account_id?: string | undefined;
}

/**
 * The category that is filled in unless the person chooses: that of a rule in force, or the certain one. The form and
 * the quick line both ask here, so that they agree.
 */
export async function findFittingCategory(
  context: Reading,
  { type, description, amount, account_id = FIRST_ACCOUNT }: Typed,
): Promise<CategoryRow | undefined> {
  if (!description) return undefined;
  const ruled = await findRuledCategory(context, {
    type: type ?? 'expense',
    description,
    amount,
    account_id,
    merchant_name: null,
    notes: null,
  });
  if (ruled) return ruled;
  const match = await findCertainCategory(context, { type, description });
  // Most are expenses, so try those alone: similar incomes may have made the choice uncertain.
  return match ?? (type ? undefined : findCertainCategory(context, { type: 'expense', description }));
}
