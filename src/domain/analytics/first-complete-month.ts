import { plusMonths, startOfMonth } from '../calendar.ts';

/** Who begins later in a month has only a part of it (decision 0046). */
export const LATEST_DAY_TO_BEGIN = 7;

/**
 * The first day of the first month that counts as complete.
 * @param begins the day of the first transaction
 */
export function firstCompleteMonth(begins: string): string {
  const month = startOfMonth(begins);
  return Number(begins.slice(8)) <= LATEST_DAY_TO_BEGIN ? month : plusMonths(month, 1);
}
