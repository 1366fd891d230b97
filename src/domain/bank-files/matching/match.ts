import { setImmediate as others } from 'node:timers/promises';
import type { TransactionType } from '../../schemas.ts';
import { DAYS_APART as DAYS_OF_TRANSFER } from '../../transactions/transfers/transfer.ts';
import { Texts } from './alike.ts';
import { nearness } from './moved.ts';

/** A row of a file, as far as it can be recognised. */
export interface Line {
  accountId: string;
  date: string;
  type: TransactionType;
  /** In minor units of `currency`. */
  amount: number;
  currency: string;
  description: string;
  payee: string | null;
  /** The bank's own id. */
  externalId: string | null;
  /** That of an earlier row, in whose place this one stands. */
  corrects: string | null;
  installment: number | null;
  isPending: boolean;
  /** What was paid in another currency. */
  original: { amount: number; currency: string } | null;
}

/** A transaction that is there, as it is now or as a bank wrote it. Several may be about one transaction. */
export interface Known extends Omit<Line, 'externalId' | 'corrects' | 'isPending' | 'original'> {
  id: string;
  /** All that banks call it. */
  externalIds: readonly string[];
  /** What it came from: the kind of a bank's file; null if a person or a template made it. */
  broughtBy: string | null;
  /** Whether it is still what a bank showed before it was booked. */
  isPending: boolean;
  isOccurrence: boolean;
  /** The side of a transfer that no bank has shown yet. */
  isUnseenSide: boolean;
  /** The side of a transfer between currencies, whose amount a bank may know better. */
  isConverted: boolean;
  /** Of a transfer: its other side, in the currency of that account. */
  moved: { accountId: string; amount: number; currency: string } | null;
}

export interface Match {
  state: 'matched' | 'probable';
  /** Null for a row that stands twice in the file, and is not there yet. */
  id: string | null;
  why:
    | 'sameId'
    | 'sameIdTwice'
    | 'corrected'
    | 'sameDay'
    | 'nearDay'
    | 'booked'
    | 'otherAmount'
    | 'transferSide'
    | 'arrived'
    | 'nearAmount';
  /** Days between the two. */
  apart: number;
}

/** Whether the row of the file takes the place of what is there. */
export const isReplacing = ({ why }: Match) => why === 'booked' || why === 'corrected' || why === 'arrived';

/** A purchase by card is booked some days later. */
const DAYS_APART = 3;

const DAYS_UNTIL_BOOKED = 10;

/** The share by which the amount of a recurring transaction may differ. */
const OTHER_AMOUNT_MOST = 0.25;

/** Rows of one day and amount that are compared with one another; more are no coincidence but an attack. */
const COMPARED_MOST = 50;

/** Lines before other requests get a turn. */
const AT_ONCE = 500;

export interface Source {
  kind: string;
  /** The first and the last day of its rows. */
  from: string;
  to: string;
}

/**
 * Which lines of a file are there already. A bank's own id decides alone; otherwise account, amount and sign are the
 * same, the date is at most three days away, and the texts are alike. Each transaction is claimed once: nearer dates
 * first, then equal texts, then the order of the file.
 * @param movesTo the account to or from which a line moves money, as far as a rule knows it
 * @returns for each line its match, or null for a new one
 */
export async function matchLines(
  lines: readonly Line[],
  known: readonly Known[],
  source: Source,
  movesTo: MovesTo = () => null,
): Promise<(Match | null)[]> {
  const matching = new Matching(lines, known, source, movesTo);
  await matching.read(known);
  await matching.byExternalId();
  if (known.length === 0) return matching.found;
  await matching.corrected();
  for (let apart = 0; apart <= DAYS_APART; apart += 1) {
    await matching.byText(apart, true);
    await matching.byText(apart, false);
  }
  await matching.booked();
  for (let apart = 0; apart <= DAYS_APART; apart += 1) await matching.otherAmounts(apart);
  for (const isTold of [true, false]) {
    for (let apart = 0; apart <= DAYS_OF_TRANSFER; apart += 1) await matching.transferSides(apart, isTold);
    await matching.convertedSides(isTold);
  }
  return matching.found;
}

type MovesTo = (index: number) => string | null;

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

/** More than the amounts of a currency, so that a day and an amount are one number. */
const AMOUNTS = 2 ** 27;

/** Rows of a bucket from which their texts are indexed. */
const INDEXED_FROM = 16;

interface Place {
  /** The first row of each bucket. */
  firsts: Map<number, number>;
  /** Of large buckets: the rows of each text, from a place on. */
  byText: Map<number, Map<string, { rows: number[]; from: number }>>;
}

/**
 * What is known by account, sign and currency, then by day and amount. One number a row and one a bucket, because there
 * may be hundreds of thousands. What was claimed is passed over once.
 */
class Buckets {
  readonly #known: readonly Known[];
  readonly #places = new Map<string, Place>();
  readonly #next: Int32Array;
  readonly #keyOf: (known: Known) => number;
  readonly #isIn: (known: Known) => boolean;
  readonly #keysOf: (known: Known) => string[];
  readonly #isClaimed: (known: Known) => boolean;

  /** @param keyOf of a bucket, beside its place */
  constructor(
    known: readonly Known[],
    keyOf: (known: Known) => number,
    of: { keysOf: (known: Known) => string[]; isClaimed: (known: Known) => boolean },
    isIn: (known: Known) => boolean = () => true,
  ) {
    this.#known = known;
    this.#keyOf = keyOf;
    this.#isIn = isIn;
    this.#keysOf = of.keysOf;
    this.#isClaimed = of.isClaimed;
    this.#next = new Int32Array(known.length).fill(-1);
  }

  async fill(): Promise<void> {
    // From the end, so that each bucket begins with its first row.
    for (let index = this.#known.length - 1; index >= 0; index -= 1) {
      if (index % AT_ONCE === 0) await others();
      const one = this.#known[index] as Known;
      if (!this.#isIn(one)) continue;
      const key = placeOf(one);
      const place = this.#places.get(key) ?? { firsts: new Map(), byText: new Map() };
      this.#places.set(key, place);
      const bucket = this.#keyOf(one);
      this.#next[index] = place.firsts.get(bucket) ?? -1;
      place.firsts.set(bucket, index);
    }
  }

  *of(line: Line, key: number): Generator<Known> {
    const place = this.#places.get(placeOf(line));
    let [before, index] = [-1, place?.firsts.get(key) ?? -1];
    while (place && index >= 0) {
      const known = this.#known[index] as Known;
      const next = this.#next[index] ?? -1;
      if (!this.#isClaimed(known)) {
        yield known;
        before = index;
      } else if (before >= 0) this.#next[before] = next;
      else place.firsts.set(key, next);
      index = next;
    }
  }

  /** Those of a bucket with one of these texts. */
  *ofTexts(line: Line, key: number, texts: readonly string[]): Generator<Known> {
    const place = this.#places.get(placeOf(line));
    if (!place) return;
    const indexed = place.byText.get(key) ?? this.#indexed(place, key);
    if (!indexed) {
      for (const known of this.of(line, key))
        if (this.#keysOf(known).some((text) => texts.includes(text))) yield known;
      return;
    }
    for (const text of texts) {
      const those = indexed.get(text);
      if (!those) continue;
      while (those.from < those.rows.length && this.#isClaimed(this.#at(those.rows[those.from])))
        those.from += 1;
      for (let each = those.from; each < those.rows.length; each += 1) yield this.#at(those.rows[each]);
    }
  }

  #at(index = -1): Known {
    return this.#known[index] as Known;
  }

  #indexed({ firsts, byText }: Place, key: number) {
    const all: number[] = [];
    for (let index = firsts.get(key) ?? -1; index >= 0; index = this.#next[index] ?? -1) all.push(index);
    if (all.length < INDEXED_FROM) return undefined;
    const texts = new Map<string, { rows: number[]; from: number }>();
    for (const index of all)
      for (const text of new Set(this.#keysOf(this.#at(index)))) {
        const those = texts.get(text);
        if (those) those.rows.push(index);
        else texts.set(text, { rows: [index], from: 0 });
      }
    byText.set(key, texts);
    return texts;
  }
}

const placeOf = ({ accountId, type, currency }: Pick<Line, 'accountId' | 'type' | 'currency'>) =>
  `${accountId} ${type} ${currency}`;

/** By account and what its bank calls it. Not by both in one text, which would take as much room as the rows. */
class ByExternalId<Item> {
  readonly #accounts = new Map<string, Map<string, Item[]>>();

  of(accountId: string, id: string | null): Item[] | undefined {
    return id === null ? undefined : this.#accounts.get(accountId)?.get(id);
  }

  add(accountId: string, id: string, item: Item): void {
    const items = this.#accounts.get(accountId) ?? new Map<string, Item[]>();
    this.#accounts.set(accountId, items);
    const same = items.get(id);
    if (same) same.push(item);
    else items.set(id, [item]);
  }
}

class Matching {
  readonly found: (Match | null)[];
  readonly #lines: readonly Line[];
  /** What is booked claims first. */
  readonly #order: readonly number[];
  readonly #source: Source;
  readonly #movesTo: MovesTo;
  /** What it says of each line, which is compared with many. */
  readonly #moved = new Map<number, string | null>();
  readonly #claimed = new Set<string>();
  readonly #texts = new Texts();
  readonly #buckets: Buckets;
  readonly #byExternalId = new ByExternalId<Known>();
  /** By day alone, and by amount alone. */
  readonly #occurrences: Buckets | null;
  readonly #pending: Buckets | null;
  readonly #converted: Buckets | null;
  readonly #hasUnseenSides: boolean;

  constructor(lines: readonly Line[], known: readonly Known[], source: Source, movesTo: MovesTo) {
    this.#movesTo = movesTo;
    this.found = lines.map(() => null);
    this.#lines = lines;
    this.#source = source;
    const places = [...lines.keys()];
    this.#order = lines.some(({ isPending }) => isPending)
      ? places.sort((one, other) => Number(lines[one]?.isPending) - Number(lines[other]?.isPending))
      : places;
    const self = {
      keysOf: (one: Known) => this.#keysOf(one),
      isClaimed: ({ id }: Known) => this.#claimed.has(id),
    };
    this.#buckets = new Buckets(known, (one) => dayAndAmount(dayOf(one.date), one), self);
    const of = (is: (one: Known) => boolean, keyOf: (one: Known) => number) =>
      known.some(is) ? new Buckets(known, keyOf, self, is) : null;
    this.#occurrences = of(
      ({ isOccurrence }) => isOccurrence,
      (one) => dayOf(one.date),
    );
    this.#pending = of(
      ({ isPending }) => isPending,
      ({ amount }) => amount,
    );
    this.#converted = of(
      ({ isUnseenSide, isConverted }) => isUnseenSide && isConverted,
      (one) => dayOf(one.date),
    );
    this.#hasUnseenSides = known.some(({ isUnseenSide }) => isUnseenSide);
  }

  async read(known: readonly Known[]): Promise<void> {
    for (const [place, one] of known.entries()) {
      if (place % AT_ONCE === 0) await others();
      for (const id of one.externalIds) this.#byExternalId.add(one.accountId, id, one);
    }
    for (const buckets of [this.#buckets, this.#occurrences, this.#pending, this.#converted])
      await buckets?.fill();
  }

  /** An empty one for what says nothing. */
  #keysOf({ description, payee }: Pick<Line, 'description' | 'payee'>): string[] {
    const keys = [description, payee ?? ''].map((text) => this.#texts.key(text)).filter(Boolean);
    return keys.length > 0 ? keys : [''];
  }

  // Only a bank writes the same nothing twice.
  #saysSame(line: Line, { broughtBy }: Known): boolean {
    return broughtBy === this.#source.kind || this.#keysOf(line)[0] !== '';
  }

  async #each(work: (line: Line, index: number) => void): Promise<void> {
    for (const [place, index] of this.#order.entries()) {
      if (place % AT_ONCE === 0) await others();
      if (this.found[index] === null) work(this.#lines[index] as Line, index);
    }
  }

  #claim(index: number, known: Known, match: Omit<Match, 'id'>): void {
    const { id, isUnseenSide, isConverted } = known;
    this.#claimed.add(id);
    const hasArrived = match.state === 'matched' && isUnseenSide && isConverted;
    this.found[index] = { ...match, ...(hasArrived && { why: 'arrived' }), id };
  }

  async byExternalId(): Promise<void> {
    const seen = new ByExternalId<Line>();
    await this.#each((line, index) => {
      const { accountId, externalId } = line;
      if (externalId === null) return;
      const known = this.#byExternalId
        .of(accountId, externalId)
        ?.findLast((one) => this.#mayShareId(line, one));
      if (!known && seen.of(accountId, externalId)?.some((one) => this.#mayShareId(line, one)))
        this.found[index] = { state: 'matched', id: null, why: 'sameIdTwice', apart: 0 };
      seen.add(accountId, externalId, line);
      if (!known) return;
      const isTwice = this.#claimed.has(known.id);
      const isBooked = known.isPending && !line.isPending && !isTwice;
      const why = isTwice ? 'sameIdTwice' : isBooked ? 'booked' : 'sameId';
      this.#claim(index, known, { state: 'matched', why, apart: this.#apart(index, known) });
    });
  }

  /** What programs send as an id may be a reference, which the bank gives to other rows too. */
  #mayShareId(line: Line, other: Pick<Known, 'type' | 'amount' | 'date' | 'isPending'>): boolean {
    if (this.#source.kind !== 'api' || other.isPending) return true;
    const apart = Math.abs(dayOf(line.date) - dayOf(other.date));
    return line.type === other.type && line.amount === other.amount && apart <= DAYS_UNTIL_BOOKED;
  }

  corrected(): Promise<void> {
    return this.#each((line, index) => {
      const known = this.#byExternalId.of(line.accountId, line.corrects)?.at(-1);
      if (!known || this.#claimed.has(known.id)) return;
      const apart = this.#apart(index, known);
      // A program may give one id to several rows, though it should not: a person decides.
      const isAsked = this.#source.kind === 'api';
      this.#claim(
        index,
        known,
        isAsked ? { state: 'probable', why: 'sameId', apart } : { state: 'matched', why: 'corrected', apart },
      );
    });
  }

  #apart(index: number, known: Known): number {
    return Math.abs(dayOf(this.#lines[index]?.date ?? '') - dayOf(known.date));
  }

  byText(apart: number, isEqual: boolean): Promise<void> {
    return this.#each((line, index) => {
      for (const day of this.#daysAround(index, apart)) {
        const key = dayAndAmount(day, line);
        const candidates = isEqual
          ? this.#buckets.ofTexts(line, key, this.#keysOf(line))
          : this.#buckets.of(line, key);
        const known = this.#first(line, candidates, (one) => {
          const mayBeNear = apart === 0 || this.#mayBeNear(one);
          return mayBeNear && (isEqual ? this.#saysSame(line, one) : this.#areAlike(line, one));
        });
        if (!known) continue;
        const isBooked = known.isPending && !line.isPending;
        return this.#claim(
          index,
          known,
          isBooked
            ? { state: 'matched', why: 'booked', apart }
            : {
                state: apart === 0 ? 'matched' : 'probable',
                why: apart === 0 ? 'sameDay' : 'nearDay',
                apart,
              },
        );
      }
    });
  }

  /** A later payment of a purchase has the day of the purchase in files, and its own where a person entered it. */
  *#daysAround(index: number, apart: number): Generator<number> {
    const { installment, date } = this.#lines[index] as Line;
    const day = dayOf(date);
    yield day - apart;
    if (apart > 0) yield day + apart;
    if (installment === null || installment < 2) return;
    const [year = 0, month = 1, inMonth = 1] = date.split('-').map(Number);
    const later = Date.UTC(year, month - 1 + installment - 1, inMonth) / 86_400_000;
    yield later - apart;
    if (apart > 0) yield later + apart;
  }

  // A bank gives the same row the same day in each of its files; another kind of file may have the day of the purchase.
  #mayBeNear({ broughtBy, isPending, date }: Known): boolean {
    if (broughtBy === null || isPending) return true;
    return broughtBy !== this.#source.kind && date >= this.#source.from && date <= this.#source.to;
  }

  #areAlike(line: Line, known: Known): boolean {
    return [line.description, line.payee ?? ''].some((text) =>
      [known.description, known.payee ?? ''].some((other) => this.#texts.areAlike(text, other)),
    );
  }

  #first(line: Line, candidates: Iterable<Known>, fits: (known: Known) => boolean): Known | undefined {
    let compared = 0;
    for (const known of candidates) {
      if (this.#claimed.has(known.id) || !isPossible(line, known)) continue;
      if (fits(known)) return known;
      compared += 1;
      if (compared === COMPARED_MOST) return undefined;
    }
    return undefined;
  }

  /** What was pending, and is booked some days later. */
  booked(): Promise<void> {
    const pending = this.#pending;
    if (!pending) return Promise.resolve();
    return this.#each((line, index) => {
      if (line.isPending) return;
      const known = this.#first(line, pending.of(line, line.amount), (one) => {
        return this.#apart(index, one) <= DAYS_UNTIL_BOOKED && this.#areAlike(line, one);
      });
      if (known)
        this.#claim(index, known, { state: 'matched', why: 'booked', apart: this.#apart(index, known) });
    });
  }

  /** Recurring transactions whose amount the bank knows better. */
  otherAmounts(apart: number): Promise<void> {
    const occurrences = this.#occurrences;
    if (!occurrences) return Promise.resolve();
    return this.#each((line, index) => {
      for (const day of this.#daysAround(index, apart)) {
        const known = this.#first(line, occurrences.of(line, day), (one) => {
          const isClose = Math.abs(one.amount - line.amount) <= one.amount * OTHER_AMOUNT_MOST;
          return one.broughtBy === null && isClose && this.#areAlike(line, one);
        });
        if (known) return this.#claim(index, known, { state: 'probable', why: 'otherAmount', apart });
      }
    });
  }

  /**
   * Sides of transfers between currencies that no bank has shown, whose amounts follow rates: what the bank of the other
   * account shows is what arrived or left there. Where that is not sure it is asked.
   */
  async convertedSides(isTold: boolean): Promise<void> {
    const converted = this.#converted;
    if (!converted) return;
    const pairs: Pair[] = [];
    await this.#each((line, index) => {
      if (line.isPending) return;
      let compared = 0;
      for (let apart = 0; apart <= DAYS_OF_TRANSFER; apart += 1)
        for (const day of this.#daysAround(index, apart))
          for (const known of converted.of(line, day)) {
            if (compared === COMPARED_MOST) break;
            const isFit = isPossible(line, known) && this.#isTold(index, known) === isTold;
            const near = isFit ? nearnessOf(line, known) : null;
            if (!near) continue;
            compared += 1;
            pairs.push({ index, line, known, ...near, apart, isAlike: this.#areAlike(line, known) });
          }
    });
    this.#claimPairs(pairs);
  }

  /** Whether a rule knows that it is this side of this transfer; null where it is one of another account. */
  #isTold(index: number, { moved }: Known): boolean | null {
    const to = this.#movedBy(index);
    if (to === null) return false;
    return to === moved?.accountId ? true : null;
  }

  #movedBy(index: number): string | null {
    const known = this.#moved.get(index);
    if (known !== undefined) return known;
    const to = this.#movesTo(index);
    this.#moved.set(index, to);
    return to;
  }

  /** What is surely near first, then the nearest day, then what the texts say. */
  #claimPairs(pairs: Pair[]): void {
    const amountsOf = new Map<number | Known, Set<number>>();
    const note = (of: number | Known, amount: number) =>
      amountsOf.set(of, (amountsOf.get(of) ?? new Set()).add(amount));
    for (const { index, known, line } of pairs) {
      note(index, known.amount);
      note(known, line.amount);
    }
    pairs.sort(
      (one, other) =>
        Number(other.isSure) - Number(one.isSure) ||
        one.apart - other.apart ||
        Number(other.isAlike) - Number(one.isAlike) ||
        one.off - other.off,
    );
    for (const { index, known, isSure, apart } of pairs) {
      if (this.found[index] !== null || this.#claimed.has(known.id)) continue;
      // Of equal amounts it is all the same which of them is which.
      const isAlone = amountsOf.get(index)?.size === 1 && amountsOf.get(known)?.size === 1;
      this.#claim(
        index,
        known,
        isSure && isAlone
          ? { state: 'matched', why: 'arrived', apart }
          : { state: 'probable', why: 'nearAmount', apart },
      );
    }
  }

  /** The text of such a side was copied from the other one, so only the sum and the day can be compared: it is asked. */
  transferSides(apart: number, isTold: boolean): Promise<void> {
    if (!this.#hasUnseenSides) return Promise.resolve();
    return this.#each((line, index) => {
      for (const day of this.#daysAround(index, apart)) {
        const candidates = this.#buckets.of(line, dayAndAmount(day, line));
        const known = this.#first(
          line,
          candidates,
          (one) => one.isUnseenSide && !one.isConverted && this.#isTold(index, one) === isTold,
        );
        if (known) return this.#claim(index, known, { state: 'probable', why: 'transferSide', apart });
      }
    });
  }
}

interface Pair {
  index: number;
  line: Line;
  known: Known;
  isSure: boolean;
  off: number;
  apart: number;
  isAlike: boolean;
}

/** What a bank says of the other side is surer than any rate. */
function nearnessOf({ amount, original }: Line, known: Known): ReturnType<typeof nearness> {
  const isSaid = original?.amount === known.moved?.amount && original?.currency === known.moved?.currency;
  return original && isSaid ? { isSure: true, off: 0 } : nearness(known.amount, amount);
}

/** Two ids of a bank, or two payments of a purchase, are never the same; what is booked may get another id. */
function isPossible(line: Line, known: Known): boolean {
  const isBooked = known.isPending && !line.isPending;
  if (line.externalId !== null && known.externalIds.length > 0 && !isBooked) return false;
  return line.installment === null || known.installment === null || line.installment === known.installment;
}

const dayAndAmount = (day: number, { amount }: Pick<Line, 'amount'>) => day * AMOUNTS + amount;
