/** The local date of every test app's clock. */
export const TODAY = '2026-06-15';

/** A transaction as it should be stored: minor units that cannot round. */
export interface Entry {
  id: string;
  type: 'expense' | 'income';
  minor: bigint;
  date: string;
  category: string | null;
}
