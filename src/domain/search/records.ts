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
/** No amount is as high (minor units). */
export const HIGHER_THAN_ANY = 2 ** 27;

const scratch = Buffer.alloc(BYTES);

/** A transaction as a record. @throws RangeError for an amount that does not fit */
export function writeRecord({ transaction_id: id, date, amount }: Recorded): string {
  if (amount >= HIGHER_THAN_ANY)
    throw new RangeError(`${amount} does not fit in a record of the search index.`);
  scratch.writeUInt32LE(Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16), 0);
  scratch.writeUInt32LE(Number.parseInt(id.slice(28), 16), 4);
  scratch.writeUInt32LE(amount * 2 ** DAY_BITS + Number(date.slice(8)), 8);
  return scratch.toString('base64');
}

/**
 * The records that are there, three words of 32 bits each, with a sign, which computes faster than without.
 * @param count how many there should be
 * @param memory where to write them, with room for `RECORD_WORDS` for each `RECORD_LENGTH` of the text
 */
export function readRecords(text: string, count: number, memory = memoryFor(text.length)): Int32Array {
  const there = text.length === count * RECORD_LENGTH ? text : tidied(text);
  const { buffer, byteOffset } = memory;
  const bytes = Buffer.from(buffer, byteOffset).write(there, 'base64');
  return memory.subarray(0, bytes / Int32Array.BYTES_PER_ELEMENT);
}

/** Memory for the records of a text, or of texts, of this length. */
export function memoryFor(length: number): Int32Array<ArrayBuffer> {
  return new Int32Array((length / RECORD_LENGTH) * RECORD_WORDS);
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
