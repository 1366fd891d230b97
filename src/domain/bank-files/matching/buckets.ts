import { MAX_BALANCE } from '../../money.ts';
import { pauseIfDue } from '../../throttle.ts';
import type { Known, Line } from './line.ts';

/** Larger than any amount, so that a day and an amount make one number. */
const AMOUNTS = MAX_BALANCE + 1;

/** How many rows are worked on before other requests get a turn. */
export const AT_ONCE = 500;

/** Rows of a bucket from which their texts are indexed. */
const INDEXED_FROM = 16;

interface Group {
  /** Index of the first row of each bucket. */
  firsts: Map<number, number>;
  /** In large buckets: the rows of each text; those before `from` are claimed. */
  byText: Map<number, Map<string, { rows: number[]; from: number }>>;
}

/**
 * Transactions by account, sign and currency (a group), then by a number (a bucket). One number a row and one a bucket,
 * because there may be hundreds of thousands. Claimed rows are unlinked the first time they are met.
 */
export class Buckets {
  readonly #known: readonly Known[];
  readonly #groups = new Map<string, Group>();
  readonly #next: Int32Array;
  readonly #keyOf: (known: Known) => number;
  readonly #isIn: (known: Known) => boolean;
  readonly #keysOf: (known: Known) => string[];
  readonly #isClaimed: (known: Known) => boolean;

  /** @param keyOf the number of a row's bucket */
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
      if (index % AT_ONCE === 0) await pauseIfDue();
      const one = this.#known[index] as Known;
      if (!this.#isIn(one)) continue;
      const key = groupOf(one);
      const group = this.#groups.get(key) ?? { firsts: new Map(), byText: new Map() };
      this.#groups.set(key, group);
      const bucket = this.#keyOf(one);
      this.#next[index] = group.firsts.get(bucket) ?? -1;
      group.firsts.set(bucket, index);
    }
  }

  *of(line: Line, key: number): Generator<Known> {
    const group = this.#groups.get(groupOf(line));
    let [previous, index] = [-1, group?.firsts.get(key) ?? -1];
    while (group && index >= 0) {
      const known = this.#known[index] as Known;
      const next = this.#next[index] ?? -1;
      if (!this.#isClaimed(known)) {
        yield known;
        previous = index;
      } else if (previous >= 0) this.#next[previous] = next;
      else group.firsts.set(key, next);
      index = next;
    }
  }

  /** Those of a bucket with one of these texts. */
  *ofTexts(line: Line, key: number, texts: readonly string[]): Generator<Known> {
    const group = this.#groups.get(groupOf(line));
    if (!group) return;
    const indexed = group.byText.get(key) ?? this.#indexed(group, key);
    if (!indexed) {
      for (const known of this.of(line, key))
        if (this.#keysOf(known).some((text) => texts.includes(text))) yield known;
      return;
    }
    for (const text of texts) {
      const entry = indexed.get(text);
      if (!entry) continue;
      while (entry.from < entry.rows.length && this.#isClaimed(this.#at(entry.rows[entry.from])))
        entry.from += 1;
      for (let each = entry.from; each < entry.rows.length; each += 1) yield this.#at(entry.rows[each]);
    }
  }

  #at(index = -1): Known {
    return this.#known[index] as Known;
  }

  #indexed({ firsts, byText }: Group, key: number) {
    const all: number[] = [];
    for (let index = firsts.get(key) ?? -1; index >= 0; index = this.#next[index] ?? -1) all.push(index);
    if (all.length < INDEXED_FROM) return undefined;
    const texts = new Map<string, { rows: number[]; from: number }>();
    for (const index of all)
      for (const text of new Set(this.#keysOf(this.#at(index)))) {
        const entry = texts.get(text);
        if (entry) entry.rows.push(index);
        else texts.set(text, { rows: [index], from: 0 });
      }
    byText.set(key, texts);
    return texts;
  }
}

const groupOf = ({ accountId, type, currency }: Pick<Line, 'accountId' | 'type' | 'currency'>) =>
  `${accountId} ${type} ${currency}`;

/** By account, then by the bank's id. Not by both in one text, which would take as much memory as the rows. */
export class ByExternalId<Item extends object | number> {
  readonly #accounts = new Map<string, Map<string, Item | Item[]>>();

  of(accountId: string, id: string | null): readonly Item[] {
    const same = id === null ? undefined : this.#accounts.get(accountId)?.get(id);
    return same === undefined ? [] : Array.isArray(same) ? same : [same];
  }

  add(accountId: string, id: string, item: Item): void {
    const items = this.#accounts.get(accountId) ?? new Map<string, Item | Item[]>();
    this.#accounts.set(accountId, items);
    const same = items.get(id);
    // Nearly all are alone, and an array each would take as much memory again.
    if (Array.isArray(same)) same.push(item);
    else items.set(id, same === undefined ? item : [same, item]);
  }
}

/** The bucket of a day (days since 1970) and an amount in minor units. */
export const dayAndAmount = (day: number, { amount }: Pick<Line, 'amount'>) => day * AMOUNTS + amount;
