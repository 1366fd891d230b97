import type { Tables, TransactionRow } from '../../db/tables.ts';
import { monthOf } from '../calendar.ts';
import { signedCharge } from '../charged.ts';
import { countedAs, isReserved, type Kind, TRANSFER } from './reserved-categories.ts';

export const COUNTED_COLUMNS = [
  'user_id',
  'date',
  'time',
  'type',
  'category_id',
  'account_id',
  'amount',
  'account_amount',
  'description',
  'merchant_name',
  'template_id',
] as const;

/** A transaction to add to the totals (`sign` 1) or subtract (-1); an update does both. */
export interface Change {
  row: Pick<TransactionRow, (typeof COUNTED_COLUMNS)[number]>;
  sign: 1 | -1;
}

/** The change of a period's total; `category_id` is empty for uncategorized, `amount` in minor units. */
export interface Sum {
  user_id: string;
  period: string;
  type: StoredKind;
  category_id: string;
  amount: number;
  count: number;
}

/** The change of an account's month; `amount` in minor units of its currency, below zero for what was spent. */
export type AccountSum = Tables['account_totals'];

/** What is added up in an account's month. */
export const ACCOUNT_SUMS = [
  'amount',
  'own_amount',
  'income',
  'expenses',
  'opening',
  'count',
  'transfer_count',
] as const satisfies (keyof AccountSum)[];

const NOTHING = {
  amount: 0,
  own_amount: 0,
  income: 0,
  expenses: 0,
  opening: 0,
  count: 0,
  transfer_count: 0,
};

export function summedByAccount(changes: readonly Change[]): AccountSum[] {
  const sums = new Map<string, AccountSum>();
  for (const { row, sign } of changes) {
    const { user_id, account_id } = row;
    const month = monthOf(row.date);
    const key = `${account_id} ${month}`;
    const sum = sums.get(key) ?? { user_id, account_id, month, ...NOTHING };
    const { type, amount } = countedAs(row);
    sum.amount += sign * signedCharge(row);
    sum.own_amount += sign * signed(row, row.amount);
    if (type === 'transfer') sum.transfer_count += sign;
    else sum[type === 'expense' ? 'expenses' : type] += sign * amount;
    sum.count += sign;
    sums.set(key, sum);
  }
  return [...sums.values()].filter((sum) => ACCOUNT_SUMS.some((name) => sum[name] !== 0));
}

/** The change of a category in an account's month. */
export type CategorySum = Tables['account_category_totals'];

/** As if every account counted. */
export function summedByCategory(changes: readonly Change[]): CategorySum[] {
  const sums = new Map<string, CategorySum>();
  for (const { row, sign } of changes) {
    const { user_id, account_id } = row;
    const month = monthOf(row.date);
    const { type, amount } = countedAs(row);
    const category_id = row.category_id ?? '';
    const key = `${account_id} ${month} ${type} ${category_id}`;
    const of = { user_id, account_id, month, type, category_id };
    const sum = sums.get(key) ?? { ...of, amount: 0, count: 0, recurring: 0 };
    sum.amount += sign * amount;
    sum.count += sign * countOf(row);
    if (row.template_id !== null && !isReserved(row.category_id)) sum.recurring += sign * amount;
    sums.set(key, sum);
  }
  return [...sums.values()].filter(
    ({ amount, count, recurring }) => amount !== 0 || count !== 0 || recurring !== 0,
  );
}

/** In the stored totals, what belongs to accounts that do not count in the balance is a kind of its own. */
export type StoredKind = Kind | 'uncounted';

/** The ids of the person's accounts that do not count in the balance. */
export type Uncounted = ReadonlySet<string>;

/** A transfer is counted once, by the side that pays. */
const countOf = ({ category_id }: Change['row']) => (category_id === TRANSFER.income ? 0 : 1);

function kindOf(row: Change['row'], uncounted: Uncounted): Pick<Sum, 'type' | 'amount' | 'count'> {
  const count = countOf(row);
  return uncounted.has(row.account_id)
    ? { type: 'uncounted', amount: signed(row, row.amount), count }
    : { ...countedAs(row), count };
}

const signed = ({ type }: Change['row'], amount: number) => (type === 'income' ? amount : -amount);

/** Without sums that are zero. */
export function summed(
  changes: readonly Change[],
  periodOf: (date: string) => string,
  uncounted: Uncounted,
): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { row, sign } of changes) {
    const { user_id } = row;
    const { type, amount, count } = kindOf(row, uncounted);
    const [period, category_id] = [periodOf(row.date), row.category_id ?? ''];
    const key = `${period} ${type} ${category_id}`;
    const sum = sums.get(key) ?? { user_id, period, type, category_id, amount: 0, count: 0 };
    sum.amount += sign * amount;
    sum.count += sign * count;
    sums.set(key, sum);
  }
  return [...sums.values()].filter(({ amount, count }) => amount !== 0 || count !== 0);
}
