import { medianOf } from '../../analytics/statistics.ts';
import { daysApart, plusDays } from '../../calendar.ts';

/** What was bought on a day and is charged on another; below zero for what was spent. */
interface Bought {
  date: string;
  charged: string;
  own: number;
  isExpected?: true;
}

/** How many past bills an estimate goes by, and how many of them have to have purchases. */
export const BILLS_BACK = 6;
const LEAST = 4;

/** How far from the median what came later in those bills may be, as a share of the estimate; one may be further. */
const SPREAD = 0.25;

/**
 * What a bill that is still open will be, in the card's currency: what was bought for it up to today, and the median of
 * what came in past bills after the same day. Null where these differ too much, and where more is recorded already.
 * @param days the billing days before it, the latest first, one more than there are past bills
 */
export function estimateBill(
  purchases: readonly Bought[],
  { date, amount }: { date: string; amount: number },
  { today, days }: { today: string; days: readonly string[] },
): number | null {
  const remaining = daysApart(today, date);
  const sumOf = (is: (one: Bought) => boolean) =>
    -purchases.reduce((sum, one) => sum + (is(one) ? one.own : 0), 0);
  const later = days.slice(0, -1).flatMap((bill, index) => {
    const isIn = ({ charged }: Bought) => charged <= bill && charged > (days[index + 1] ?? bill);
    return purchases.some(isIn) ? sumOf((one) => isIn(one) && one.date > plusDays(bill, -remaining)) : [];
  });
  if (later.length < LEAST) return null;
  const usual = medianOf(later);
  const inBill = (one: Bought) => one.charged > today && one.charged <= date;
  const soFar = sumOf((one) => one.date <= today && inBill(one));
  // Payments of a purchase that have days of their own are among what is usual.
  const expected = sumOf((one) => one.isExpected === true && inBill(one));
  const estimate = Math.round(soFar + Math.max(usual, expected));
  const apart = later.filter((one) => Math.abs(one - usual) > SPREAD * estimate);
  return apart.length <= 1 && estimate > amount ? estimate : null;
}
