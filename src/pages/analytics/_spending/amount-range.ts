import { amountsOf, type Size } from '../../../domain/analytics/sizes.ts';
import { toDecimal } from '../../../domain/money.ts';

/** The amounts of a size as the list filters by them, such as `10-49.99`. */
export function amountRangeOf(size: Size): string {
  const { from, to } = amountsOf(size);
  return `${from === 0 ? '' : toDecimal(from)}-${to === undefined ? '' : toDecimal(to)}`;
}
