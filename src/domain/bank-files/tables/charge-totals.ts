import type { BankFile } from '../bank-file.ts';
import { hundredths } from './amounts.ts';

const SUM_OF_CARD = /לחיוב החודש|בכרטיס|לכרטיס|לכל הכרטיסים/;
const OTHER_SUM = /דולר|יורו|אירו|מט["״]ח|[$€£]/;
const SUM_OF_ALL = /לכל הכרטיסים|כל הכרטיסים|כלל הכרטיסים/;

/** Whether a line sums what is no charge of one card. */
export const isOtherSum = (text: string) => OTHER_SUM.test(text) || SUM_OF_ALL.test(text);

export const isSumOfCard = (text: string) => SUM_OF_CARD.test(text);

/**
 * The printed sums of a charge, in hundredths: for each card, for the whole file, or below its tables; most reliable
 * first.
 */
type Total = Partial<Record<'cards' | 'all' | 'tables', number>>;

/** The sums of charges that a file of cards prints, by the day of the charge. */
export class ChargeTotals {
  readonly #totals = new Map<string, Total>();
  /** Indexes of the rows whose sums are printed below their tables. */
  readonly #summed = new Set<number>();
  /** The day may be in the line below its sum. */
  #beforeDay: string | null = null;
  #hasCardTotal = false;

  startCard(): void {
    this.#hasCardTotal = false;
  }

  /** Takes the sum of a title. @param isOfCard whether the title is of one card, rather than of the whole file */
  take(amount: string, date: string | undefined, isOfCard: boolean): void {
    if (date) this.#addTitled(date, amount, isOfCard);
    else this.#beforeDay = amount;
  }

  takeDay(date: string, isOfCard: boolean): void {
    if (this.#beforeDay) this.#addTitled(date, this.#beforeDay, isOfCard);
    this.#beforeDay = null;
  }

  /** Adds the sum of a line below the rows of a card, unless its title has one. */
  addOfCard(date: string, amount: string, isOfCard: boolean): void {
    if (!this.#hasCardTotal) this.#addTitled(date, amount, isOfCard);
  }

  addOfTable(date: string, amount: string, rows: readonly number[]): void {
    this.#add(date, amount, 'tables');
    for (const index of rows) this.#summed.add(index);
  }

  rename(date: string, full: string): void {
    const total = this.#totals.get(date);
    if (!total) return;
    this.#totals.delete(date);
    this.#totals.set(full, total);
  }

  /** @param charges the charge date of each row; a table without a sum leaves those of the others short */
  shown(charges: readonly (string | undefined)[]): NonNullable<BankFile['totals']> {
    const short = new Set(charges.filter((_, index) => !this.#summed.has(index)));
    return [...this.#totals].flatMap(([chargeDate, { cards, all, tables }]) => {
      const total = cards ?? all ?? (short.has(chargeDate) ? undefined : tables);
      const isShown = total !== undefined && total >= 0 && !chargeDate.startsWith('--');
      return isShown ? [{ chargeDate, amount: (total / 100).toFixed(2) }] : [];
    });
  }

  #addTitled(date: string, amount: string, isOfCard: boolean): void {
    this.#add(date, amount, isOfCard ? 'cards' : 'all');
    this.#hasCardTotal = true;
  }

  #add(date: string, amount: string, of: keyof Total): void {
    const total = this.#totals.get(date) ?? {};
    total[of] = (total[of] ?? 0) + hundredths(amount);
    this.#totals.set(date, total);
  }
}
