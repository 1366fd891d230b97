/**
 * What the index keeps of each transaction of a word's month and type, one after another in one text: the 62 random
 * bits of its id, its amount and its day. Two that are alike come from one transaction, because ids are random. A
 * record that stands there twice has come and gone, so that a text only ever grows at its end until it is tidied.
 */
interface Recorded {
  transaction_id: string;
  /** `YYYY-MM-DD`; only the day is kept. */
  date: string;
  /** Minor units, below 2^27. */
  amount: number;
}

/** Characters of one record: twelve bytes in base64. */
export const RECORD_LENGTH = 16;

/** Words of 32 bits that a record is read as: two of the id, then the amount above five bits of day. */
export const RECORD_WORDS = 3;

const BYTES = 12;
const DAY_BITS = 5;
const MOST = 2 ** 27;

const scratch = Buffer.alloc(BYTES);

/** A transaction as a record. @throws RangeError for an amount that does not fit */
export function writeRecord({ transaction_id: id, date, amount }: Recorded): string {
  if (amount >= MOST) throw new RangeError(`${amount} does not fit in a record of the search index.`);
  scratch.writeUInt32LE(Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16), 0);
  scratch.writeUInt32LE(Number.parseInt(id.slice(28), 16), 4);
  scratch.writeUInt32LE(amount * 2 ** DAY_BITS + Number(date.slice(8)), 8);
  return scratch.toString('base64');
}

/** The records that are there, three words of 32 bits each; `count` says how many there should be. */
export function readRecords(text: string, count: number): Uint32Array {
  if (text.length === count * RECORD_LENGTH) return decoded(text);
  return decoded(tidied(text));
}

/** Day of the month of the record whose last word this is. */
export function dayOf(word: number): number {
  return word & (2 ** DAY_BITS - 1);
}

/** Minor units of the record whose last word this is. */
export function amountOf(word: number): number {
  return word >>> DAY_BITS;
}

/** The same records without those that have come and gone. */
export function tidied(text: string): string {
  const there = new Set<string>();
  for (let start = 0; start < text.length; start += RECORD_LENGTH) {
    const record = text.slice(start, start + RECORD_LENGTH);
    if (!there.delete(record)) there.add(record);
  }
  return [...there].join('');
}

// Into memory of its own, because a buffer may begin where no word of 32 bits can.
function decoded(text: string): Uint32Array {
  const records = new Uint32Array((text.length / RECORD_LENGTH) * RECORD_WORDS);
  Buffer.from(records.buffer).write(text, 'base64');
  return records;
}
