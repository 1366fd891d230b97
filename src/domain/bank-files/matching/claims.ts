import { dayNumber } from '../../recurring/schedule/days.ts';
import { pauseIfDue } from '../../throttle.ts';
import { AT_ONCE, Buckets, dayAndAmount } from './buckets.ts';
import { isFirstOf, isOfOtherMonth, isSameNumber, type Place, placesOf } from './installments.ts';
import type { Known, Line, Match } from './line.ts';
import { Texts } from './similar-texts.ts';

/** Days between the date of a pending row and that of its booking. */
export const DAYS_UNTIL_BOOKED = 10;

/** How many rows of one day and amount are compared with one another; only an attack has more. */
export const COMPARED_MOST = 50;

/** An array, or what makes each line when it is looked at: there may be a hundred thousand. */
export interface Lines {
  length: number;
  at(index: number): Line | undefined;
}

export interface Source {
  kind: string;
  /** The first and the last day of its rows. */
  from: string;
  to: string;
}

/** The lines of a file, the transactions that may be there already, and which of both have been found to be one. */
export class Claims {
  readonly matches: (Match | null)[];
  readonly source: Source;
  readonly known: readonly Known[];
  readonly #lines: Lines;
  /** Of the lines that were new when they were last gone through. Booked ones claim before pending ones. */
  #order: readonly number[];
  readonly #claimed = new Set<string>();
  readonly #texts = new Texts();

  constructor(lines: Lines, known: readonly Known[], source: Source) {
    this.matches = Array.from({ length: lines.length }, () => null);
    this.known = known;
    this.source = source;
    this.#lines = lines;
    const order: number[] = [];
    const pending: number[] = [];
    for (let index = 0; index < lines.length; index += 1)
      (lines.at(index)?.isPending ? pending : order).push(index);
    for (const index of pending) order.push(index);
    this.#order = order;
  }

  /** The transactions, or those of a kind, by a number; null where there are none of that kind. */
  async index(keyOf: (one: Known) => number, isIn?: (one: Known) => boolean): Promise<Buckets | null> {
    if (isIn && !this.known.some(isIn)) return null;
    const self = {
      keysOf: (one: Known) => this.keysOf(one),
      isClaimed: (one: Known) => this.isClaimed(one),
    };
    const buckets = new Buckets(this.known, keyOf, self, isIn);
    await buckets.fill();
    return buckets;
  }

  /** Those of the amounts of lines that are new so far. */
  indexByDayAndAmount(isIn: (one: Known) => boolean = () => true): Promise<Buckets | null> {
    const amounts = new Set(this.#new().map((index) => this.lineAt(index).amount));
    return this.index(
      (one) => dayAndAmount(dayNumber(one.date), one),
      (one) => amounts.has(one.amount) && isIn(one),
    );
  }

  #new(): readonly number[] {
    this.#order = this.#order.filter((index) => this.matches[index] === null);
    return this.#order;
  }

  /** Each line that is new so far. */
  async each(work: (line: Line, index: number) => void): Promise<void> {
    for (const [turn, index] of this.#new().entries()) {
      if (turn % AT_ONCE === 0) await pauseIfDue();
      if (this.matches[index] === null) work(this.lineAt(index), index);
    }
  }

  lineAt(index: number): Line {
    return this.#lines.at(index) as Line;
  }

  claim(index: number, known: Known, { state, why, apart }: Omit<Match, 'id'>): void {
    const { id, isUnseenSide, isConverted } = known;
    this.#claimed.add(id);
    const hasArrived = state === 'matched' && isUnseenSide && isConverted;
    this.matches[index] = { state, id, why: hasArrived ? 'arrived' : why, apart };
  }

  isClaimed({ id }: Known): boolean {
    return this.#claimed.has(id);
  }

  /** The first that can be a line and fits. */
  first(line: Line, candidates: Iterable<Known>, fits: (known: Known) => boolean): Known | undefined {
    let compared = 0;
    for (const known of candidates) {
      if (this.isClaimed(known) || !isPossible(line, known)) continue;
      if (fits(known)) return known;
      compared += 1;
      if (compared === COMPARED_MOST) return undefined;
    }
    return undefined;
  }

  /** The folded texts; one empty text where there is none. */
  keysOf({ description, payee }: Pick<Line, 'description' | 'payee'>): string[] {
    const keys = [description, payee ?? ''].map((text) => this.#texts.key(text)).filter(Boolean);
    return keys.length > 0 ? keys : [''];
  }

  areAlike(line: Line, known: Known): boolean {
    return [line.description, line.payee ?? ''].some((text) =>
      [known.description, known.payee ?? ''].some((other) => this.#texts.areAlike(text, other)),
    );
  }
}

/** The days that are so many days from where a line may be. */
export function* placesAround(line: Line, apart: number): Generator<{ day: number; place: Place }> {
  for (const place of placesOf(line)) {
    const day = dayNumber(place.date);
    yield { day: day - apart, place };
    if (apart > 0) yield { day: day + apart, place };
  }
}

/** Those of what a person or a template entered. */
export function* daysAround(line: Line, apart: number): Generator<number> {
  for (const { day, place } of placesAround(line, apart)) if (place.other !== 'brought') yield day;
}

/** Two ids of a bank are never the same; what is booked may get another id. */
export function isPossible(line: Line, known: Known): boolean {
  const isBooked = known.isPending && !line.isPending;
  if (line.externalId !== null && known.externalIds.length > 0 && !isBooked) return false;
  return isSameNumber(line, known) && !isOfOtherMonth(line, known) && isFirstOf(line, known) !== true;
}
