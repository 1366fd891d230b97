import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '../../../src/domain/id.ts';
import { MAX_AMOUNT } from '../../../src/domain/money.ts';
import { RecordSieve } from '../../../src/domain/search/matches/record-sieve.ts';
import {
  amountOf,
  dayOf,
  RECORD_WORDS,
  readRecords,
  tidied,
  writeRecord,
} from '../../../src/domain/search/records.ts';

const transactions = fc.record({
  transaction_id: fc.constant(null).map(() => newId(new Date())),
  date: fc.integer({ min: 1, max: 31 }).map((day) => `2026-01-${String(day).padStart(2, '0')}`),
  amount: fc.integer({ min: 1, max: MAX_AMOUNT }),
});

test('a record says day and amount, up to the largest amount that there is', () => {
  fc.assert(
    fc.property(transactions, (transaction) => {
      const [, , said = 0] = readRecords(writeRecord(transaction), 1);
      expect([dayOf(said), amountOf(said)]).toEqual([Number(transaction.date.slice(8)), transaction.amount]);
    }),
  );
});

test('an amount that does not fit is refused', () => {
  const transaction = { transaction_id: newId(new Date()), date: '2026-01-01', amount: 2 ** 27 };
  expect(() => writeRecord(transaction)).toThrow(RangeError);
});

test('what has come and gone any number of times is read as what is there', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(transactions, { selector: ({ transaction_id }) => transaction_id, maxLength: 6 }),
      fc.array(fc.nat(5), { maxLength: 40 }),
      (some, order) => {
        const there = new Set<string>();
        let text = '';
        for (const place of order) {
          const chosen = some[place];
          if (!chosen) continue;
          const record = writeRecord(chosen);
          text += record;
          if (!there.delete(record)) there.add(record);
        }
        expect(tidied(text)).toHaveLength([...there].join('').length);
        expect([...readRecords(text, there.size)].sort()).toEqual(
          [...readRecords([...there].join(''), there.size)].sort(),
        );
      },
    ),
  );
});

// Few numbers, so that records share words and places.
const recordLists = fc.array(
  fc.array(fc.tuple(fc.nat(2), fc.nat(3), fc.nat(2)), { maxLength: 12 }).map((list) => list.flat()),
  { minLength: 1, maxLength: 3 },
);

test('a sieve leaves each record that every piece has once, whatever it sieved before', () => {
  const sieve = new RecordSieve();
  fc.assert(
    fc.property(fc.array(recordLists, { minLength: 1, maxLength: 4 }), (pieces) => {
      const spelled = pieces.map((lists) => lists.flatMap(written));
      const common = new Set(
        spelled.reduce((left, other) => left.filter((record) => other.includes(record))),
      );
      const words = sieve.wordsOfAll(pieces.map((lists) => lists.map((list) => Int32Array.from(list))));
      expect([...words].sort()).toEqual([...common].map((record) => Number(record.split(' ')[2])).sort());
    }),
  );
});

function written(list: number[]): string[] {
  return Array.from({ length: list.length / RECORD_WORDS }, (_, place) =>
    list.slice(place * RECORD_WORDS, (place + 1) * RECORD_WORDS).join(' '),
  );
}
