import { likeness } from './likeness.ts';
import { inHundredths, type Observed } from './observed.ts';

/** A risk above it means a possible duplicate (specification, section 9). */
export const DUPLICATE_ABOVE = 0.8;

/** The parts of the risk (specification, section 9). */
const WEIGHTS = { amount: 0.4, description: 0.3, merchant: 0.3 };

const DAY = 24 * 60;

// Amounts that differ by a tenth or more have nothing in common.
const AMOUNT_TOLERANCE = 0.1;

/**
 * How much two transactions look like one recorded twice, from 0 to 1 in hundredths and the same both ways. Only those
 * of one type less than 24 hours apart are compared: exactly a day apart is tomorrow's coffee. Two occurrences of one
 * recurring template are never the same.
 */
export function duplicateRisk(one: Observed, other: Observed): number {
  if (one.type !== other.type || Math.abs(one.minute - other.minute) >= DAY) return 0;
  if (one.template_id && one.template_id === other.template_id) return 0;
  return inHundredths(
    WEIGHTS.amount * amountLikeness(one.amount, other.amount) +
      WEIGHTS.description * likeness(one.description, other.description) +
      WEIGHTS.merchant * likeness(merchantOf(one), merchantOf(other)),
  );
}

function amountLikeness(one: number, other: number): number {
  const apart = Math.abs(one - other) / Math.max(one, other);
  return Math.max(0, 1 - apart / AMOUNT_TOLERANCE);
}

// Whoever names no merchant has usually written it into the description.
function merchantOf({ merchant_name, description }: Observed): string {
  return merchant_name || description;
}

/** The transactions that one looks like: the likeliest first, then the newer, then by id. */
export function possibleDuplicates<Past extends Observed & { id: string }>(
  transaction: Observed,
  history: readonly Past[],
): Past[] {
  return history
    .map((past) => ({ past, risk: duplicateRisk(transaction, past) }))
    .filter(({ risk }) => risk > DUPLICATE_ABOVE)
    .sort(
      (one, other) =>
        other.risk - one.risk ||
        other.past.minute - one.past.minute ||
        (one.past.id < other.past.id ? 1 : -1),
    )
    .map(({ past }) => past);
}

/** The highest risk of being one of the others again. */
export function highestRisk(transaction: Observed, history: readonly Observed[]): number {
  return history.reduce((highest, past) => Math.max(highest, duplicateRisk(transaction, past)), 0);
}
