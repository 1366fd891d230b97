import type { TransactionRow } from '../../src/db/tables.ts';
import type { DefaultKey } from '../../src/domain/categories/defaults.ts';

/** `amount` in minor units, `date` and `time` local; without an account it is in the first one. */
export interface HouseholdRow extends Partial<Placed> {
  type: 'expense' | 'income';
  amount: number;
  description: string;
  merchant_name: string | null;
  category: DefaultKey | null;
  date: string;
  time: string;
  timezone: string;
  notes: string | null;
}

type Placed = Pick<
  TransactionRow,
  | 'account_id'
  | 'category_id'
  | 'transfer_id'
  | 'account_amount'
  | 'original_amount'
  | 'original_currency'
  | 'rate'
>;

export type DayRow = Omit<HouseholdRow, 'date' | 'timezone'>;
