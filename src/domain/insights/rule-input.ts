import type { TransactionRow } from '../../db/tables.ts';
import { MINUTE } from '../instants.ts';

type RuleFields = Pick<
  TransactionRow,
  'type' | 'amount' | 'description' | 'merchant_name' | 'category_id' | 'template_id' | 'date' | 'time'
> & { id?: string | undefined };

/** In minor units and local time, with `minute` counted from 1970; `id` is missing until it is recorded. */
export type RuleInput = RuleFields & { minute: number };

/** Whether a person expects two transactions to look alike, so that neither counts as a duplicate. */
export type IsExpected = (one: RuleInput, other: RuleInput) => boolean;

export function ruleInputOf<Transaction extends RuleFields>(
  transaction: Transaction,
): Transaction & { minute: number } {
  return { ...transaction, minute: Date.parse(`${transaction.date}T${transaction.time}Z`) / MINUTE };
}

export function others<Past extends RuleInput>(
  history: readonly Past[],
  { id }: Pick<RuleInput, 'id'>,
): readonly Past[] {
  return id === undefined ? history : history.filter((past) => past.id !== id);
}

/** Rounds a share to hundredths, so that no floating-point error decides at a threshold. */
export function inHundredths(share: number): number {
  return Math.round(share * 100) / 100;
}
