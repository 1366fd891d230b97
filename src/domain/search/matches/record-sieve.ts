import { RECORD_WORDS } from '../records.ts';

/** Slots for each record, at least: with fewer, records stand in each other's way. */
const SLOTS = 4;

/**
 * Finds the records that several lists have, each once. Ids are random, so that their bits alone spread the records
 * over slots. One sieve does for many months, one after another: making its memory anew for each takes as long as
 * sieving.
 */
export class RecordSieve {
  #slots = new Int32Array();
  #said = new Int32Array();
  /** Of the first piece's record at each place, of how many further pieces it is. */
  #passed = new Uint8Array();

  /**
   * What the records that every piece has say beside their ids (their last words); a piece has the records of each of
   * its lists. What is given back holds until the next call.
   * @param pieces at least one, at most 256
   */
  wordsOfAll([lead = [], ...others]: Int32Array[][]): Int32Array {
    const records = joined(lead);
    this.#clear(records.length);
    let found = this.#add(records);
    for (const [before, lists] of others.entries()) {
      found = 0;
      for (const list of lists) found = this.#keep(records, list, before, found);
    }
    return this.#said.subarray(0, found);
  }

  #clear(length: number): void {
    const size = 2 ** Math.ceil(Math.log2((SLOTS * length) / RECORD_WORDS + 1));
    if (size !== this.#slots.length) this.#slots = new Int32Array(size);
    else this.#slots.fill(0);
    if (length > this.#passed.length) {
      this.#passed = new Uint8Array(length);
      this.#said = new Int32Array(length / RECORD_WORDS);
    } else this.#passed.fill(0, 0, length);
  }

  // Here and in `keep` are the loops that a search spends its time in: nothing is made or called for in them.
  #add(records: Int32Array): number {
    const slots = this.#slots;
    const said = this.#said;
    const most = slots.length - 1;
    let found = 0;
    for (let place = 0; place < records.length; place += RECORD_WORDS) {
      const first = records[place] as number;
      const second = records[place + 1] as number;
      const third = records[place + 2] as number;
      for (let slot = second & most; ; slot = (slot + 1) & most) {
        const known = (slots[slot] as number) - 1;
        if (known < 0) {
          slots[slot] = place + 1;
          said[found] = third;
          found += 1;
          break;
        }
        if (records[known + 1] === second && records[known] === first && records[known + 2] === third) break;
      }
    }
    return found;
  }

  #keep(records: Int32Array, list: Int32Array, before: number, end: number): number {
    const slots = this.#slots;
    const said = this.#said;
    const passed = this.#passed;
    const most = slots.length - 1;
    let found = end;
    for (let place = 0; place < list.length; place += RECORD_WORDS) {
      const first = list[place] as number;
      const second = list[place + 1] as number;
      const third = list[place + 2] as number;
      for (let slot = second & most; ; slot = (slot + 1) & most) {
        const known = (slots[slot] as number) - 1;
        if (known < 0) break;
        if (records[known + 1] !== second || records[known] !== first || records[known + 2] !== third)
          continue;
        if (passed[known] === before) {
          passed[known] = before + 1;
          said[found] = third;
          found += 1;
        }
        break;
      }
    }
    return found;
  }
}

function joined(lists: Int32Array[]): Int32Array {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const all = new Int32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const list of lists) {
    all.set(list, end);
    end += list.length;
  }
  return all;
}
