import { pauseIfDue } from '../../throttle.ts';
import { DAYS_APART as DAYS_OF_TRANSFER } from '../../transactions/transfers/transfer.ts';
import { Buckets, ByExternalId, dayAndAmount } from './buckets.ts';
import type { Known, Line, Match } from './line.ts';
import { isOfOtherMonth, isSameNumber, isSamePayment, type Place, placesOf } from './payments.ts';
import { Texts } from './similar-texts.ts';
import { nearness } from './transfer-amounts.ts';

/** Days between the date that a person wrote and that of the bank: a purchase by card is booked later. */
const DAYS_APART = 3;

const DAYS_UNTIL_BOOKED = 10;

/** The share by which the amount of a recurring transaction may differ. */
const OTHER_AMOUNT_MOST = 0.25;

/** Some banks divide into whole units, in hundredths. */
const WHOLE = 100;

/** How many rows of one day and amount are compared with one another; only an attack has more. */
const COMPARED_MOST = 50;

/** How many lines are compared before other requests get a turn. */
const AT_ONCE = 500;

export interface Source {
  kind: string;
  /** The first and the last day of its rows. */
  from: string;
  to: string;
}

/**
 * Finds the lines of a file that are transactions already. A bank's own id decides alone; otherwise account, amount and sign are the
 * same, the date is at most three days away, and the texts are alike; payments of a purchase are told by their number and
 * charge too. Each transaction is claimed once: nearer dates
 * first, then equal texts, then the order of the file.
 * @param movesTo the account to or from which a line moves money, where a rule names one
 * @param names whether the texts of a line name an account
 * @returns for each line its match, or null for a new one
 */
export async function matchLines(
  lines: Lines,
  known: readonly Known[],
  source: Source,
  movesTo: MovesTo = () => null,
  names: Names = () => false,
): Promise<(Match | null)[]> {
  const matching = new Matching(lines, known, source, { movesTo, names });
  await matching.read(known);
  await matching.byExternalId();
  if (known.length === 0) return matching.matches;
  await matching.corrected();
  for (const isEqual of [true, false]) await matching.byText(0, isEqual, isSamePayment);
  for (let apart = 0; apart <= DAYS_APART; apart += 1) {
    await matching.byText(apart, true);
    await matching.byText(apart, false);
  }
  await matching.booked();
  for (let apart = 0; apart <= DAYS_APART; apart += 1) {
    await matching.otherDivisions(apart);
    await matching.otherAmounts(apart);
  }
  for (const by of ['rule', 'name', 'amount'] as const) {
    for (let apart = 0; apart <= DAYS_OF_TRANSFER; apart += 1) await matching.transferSides(apart, by);
    await matching.convertedSides(by);
  }
  return matching.matches;
}

/** An array, or what makes each line when it is looked at: there may be a hundred thousand. */
export interface Lines {
  length: number;
  at(index: number): Line | undefined;
}

type MovesTo = (index: number) => string | null;
type Names = (index: number, accountId: string) => boolean;

/** By what a line may be the side of a transfer: what names the other account, or only amount and day. */
type SideBy = 'rule' | 'name' | 'amount';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;

class Matching {
  readonly matches: (Match | null)[];
  readonly #lines: Lines;
  /** Booked lines claim before pending ones. */
  readonly #order: readonly number[];
  readonly #source: Source;
  readonly #accountMovedTo: MovesTo;
  readonly #names: Names;
  /** The answers of `movesTo` by line, because a line is compared with many transactions. */
  readonly #otherAccounts = new Map<number, string | null>();
  readonly #claimed = new Set<string>();
  readonly #texts = new Texts();
  readonly #buckets: Buckets;
  readonly #byExternalId = new ByExternalId<Known>();
  /** By day alone, and by amount alone. */
  readonly #occurrences: Buckets | null;
  readonly #payments: Buckets | null;
  readonly #pending: Buckets | null;
  readonly #converted: Buckets | null;
  readonly #hasUnseenSides: boolean;

  constructor(
    lines: Lines,
    known: readonly Known[],
    source: Source,
    { movesTo, names }: { movesTo: MovesTo; names: Names },
  ) {
    this.#accountMovedTo = movesTo;
    this.#names = names;
    this.matches = Array.from({ length: lines.length }, () => null);
    this.#lines = lines;
    this.#source = source;
    const order: number[] = [];
    const pending: number[] = [];
    for (let index = 0; index < lines.length; index += 1)
      (lines.at(index)?.isPending ? pending : order).push(index);
    for (const index of pending) order.push(index);
    this.#order = order;
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
    this.#payments = of(
      ({ installment, broughtBy }) => installment !== null && broughtBy === null,
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

  /** Fills the indexes by which transactions are found. */
  async read(known: readonly Known[]): Promise<void> {
    for (const [index, one] of known.entries()) {
      if (index % AT_ONCE === 0) await pauseIfDue();
      for (const id of one.externalIds) this.#byExternalId.add(one.accountId, id, one);
    }
    for (const buckets of [this.#buckets, this.#occurrences, this.#payments, this.#pending, this.#converted])
      await buckets?.fill();
  }

  /** The folded texts; one empty text where there is none. */
  #keysOf({ description, payee }: Pick<Line, 'description' | 'payee'>): string[] {
    const keys = [description, payee ?? ''].map((text) => this.#texts.key(text)).filter(Boolean);
    return keys.length > 0 ? keys : [''];
  }

  // Two empty texts are equal only where the same bank wrote both.
  #hasSameText(line: Line, { broughtBy }: Known): boolean {
    return broughtBy === this.#source.kind || this.#keysOf(line)[0] !== '';
  }

  async #each(work: (line: Line, index: number) => void): Promise<void> {
    for (const [turn, index] of this.#order.entries()) {
      if (turn % AT_ONCE === 0) await pauseIfDue();
      if (this.matches[index] === null) work(this.#lineAt(index), index);
    }
  }

  #lineAt(index: number): Line {
    return this.#lines.at(index) as Line;
  }

  #claim(index: number, known: Known, { state, why, apart }: Omit<Match, 'id'>): void {
    const { id, isUnseenSide, isConverted } = known;
    this.#claimed.add(id);
    const hasArrived = state === 'matched' && isUnseenSide && isConverted;
    this.matches[index] = { state, id, why: hasArrived ? 'arrived' : why, apart };
  }

  async byExternalId(): Promise<void> {
    const seen = new ByExternalId<number>();
    await this.#each((line, index) => {
      const { accountId, externalId } = line;
      if (externalId === null) return;
      const known = this.#byExternalId
        .of(accountId, externalId)
        .findLast((one) => this.#mayShareId(line, one));
      const isAgain = (other: number) => this.#mayShareId(line, this.#lineAt(other));
      if (!known && seen.of(accountId, externalId).some(isAgain))
        this.matches[index] = { state: 'matched', id: null, why: 'sameIdTwice', apart: 0 };
      // What is known is found again by itself, but for rows that may not share an id with it.
      if (!known || this.#source.kind === 'api') seen.add(accountId, externalId, index);
      if (!known) return;
      const isTwice = this.#claimed.has(known.id);
      const isBooked = known.isPending && !line.isPending && !isTwice;
      const why = isTwice ? 'sameIdTwice' : isBooked ? 'booked' : 'sameId';
      this.#claim(index, known, { state: 'matched', why, apart: this.#apart(index, known) });
    });
  }

  /** A program may send the bank's reference as an id, and banks give references to other rows too. */
  #mayShareId(line: Line, other: Line | Known): boolean {
    // Some programs send an id of the purchase.
    if (!isSameNumber(line, other)) return false;
    if (this.#source.kind !== 'api' || other.isPending) return true;
    const apart = Math.abs(dayOf(line.date) - dayOf(other.date));
    const isNear = apart <= DAYS_UNTIL_BOOKED || ('chargeDates' in other && isSamePayment(line, other));
    return line.type === other.type && line.amount === other.amount && isNear;
  }

  corrected(): Promise<void> {
    return this.#each((line, index) => {
      const known = this.#byExternalId
        .of(line.accountId, line.corrects)
        .findLast((one) => isSameNumber(line, one));
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
    return Math.abs(dayOf(this.#lineAt(index).date) - dayOf(known.date));
  }

  /** @param isAsked what else must be true of what is there */
  byText(apart: number, isEqual: boolean, isAsked?: (line: Line, known: Known) => boolean): Promise<void> {
    return this.#each((line, index) => {
      if (isAsked && line.installment === null) return;
      for (const { day, place } of this.#placesAround(line, apart)) {
        const key = dayAndAmount(day, line);
        const candidates = isEqual
          ? this.#buckets.ofTexts(line, key, this.#keysOf(line))
          : this.#buckets.of(line, key);
        const known = this.#first(line, candidates, (one) => {
          if (isAsked?.(line, one) === false || !this.#mayBeAt(place, apart, line, one)) return false;
          return isEqual ? this.#hasSameText(line, one) : this.#areAlike(line, one);
        });
        if (!known) continue;
        const isBooked = known.isPending && !line.isPending;
        // Without the charges, only a person knows which of two equal purchases a payment with another day belongs to.
        const isBrought = place.other === 'brought';
        const isSure = apart === 0 && (!isBrought || isSamePayment(line, known));
        return this.#claim(
          index,
          known,
          isBooked
            ? { state: 'matched', why: 'booked', apart }
            : isSure
              ? { state: 'matched', why: isNumbered(line, known) ? 'numbered' : 'sameDay', apart }
              : { state: 'probable', why: 'nearDay', apart: isBrought ? this.#apart(index, known) : apart },
        );
      }
    });
  }

  *#placesAround(line: Line, apart: number): Generator<{ day: number; place: Place }> {
    for (const place of placesOf(line)) {
      const day = dayOf(place.date);
      yield { day: day - apart, place };
      if (apart > 0) yield { day: day + apart, place };
    }
  }

  #mayBeAt({ other }: Place, apart: number, line: Line, known: Known): boolean {
    if (other === undefined) return apart === 0 || this.#mayBeNear(known);
    if (other === 'entered') return known.broughtBy === null;
    const isOtherKind = known.broughtBy !== null && known.broughtBy !== this.#source.kind;
    return (
      known.installment === line.installment && ((apart === 0 && isSamePayment(line, known)) || isOtherKind)
    );
  }

  /** Days of what a person or a template entered. */
  *#daysAround(index: number, apart: number): Generator<number> {
    for (const { day, place } of this.#placesAround(this.#lineAt(index), apart))
      if (place.other !== 'brought') yield day;
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

  /** Pending rows that are booked some days later. */
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

  /** Payments that a person entered; how a bank divides a purchase only the bank knows. */
  otherDivisions(apart: number): Promise<void> {
    const payments = this.#payments;
    if (!payments) return Promise.resolve();
    return this.#each((line, index) => {
      if (line.installment === null) return;
      for (const day of this.#daysAround(index, apart))
        for (const unit of [1, WHOLE]) {
          const known = this.#first(
            line,
            payments.of(line, day),
            (one) => isOfDivision(line, one, unit) && this.#areAlike(line, one),
          );
          if (!known) continue;
          const isSame = apart === 0 && unit === 1;
          return this.#claim(
            index,
            known,
            isSame
              ? { state: 'matched', why: 'sameDay', apart }
              : { state: 'probable', why: 'otherDivision', apart },
          );
        }
    });
  }

  /** Occurrences of recurring transactions, whose real amount only the bank knows. */
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
   * Sides of transfers between currencies that no bank has shown yet: their amounts follow rates, and the bank's row states
   * what really arrived or left. Probable matches are for a person to decide.
   */
  async convertedSides(by: SideBy): Promise<void> {
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
            const isFit = isPossible(line, known) && this.#sideBy(index, known) === by;
            const near = isFit ? nearnessOf(line, known) : null;
            if (!near) continue;
            compared += 1;
            pairs.push({ index, line, known, ...near, apart, isAlike: this.#areAlike(line, known) });
          }
    });
    this.#claimPairs(pairs);
  }

  /** Null where a rule names another account than that of this transfer's other side. */
  #sideBy(index: number, { otherSide }: Known): SideBy | null {
    const to = this.#otherAccountOf(index);
    if (to !== null) return to === otherSide?.accountId ? 'rule' : null;
    return otherSide && this.#names(index, otherSide.accountId) ? 'name' : 'amount';
  }

  #otherAccountOf(index: number): string | null {
    const known = this.#otherAccounts.get(index);
    if (known !== undefined) return known;
    const to = this.#accountMovedTo(index);
    this.#otherAccounts.set(index, to);
    return to;
  }

  /** Amounts within the sure share first, then the nearest day, then alike texts. */
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
      if (this.matches[index] !== null || this.#claimed.has(known.id)) continue;
      // Among equal amounts, any pairing is right.
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

  /**
   * The text of such a side was copied from the other side, so only amount and day can be compared, and
   * whether it names the account of that: a person decides.
   */
  transferSides(apart: number, by: SideBy): Promise<void> {
    if (!this.#hasUnseenSides) return Promise.resolve();
    return this.#each((line, index) => {
      for (const day of this.#daysAround(index, apart)) {
        const candidates = this.#buckets.of(line, dayAndAmount(day, line));
        const known = this.#first(
          line,
          candidates,
          (one) => one.isUnseenSide && !one.isConverted && this.#sideBy(index, one) === by,
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

/** An amount that the bank states for the other side is surer than any rate. */
function nearnessOf({ amount, original }: Line, known: Known): ReturnType<typeof nearness> {
  const isStated =
    original?.amount === known.otherSide?.amount && original?.currency === known.otherSide?.currency;
  return original && isStated ? { isSure: true, off: 0 } : nearness(known.amount, amount);
}

/** Whether both are one payment but for the rest of a division in cents or whole units, which the first or last one has. */
function isOfDivision(line: Line, known: Known, unit: number): boolean {
  const { installment: n, installmentTotal: of } = known;
  if (of === null || n !== line.installment || of !== line.installmentTotal) return false;
  const rest = n === 1 || n === of ? of : 1;
  return Math.abs(line.amount - known.amount) <= rest * unit;
}

/** Whether a person recorded as one transaction what the bank knows as a payment of a purchase. */
function isNumbered({ installment, isPending }: Line, known: Known): boolean {
  const { broughtBy, isOccurrence, isUnseenSide } = known;
  const isOfPerson = broughtBy === null && !isOccurrence && !isUnseenSide;
  return installment !== null && !isPending && isOfPerson && known.installment === null;
}

/** Two ids of a bank are never the same; what is booked may get another id. */
function isPossible(line: Line, known: Known): boolean {
  const isBooked = known.isPending && !line.isPending;
  if (line.externalId !== null && known.externalIds.length > 0 && !isBooked) return false;
  return isSameNumber(line, known) && !isOfOtherMonth(line, known);
}
