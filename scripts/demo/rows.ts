import type { DefaultKey } from '../../src/domain/categories/defaults.ts';

/** A transaction of the household without an owner; `amount` in minor units, `date` and `time` local. */
export interface HouseholdRow {
  type: 'expense' | 'income';
  amount: number;
  description: string;
  merchant_name: string | null;
  /** A default category, or none. */
  category: DefaultKey | null;
  date: string;
  time: string;
  timezone: string;
  notes: string | null;
}

/** A transaction of a day, without date and time zone. */
export type DayRow = Omit<HouseholdRow, 'date' | 'timezone'>;
