/** An exact decimal number: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** More significant digits than any provider states, and few enough for a number in JSON. */
const SIGNIFICANT = 12;

// Enough places for a quotient of the smallest and the largest rate.
const PLACES = 30;

/** A quotient has at most as many decimals. */
export const MOST_DECIMALS = PLACES + SIGNIFICANT;

/** `"3.7512"` → 37512 / 10^4. @throws Error for text that is not a plain decimal */
function parse(text: string): Decimal {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error('this is not a decimal');
  const [, whole = '', fraction = ''] = match;
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

const power = (exponent: number) => 10n ** BigInt(exponent);

/** Half away from zero, for numbers that are not negative. */
function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

/** To twelve significant digits: `"1"` and `"3"` → `"0.333333333333"`. */
export function quotient(one: string, other: string): string {
  const [a, b] = [parse(one), parse(other)];
  const [numerator, denominator] = [a.digits * power(b.scale), b.digits * power(a.scale)];
  const knownDigits = ((numerator * power(PLACES)) / denominator).toString().length;
  const places = Math.max(0, PLACES - knownDigits + SIGNIFICANT);
  return written(roundedQuotient(numerator * power(places), denominator), places);
}

function written(digits: bigint, places: number): string {
  const text = digits.toString().padStart(places + 1, '0');
  const point = text.length - places;
  return places === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`.replace(/\.?0+$/, '');
}

/**
 * An amount at a rate, rounded half away from zero.
 * @param minor hundredths, whatever the currency
 * @param decimals how many of the two decimals of the result its currency has
 * @returns hundredths
 */
export function multiplied(minor: number, rate: string, decimals: 0 | 2): number {
  const { digits, scale } = parse(rate);
  const step = power(2 - decimals);
  return Number(roundedQuotient(BigInt(minor) * digits, power(scale) * step) * step);
}
