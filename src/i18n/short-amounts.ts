import { type Format, SIGNS } from './format.ts';
import { isolated } from './isolated.ts';
import type { Locale } from './locales.ts';

const SHORTENED: Record<Locale, { from: number; by: number; after: string }[]> = {
  en: [
    { from: 1_000_000_000, by: 1_000_000_000, after: 'B' },
    { from: 1_000_000, by: 1_000_000, after: 'M' },
    { from: 10_000, by: 1000, after: 'K' },
  ],
  he: [
    { from: 1_000_000_000, by: 1_000_000_000, after: ' מיליארד' },
    { from: 1_000_000, by: 1_000_000, after: ' מיליון' },
    { from: 10_000, by: 1000, after: ' אלף' },
  ],
};

/** Formats round amounts (minor units) for an axis, all in the same unit, in which they stay exact: `₪0`, `₪20K`, `₪40K`, in Hebrew `20 אלף ₪`. */
export function shortAmounts(minors: readonly number[], format: Format, locale: Locale): string[] {
  const largest = Math.max(...minors.map(Math.abs)) / 100;
  const unit = SHORTENED[locale].find(
    ({ from, by }) => largest >= from && minors.every((minor) => minor % by === 0),
  );
  return minors.map((minor) => {
    const text = withoutZeros(format.money(unit ? minor / unit.by : minor));
    if (!unit || minor === 0) return text;
    if (locale === 'en') return text.replace(/^.*\d/, (number) => number + unit.after);
    // The word follows its number, and the symbol of the currency both.
    const [number = ''] = text.match(/\d.*\d|\d/) ?? [];
    const symbol = text.replace(number, '').replace(SIGNS.expense, '').trim();
    // Beside a Hebrew word the sign would move to the right of its number.
    return `${minor < 0 ? isolated(`${SIGNS.expense}${number}`) : number}${unit.after}\u00A0${symbol}`;
  });
}

/** Groups of thousands have three digits, decimals one or two. */
const withoutZeros = (amount: string) => amount.replace(/[.,]00?(?!\d)/, '').replace(/([.,]\d)0(?!\d)/, '$1');
