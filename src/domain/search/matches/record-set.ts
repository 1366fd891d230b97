import { RECORD_WORDS } from '../records.ts';

/** Records without doubles, found again at once: ids are random, so that their bits alone spread them out. */
export class RecordSet {
  /** Of each record its number, from one; zero for a free slot. */
  readonly #slots: Int32Array;
  readonly #words: Uint32Array;
  /** Of each record in how many sieves it was found. */
  readonly #passed: Uint8Array;
  #sieves = 0;
  #end = 0;

  /** All records of the lists. */
  constructor(lists: Uint32Array[]) {
    const most = lists.reduce((sum, list) => sum + list.length / RECORD_WORDS, 0);
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
    this.#words = new Uint32Array(most * RECORD_WORDS);
    this.#passed = new Uint8Array(most);
    for (const list of lists) this.#add(list);
  }

  /** Leaves those that the lists have too; call it at most 255 times. */
  keep(lists: Uint32Array[]): void {
    const [slots, words, passed] = [this.#slots, this.#words, this.#passed];
    const before = this.#sieves;
    this.#sieves += 1;
    for (const records of lists)
      for (let place = 0; place < records.length; place += RECORD_WORDS) {
        const number = slots[slotOf(slots, words, records, place)] as number;
        if (number > 0 && passed[number - 1] === before) passed[number - 1] = before + 1;
      }
  }

  /** The last word of each record that is left: what it says beside the id. */
  lastWords(): Uint32Array {
    const said = new Uint32Array(this.#end);
    let count = 0;
    for (let number = 0; number < this.#end; number += 1) {
      if (this.#passed[number] !== this.#sieves) continue;
      said[count] = this.#words[number * RECORD_WORDS + RECORD_WORDS - 1] as number;
      count += 1;
    }
    return said.subarray(0, count);
  }

  // Here and in `slotOf` are the loops that a search spends its time in: nothing is made or called for in them.
  #add(records: Uint32Array): void {
    const [slots, words] = [this.#slots, this.#words];
    let end = this.#end;
    for (let place = 0; place < records.length; place += RECORD_WORDS) {
      const slot = slotOf(slots, words, records, place);
      if (slots[slot] !== 0) continue;
      const start = end * RECORD_WORDS;
      words[start] = records[place] as number;
      words[start + 1] = records[place + 1] as number;
      words[start + 2] = records[place + 2] as number;
      end += 1;
      slots[slot] = end;
    }
    this.#end = end;
  }
}

/** The slot of the record that begins at a place, or the free one that it would get. */
function slotOf(slots: Int32Array, words: Uint32Array, records: Uint32Array, place: number): number {
  const most = slots.length - 1;
  let slot = (records[place + 1] as number) & most;
  for (;;) {
    const start = ((slots[slot] as number) - 1) * RECORD_WORDS;
    if (start < 0) return slot;
    if (
      words[start + 1] === records[place + 1] &&
      words[start] === records[place] &&
      words[start + 2] === records[place + 2]
    )
      return slot;
    slot = (slot + 1) & most;
  }
}
