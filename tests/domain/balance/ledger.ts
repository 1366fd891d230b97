import fc from 'fast-check';
import { plusDays } from '../../../src/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import { type Category, type Member, record } from '../../support/members.ts';
import { type BulkStep, bulkSteps, categoryOf, type Deletion, liveBulk } from './bulk-steps.ts';
import { type Entry, TODAY } from './entry.ts';

/** `pick` chooses among the existing rows. */
export type Step =
  | BulkStep
  | {
      kind: 'create';
      type: Entry['type'];
      minor: number;
      written: Writing;
      day: number;
      category: number;
      route: Route;
    }
  | { kind: 'change'; pick: number; changes: Changes }
  | { kind: 'remove'; pick: number };

type Writing = 'text' | 'padded' | 'number';
type Route = 'typed' | 'signed' | 'transaction';

interface Changes {
  type?: Entry['type'] | undefined;
  minor?: number | undefined;
  day?: number | undefined;
  category?: number | undefined;
}

const types = fc.constantFrom<Entry['type']>('expense', 'income');
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 100_000_000 }),
  fc.constantFrom(1, 10, 99, 100, 100_000_000),
);
// Most on few days, so that days and months share rows; some on any allowed day.
const days = fc.oneof(
  fc.integer({ min: -40, max: 40 }),
  fc.integer({ min: -1825, max: 365 }),
  fc.constantFrom(-1, 0, 1),
);
const categories = fc.integer({ min: -1, max: 3 });
const picks = fc.nat(1000);
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });

const creations = fc.record({
  kind: fc.constant('create' as const),
  type: types,
  minor: amounts,
  written: fc.constantFrom<Writing>('text', 'padded', 'number'),
  day: days,
  category: categories,
  route: fc.constantFrom<Route>('typed', 'signed', 'transaction'),
});

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: creations },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      pick: picks,
      changes: fc.record({
        type: maybe(types),
        minor: maybe(amounts),
        day: maybe(days),
        category: maybe(categories),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: picks }) },
  { weight: 4, arbitrary: bulkSteps },
);

export const histories = fc.array(steps, { minLength: 1, maxLength: 24 });

export async function live(
  testApp: TestApp,
  member: Member,
  choices: Category[],
  history: Step[],
): Promise<Map<string, Entry>> {
  const ledger = new Map<string, Entry>();
  const deletions: Deletion[] = [];
  for (const step of history) {
    if (step.kind === 'create') {
      const entry = await create(testApp, member, step, categoryOf(choices, step.type, step.category));
      ledger.set(entry.id, entry);
      continue;
    }
    if (step.kind !== 'change' && step.kind !== 'remove') {
      await liveBulk(testApp, member, choices, step, ledger, deletions);
      continue;
    }
    const chosen = [...ledger.values()][step.pick % Math.max(1, ledger.size)];
    if (!chosen) continue;
    const path = `/transactions/${chosen.type}/${chosen.id}`;
    if (step.kind === 'remove') {
      const reply = await testApp.call<{ undo_id: string }>('DELETE', path, { as: member });
      expectStatus(reply, 200);
      deletions.push({ undoId: reply.data.undo_id, entries: [chosen] });
      ledger.delete(chosen.id);
    } else {
      const { type, minor, day, category } = step.changes;
      const body = {
        type,
        amount: minor === undefined ? undefined : decimal(minor),
        date: day === undefined ? undefined : plusDays(TODAY, day),
        category_id: category === undefined ? undefined : categoryOf(choices, type ?? chosen.type, category),
      };
      expectStatus(await testApp.call('PUT', path, { as: member, body }), 200);
      ledger.set(chosen.id, {
        id: chosen.id,
        type: type ?? chosen.type,
        minor: minor === undefined ? chosen.minor : BigInt(minor),
        date: body.date ?? chosen.date,
        category: body.category_id === undefined ? stays(chosen, type) : body.category_id,
      });
    }
  }
  return ledger;
}

/** The category that stays when only the type may change. */
function stays({ type, category }: Entry, wanted: Entry['type'] | undefined): string | null {
  return wanted === undefined || wanted === type ? category : null;
}

async function create(
  testApp: TestApp,
  member: Member,
  { type, minor, written, day, route }: Step & { kind: 'create' },
  category: string | null,
): Promise<Entry> {
  const date = plusDays(TODAY, day);
  const sign = route === 'signed' && type === 'expense' ? '-' : '';
  const text = `${sign}${decimal(minor)}`;
  const amount = written === 'number' ? Number(text) : written === 'padded' ? ` ${text}00 ` : text;
  const body = { amount, date, description: 'Bread', category_id: category };
  if (route === 'typed') {
    const reply = await testApp.call<{ transaction: { id: string } }>('POST', `/transactions/${type}`, {
      as: member,
      body,
    });
    expectStatus(reply, 201);
    return { id: reply.data.transaction.id, type, minor: BigInt(minor), date, category };
  }
  const { id } = await record(testApp, member, { ...body, type: route === 'signed' ? undefined : type });
  return { id, type, minor: BigInt(minor), date, category };
}

function decimal(minor: number): string {
  return `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

function expectStatus({ status, text }: { status: number; text: string }, expected: number): void {
  if (status !== expected) throw new Error(`${status}: ${text}`);
}

/** From the digits of the JSON: arithmetic could round. */
export function minorOf(value: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(JSON.stringify(value));
  if (!match) throw new Error(`${value} is not an amount`);
  const [, sign, whole = '0', cents = ''] = match;
  const minor = BigInt(whole) * 100n + BigInt(cents.padEnd(2, '0'));
  return sign ? -minor : minor;
}

/** Income minus expenses, in minor units. */
export function netOf(entries: Iterable<Pick<Entry, 'type' | 'minor'>>): bigint {
  let net = 0n;
  for (const { type, minor } of entries) net += type === 'income' ? minor : -minor;
  return net;
}

/** In minor units. */
export function sumOf(entries: Iterable<Pick<Entry, 'type' | 'minor'>>, type: Entry['type']): bigint {
  let sum = 0n;
  for (const entry of entries) if (entry.type === type) sum += entry.minor;
  return sum;
}
