import { plusDays, plusMonths } from '../../calendar.ts';
import { isSameCharge } from '../../money-accounts/cards/charge-date.ts';
import type { Known, Line } from './line.ts';

/** A day on which a row of a file may be there. */
export interface Place {
  date: string;
  /**
   * Where what is there is not dated as in the file: what a person entered has its own day (`entered`), and what another
   * file brought may have either day (`brought`).
   */
  other?: 'entered' | 'brought';
}

/**
 * Files give a later payment of a purchase the day of the purchase or its own, so many months later; the charge may tell
 * which, because none is charged before its month. The likeliest day comes first.
 */
export function placesOf({ date, installment, chargeDate }: Line): Place[] {
  if (installment === null || installment < 2) return [{ date }];
  const own = plusMonths(date, installment - 1);
  const places: Place[] = [{ date }];
  if (chargeDate === null || chargeDate >= own) {
    const entered: Place = { date: own, other: 'entered' };
    if (chargeDate !== null && chargeDate > own) places.unshift(entered);
    else places.push(entered);
    places.push({ date: own, other: 'brought' });
  }
  // The 31st became the last day of a shorter month.
  let purchased = plusMonths(date, 1 - installment);
  while (plusMonths(purchased, installment - 1) === date) {
    places.push({ date: purchased, other: 'brought' });
    purchased = plusDays(purchased, 1);
  }
  return places;
}

type Numbered = Pick<Line, 'installment' | 'installmentTotal'>;

/** Two payments of a purchase are never the same, nor those of purchases in fewer and more payments. */
export const isSameNumber = (one: Numbered, other: Numbered): boolean =>
  isSame(one.installment, other.installment) && isSame(one.installmentTotal, other.installmentTotal);

const isSame = (one: number | null, other: number | null) => one === null || other === null || one === other;

/** Whether number and charge show that both are one payment, if their days fit: equal purchases are charged in other months. */
export const isSamePayment = (line: Line, known: Known): boolean =>
  line.installment !== null &&
  line.installment > 1 &&
  line.installment === known.installment &&
  isSameNumber(line, known) &&
  chargedTogether(line, known) === true;

/** Whether the charges show that the two are not one payment of a purchase. */
export const isOfOtherMonth = (line: Line, known: Known): boolean =>
  Math.max(line.installment ?? 1, known.installment ?? 1) > 1 &&
  !known.isPending &&
  chargedTogether(line, known) === false;

/**
 * Whether what has no number is the first payment of the purchase of a later one, on the day of the purchase: its bill is
 * as many months earlier. Undefined where the charge of the later one is not known.
 */
export function isFirstOf({ installment, chargeDate }: Line, known: Known): boolean | undefined {
  const { billed } = known;
  if (installment === null || installment < 2 || known.installment !== null || billed === null) return false;
  return chargeDate === null ? undefined : isSameCharge(plusMonths(billed, installment - 1), chargeDate);
}

/** Undefined where a charge is not known. */
function chargedTogether({ chargeDate }: Line, { chargeDates }: Known): boolean | undefined {
  if (chargeDate === null || chargeDates.length === 0) return undefined;
  return chargeDates.some((each) => isSameCharge(each, chargeDate));
}
