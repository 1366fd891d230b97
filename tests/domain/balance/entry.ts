/** The local date of test apps. */
export const TODAY = '2026-06-15';

/** A stored transaction: minor units cannot round. */
export interface Entry {
  id: string;
  type: 'expense' | 'income';
  minor: bigint;
  date: string;
  category: string | null;
}
