import { amountsOf, type Size } from '../../../domain/analytics/sizes.ts';
import { toDecimal } from '../../../domain/money.ts';
import type { Currency } from '../../../i18n/currencies.ts';

/** The amounts of a size as the list filters by them, such as `10-49.99`. */
export function amountRangeOf(size: Size, currency: Currency): string {
  const { from, to } = amountsOf(size, currency);
  return `${from === 0 ? '' : toDecimal(from)}-${to === undefined ? '' : toDecimal(to)}`;
}
