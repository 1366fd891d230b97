import fc from 'fast-check';
import { plusDays } from '../../../../src/domain/calendar.ts';
import type { Category, Transaction } from '../../../support/members.ts';

/** The local date of test apps, and the end of its month. */
export const TODAY = '2026-06-15';
const END_OF_MONTH = '2026-06-30';

const WORDS = [
  'Bread',
  'bread rolls',
  'לחם',
  'חלב טרי',
  'Café',
  'CAFE\u0301',
  '100%',
  'a_b',
  '\\',
  'ﬁne',
  'שוק',
];

const texts = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => words.join(' ')),
);
const dates = fc
  .oneof(fc.integer({ min: -8, max: 20 }), fc.integer({ min: -1825, max: 365 }))
  .map((days) => plusDays(TODAY, days));
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

/** Many are equal in some field. */
export const bodies = (choices: Category[]) =>
  fc
    .record({
      type: fc.constantFrom('expense', 'income'),
      amount: fc.oneof(fc.constantFrom('0.01', '9.99', '10', '10.01'), fc.integer({ min: 1, max: 3000 })),
      description: texts,
      merchant_name: maybe(texts),
      notes: maybe(texts),
      category: maybe(fc.constantFrom(...choices)),
      date: dates,
      time: fc.constantFrom('08:00', '08:01', '23:59'),
    })
    // A category decides the type.
    .map(({ category, ...body }) => ({
      ...body,
      ...(category && { type: category.type, category_id: category.id }),
    }));

export interface Wanted {
  search?: string | undefined;
  category?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  recurring?: string | undefined;
  amountRange?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

export const filters = (choices: Category[]): fc.Arbitrary<Wanted> =>
  fc.record({
    search: maybe(
      fc.constantFrom(
        'bread',
        'BREAD rolls',
        'לחם',
        'חלב  לחם',
        'café',
        '%',
        '_',
        '\\',
        'fi',
        'nothing such',
      ),
    ),
    category: maybe(
      fc
        .subarray([...choices.map(({ id }) => id), 'none', 'unknown'], { minLength: 1 })
        .map((ids) => ids.join(',')),
    ),
    type: maybe(fc.constantFrom('expense', 'income')),
    status: maybe(fc.constantFrom('all', 'upcoming', 'any')),
    recurring: maybe(fc.constantFrom('false', 'true')),
    amountRange: maybe(fc.constantFrom('9.99-10', '10-', '-10', '10.01-500', '0-0.01', '500-10', '-')),
    dateFrom: maybe(dates),
    dateTo: maybe(dates),
    sort: maybe(fc.constantFrom('date', 'amount', 'description', 'category')),
    order: maybe(fc.constantFrom('asc', 'desc')),
  });

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const textOf = ({ description, merchant_name, notes }: Transaction) =>
  folded([description, merchant_name, notes].filter((part) => part).join(' '));

/** A naive implementation of the contract. */
export function isWanted(entry: Transaction, wanted: Wanted): boolean {
  const { status = 'all', category, type, recurring, dateFrom, dateTo, search, amountRange } = wanted;
  const [low = '', high = ''] = amountRange?.split('-') ?? [];
  return (
    (status !== 'all' || entry.date <= END_OF_MONTH) &&
    (status !== 'upcoming' || entry.date > TODAY) &&
    (!dateFrom || entry.date >= dateFrom) &&
    (!dateTo || entry.date <= dateTo) &&
    (!type || entry.type === type) &&
    recurring !== 'true' &&
    (!category || category.split(',').includes(entry.category_id ?? 'none')) &&
    (low === '' || entry.amount >= Number(low)) &&
    (high === '' || entry.amount <= Number(high)) &&
    (folded(search ?? '').match(/\S+/g) ?? []).every((word) => textOf(entry).includes(word))
  );
}

const { compare: byName } = new Intl.Collator('en');
const { compare: byText } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function inOrder(
  entries: Transaction[],
  { sort = 'date', order = 'desc' }: Wanted,
  names: Map<string, string>,
) {
  const first = {
    date: () => 0,
    amount: (one: Transaction, other: Transaction) => one.amount - other.amount,
    description: (one: Transaction, other: Transaction) => byText(one.description, other.description),
    category: (one: Transaction, other: Transaction) =>
      byName(names.get(one.category_id ?? '') ?? '', names.get(other.category_id ?? '') ?? ''),
  }[sort] as (one: Transaction, other: Transaction) => number;
  const sortKey = ({ date, time, id }: Transaction) => `${date} ${time} ${id}`;
  const sorted = [...entries].sort(
    (one, other) => first(one, other) || byBytes(sortKey(one), sortKey(other)),
  );
  return order === 'asc' ? sorted : sorted.reverse();
}

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
