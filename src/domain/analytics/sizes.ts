import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';
import { scaledTo, smallestAmount } from '../money.ts';

/** The sizes with their limits in minor units, exclusive. */
const SIZES = [
  ['micro', 1_000],
  ['small', 5_000],
  ['medium', 20_000],
  ['large', 100_000],
  ['huge', Number.POSITIVE_INFINITY],
] as const;

export type Size = (typeof SIZES)[number][0];

export const SIZE_NAMES: readonly Size[] = SIZES.map(([name]) => name);

/** In minor units. */
export function sizeOf(amount: number, currency: Currency): Size {
  return SIZES.find(([, end]) => amount < scaledTo(currency, end))?.[0] ?? 'huge';
}

/** In minor units, both ends included; the largest size is open. */
export function amountsOf(size: Size, currency: Currency): { from: number; to: number | undefined } {
  const position = SIZE_NAMES.indexOf(size);
  const [end, start] = [position, position - 1].map((index) => scaledTo(currency, SIZES[index]?.[1] ?? 0));
  return {
    from: start ?? 0,
    to: end !== undefined && Number.isFinite(end) ? end - smallestAmount(currency) : undefined,
  };
}

/** The limits between the sizes in any currency, ascending. */
export const LIMITS = [
  ...new Set(CURRENCY_CODES.flatMap((code) => SIZES.map(([, end]) => scaledTo(code, end)))),
]
  .filter(Number.isFinite)
  .sort((one, other) => one - other);

/** The highest limit that an amount reaches in any currency, so that stored sums fit whichever is chosen later. */
export function limitBelow(amount: number): number {
  return LIMITS.findLast((limit) => limit <= amount) ?? 0;
}
