import type { Db } from '../../../src/db/open.ts';

/** The index of a person as the tables have it, words spelled out, in an order of its own. */
export interface WrittenIndex {
  words: string[];
  trigrams: string[];
  postings: string[];
  totals: string[];
}

/** What the tables of the index hold for a person. */
export async function readIndex(db: Db, userId: string): Promise<WrittenIndex> {
  const words = await db.selectFrom('search_words').selectAll().where('user_id', '=', userId).execute();
  const trigrams = await db.selectFrom('search_trigrams').selectAll().where('user_id', '=', userId).execute();
  const postings = await db.selectFrom('search_postings').selectAll().where('user_id', '=', userId).execute();
  const totals = await db.selectFrom('search_totals').selectAll().where('user_id', '=', userId).execute();
  const spelled = new Map(words.map(({ word_id, word }) => [word_id, word]));
  const text = (word_id: string) => spelled.get(word_id) ?? `lost ${word_id}`;
  return inOrder({
    words: [...spelled.values()],
    trigrams: trigrams.map(({ trigram, word_id }) => line(text(word_id), trigram)),
    postings: postings.map(({ word_id, date, time, transaction_id, type, amount }) =>
      line(text(word_id), date, time, transaction_id, type, amount),
    ),
    totals: totals.map(({ word_id, month, type, amount, count, records }) =>
      line(text(word_id), month, type, amount, count, recordsThere(records)),
    ),
  });
}

/** What they must hold, worked out naively from the person's transactions. */
export async function expectedIndex(db: Db, userId: string): Promise<WrittenIndex> {
  const rows = await db.selectFrom('transactions').selectAll().where('user_id', '=', userId).execute();
  const words = new Set<string>();
  const postings: string[] = [];
  const totals = new Map<string, { amount: number; count: number; records: string[] }>();
  for (const { search_text, date, time, id, type, amount } of rows) {
    for (const word of new Set(search_text.match(/\S+/g))) {
      words.add(word);
      postings.push(line(word, date, time, id, type, amount));
      const key = line(word, date.slice(0, 7), type);
      const total = totals.get(key) ?? { amount: 0, count: 0, records: [] };
      totals.set(key, {
        amount: total.amount + amount,
        count: total.count + 1,
        records: [...total.records, recordOf(id, date, amount)],
      });
    }
  }
  return inOrder({
    words: [...words],
    trigrams: [...words].flatMap((word) => [...trigramsOf(word)].map((trigram) => line(word, trigram))),
    postings,
    totals: [...totals].map(([key, { amount, count, records }]) =>
      line(key, amount, count, records.sort().join(' ')),
    ),
  });
}

// A record that stands there an even number of times has gone again.
function recordsThere(text: string): string {
  const times = new Map<string, number>();
  for (const record of text.match(/.{16}/g) ?? []) times.set(record, (times.get(record) ?? 0) + 1);
  return [...times.keys()]
    .filter((record) => (times.get(record) ?? 0) % 2 === 1)
    .sort()
    .join(' ');
}

function recordOf(id: string, date: string, amount: number): string {
  const [, , , third = '', last = ''] = id.split('-');
  const words = [
    Number.parseInt(third + last.slice(0, 4), 16),
    Number.parseInt(last.slice(4), 16),
    amount * 32 + Number(date.slice(8)),
  ];
  const bytes = new DataView(new ArrayBuffer(12));
  for (const [place, word] of words.entries()) bytes.setUint32(4 * place, word, true);
  return Buffer.from(bytes.buffer).toString('base64');
}

function trigramsOf(word: string): Set<string> {
  const letters = Array.from(word);
  const found = new Set<string>();
  for (let end = 3; end <= letters.length; end += 1) found.add(letters.slice(end - 3, end).join(''));
  return found;
}

const line = (...parts: (string | number)[]) => parts.join(' ');

function inOrder({ words, trigrams, postings, totals }: WrittenIndex): WrittenIndex {
  return {
    words: words.sort(),
    trigrams: trigrams.sort(),
    postings: postings.sort(),
    totals: totals.sort(),
  };
}
