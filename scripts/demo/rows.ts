import type { DefaultKey } from '../../src/domain/categories/defaults.ts';

/** `amount` in minor units, `date` and `time` local. */
export interface HouseholdRow {
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

export type DayRow = Omit<HouseholdRow, 'date' | 'timezone'>;
