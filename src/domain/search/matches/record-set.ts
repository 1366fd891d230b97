import { RECORD_WORDS } from '../records.ts';

/** Records without doubles, found again at once: ids are random, so that their bits alone spread them out. */
export class RecordSet {
  /** Of each record the place of its first word, plus one; zero for a free slot. */
  readonly #slots: Int32Array;
  readonly #words: Uint32Array;
  #end = 0;

  /** `most` records fit in. */
  constructor(most: number) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
    this.#words = new Uint32Array(most * RECORD_WORDS);
  }

  get size(): number {
    return this.#end / RECORD_WORDS;
  }

  /** Takes in the record that begins at a place, unless it is there. */
  add(records: Uint32Array, place: number): void {
    const slot = this.#slotOf(records, place);
    if (this.#slots[slot]) return;
    this.#slots[slot] = this.#end + 1;
    for (let word = 0; word < RECORD_WORDS; word += 1)
      this.#words[this.#end + word] = records[place + word] ?? 0;
    this.#end += RECORD_WORDS;
  }

  /** Those of the records that are in the set, each once. */
  among(lists: Uint32Array[]): RecordSet {
    const both = new RecordSet(this.size);
    for (const records of lists)
      for (let place = 0; place < records.length; place += RECORD_WORDS)
        if (this.#slots[this.#slotOf(records, place)]) both.add(records, place);
    return both;
  }

  /** The last word of each record: what it says beside the id. */
  *lastWords(): Generator<number> {
    for (let last = RECORD_WORDS - 1; last < this.#end; last += RECORD_WORDS) yield this.#words[last] ?? 0;
  }

  /** The slot of a record, or the free one that it would get. */
  #slotOf(records: Uint32Array, place: number): number {
    const most = this.#slots.length - 1;
    let slot = (records[place + 1] ?? 0) & most;
    for (let at = this.#slots[slot]; at; at = this.#slots[slot]) {
      if (this.#isAt(at - 1, records, place)) break;
      slot = (slot + 1) & most;
    }
    return slot;
  }

  #isAt(there: number, records: Uint32Array, place: number): boolean {
    const words = this.#words;
    return (
      words[there] === records[place] &&
      words[there + 1] === records[place + 1] &&
      words[there + 2] === records[place + 2]
    );
  }
}
