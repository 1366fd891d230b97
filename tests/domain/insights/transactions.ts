import fc from 'fast-check';
import type { Recorded } from '../../../src/domain/insights/batch.ts';
import { ruleInputOf } from '../../../src/domain/insights/rule-input.ts';

let made = 0;

/** By default an expense of 12.50 at noon. */
export function transaction(changes: Partial<Recorded> = {}): Recorded {
  made += 1;
  return ruleInputOf({
    id: `id-${String(made).padStart(6, '0')}`,
    type: 'expense',
    amount: 1_250,
    description: 'Bread',
    merchant_name: null,
    category_id: null,
    template_id: null,
    date: '2026-06-10',
    time: '12:00',
    ...changes,
  });
}

/** Expenses of 10.00 and 30.00 alternately, each at noon of its own day before 2026-06-01. */
export function months(count: number): Recorded[] {
  return Array.from({ length: count }, (_, index) =>
    transaction({
      amount: index % 2 ? 3_000 : 1_000,
      description: `Expense ${index}`,
      date: new Date(Date.UTC(2026, 4, 31) - index * 86_400_000).toISOString().slice(0, 10),
    }),
  );
}

const pad = (number: number) => String(number).padStart(2, '0');

/** Close to one another in time, often with the same description. */
export const anyTransaction: fc.Arbitrary<Recorded> = fc
  .record({
    type: fc.constantFrom('expense' as const, 'income' as const),
    amount: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 100_000_000 })),
    description: fc.constantFrom('Bread', 'bread!', 'Bus', 'קפה', '', 'לחם וחלב', 'Bread and milk'),
    merchant_name: fc.constantFrom(null, 'Bakery', 'Aroma', ''),
    category_id: fc.constantFrom(null, 'food'),
    template_id: fc.constantFrom(null, null, null, 'rent'),
    day: fc.integer({ min: 1, max: 4 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  })
  .map(({ day, hour, minute, ...rest }) =>
    transaction({ ...rest, date: `2026-06-${pad(day)}`, time: `${pad(hour)}:${pad(minute)}` }),
  );
