import fc from 'fast-check';
import { expect } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import type { TestApp } from './app.ts';
import { categoriesOf, type Member, record, type Transaction } from './members.ts';
import { formWith, picture } from './pictures.ts';
import { makeTemplate } from './templates.ts';

const TEXTS = [
  'Bread',
  '-5',
  '=1+1',
  "'-5",
  'קפה "הפוך", קטן',
  'a\\b\u2028c\u200f',
  '{"x": [1]}',
  '😀 \u0301 ﬁ',
  '<b>&amp;</b>',
];

/** A test app or its replacement for a server. */
export type Asked = Pick<TestApp, 'call' | 'advance'>;

/**
 * Gives a person everything through the API: a random history with edits and deletions, series of every kind with
 * exceptions, categories and accounts in every state, an opening balance, preferences, a profile and a picture.
 */
export async function makeRich(testApp: Asked, as: Member, today: string): Promise<void> {
  const call = async <Data = Record<string, unknown>>(method: string, path: string, body?: unknown) => {
    const reply = await testApp.call<Data>(method, path, { as, body });
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
    return reply.data;
  };
  const category = async (body: object) =>
    (await call<{ category: { id: string } }>('POST', '/categories', body)).category.id;

  await call('PUT', '/users/profile', {
    firstName: 'נועה',
    lastName: "O'Brien",
    language_preference: 'he',
    theme_preference: 'dark',
    currency_preference: 'EUR',
    phone: '+972 50-000',
    bio: 'Two\nlines',
    website: 'https://example.org/?a=1&b',
    birthday: '1990-02-28',
    preferences: {
      timezone: 'Asia/Jerusalem',
      decimal_separator: ',',
      thousand_separator: '.',
      date_format: 'DD.MM.YYYY',
      week_start: 'monday',
      density: 'compact',
      start_page: 'transactions',
      accessibility: { fontSize: 'large', contrast: 'high' },
    },
  });
  await testApp.call('POST', '/users/upload-profile-picture', { as, form: formWith(await picture()) });

  const defaults = await categoriesOf(testApp, as);
  const pets = await category({
    name: 'Pets, "dogs" & כלבים',
    type: 'expense',
    color: '#123456',
    icon: 'Dog',
  });
  const gone = await category({ name: 'Gone', type: 'expense' });
  const merged = await category({ name: 'Merged', type: 'expense' });
  const old = await category({ name: 'Archived', type: 'income', description: 'not used any more' });
  const expenses = defaults.filter(({ type }) => type === 'expense').map(({ id }) => id);
  const incomes = defaults.filter(({ type }) => type === 'income').map(({ id }) => id);

  const account = async (body: object) =>
    (await call<{ account: { id: string } }>('POST', '/accounts', body)).account.id;
  const bank = await account({
    name: 'לאומי, "bank"',
    kind: 'bank',
    number: 'IL62-0108',
    opening_balance: 1234.5,
  });
  const cash = await account({ name: 'Cash', kind: 'cash', icon: 'Coins', color: '#654321' });
  const card = { kind: 'credit_card', number: '1234', billing_day: 10, pays_from: bank };
  const visa = await account({ name: 'Visa', ...card });
  const pension = await account({ name: 'Pension', kind: 'savings', in_balance: false });
  const closed = await account({ name: 'Closed', kind: 'other' });

  const row = fc.record({
    type: fc.constantFrom('expense' as const, 'income' as const),
    amount: fc.integer({ min: 1, max: 100_000_000 }).map((minor) => minor / 100),
    description: fc.constantFrom(...TEXTS),
    notes: fc.constantFrom(null, 'one\ntwo', '  x'.trim(), ...TEXTS),
    merchant_name: fc.constantFrom(null, null, 'Wolt', 'שופרסל', '=cmd'),
    date: fc.integer({ min: -45, max: 700 }).map((days) => plusDays(today, -days)),
    time: fc.integer({ min: 0, max: 1439 }).map((minutes) => clockOf(minutes)),
    timezone: fc.constantFrom('Asia/Jerusalem', 'America/New_York', 'Pacific/Kiritimati', 'UTC'),
    pick: fc.nat(40),
  });
  const drawn = fc.sample(row, { numRuns: 260, seed: 11 });
  const places = [undefined, undefined, bank, cash, visa, closed];
  const transactions = drawn.map(({ pick, ...fields }) => {
    const choices = fields.type === 'expense' ? [...expenses, pets, gone, merged] : [...incomes, old];
    return {
      ...fields,
      accountId: places[pick % places.length],
      ...(pick > 5 && { categoryId: choices[pick % choices.length] }),
    };
  });
  for (let from = 0; from < transactions.length; from += 50)
    await call('POST', '/transactions/bulk', { transactions: transactions.slice(from, from + 50) });

  const { transactions: recent } = await call<{ transactions: Transaction[] }>(
    'GET',
    '/transactions?limit=40&status=any',
  );
  testApp.advance(61);
  for (const [index, { id, type }] of recent.entries()) {
    if (index % 4 === 0)
      await call('PUT', `/transactions/${type}/${id}`, { amount: 17.5 + index, description: 'Edited' });
    if (index % 4 === 1) await call('DELETE', `/transactions/${type}/${id}`);
  }

  testApp.advance(61);
  await series(testApp, as, { pets, visa, today });
  await call('DELETE', `/categories/${gone}`, { moveTo: pets });
  await call('DELETE', `/categories/${merged}`, { moveTo: pets });
  await call('PUT', `/categories/${old}`, { is_archived: true });
  await call('POST', '/transfers', { fromAccountId: bank, toAccountId: cash, amount: 300, date: today });
  await call('POST', '/transfers', { fromAccountId: cash, toAccountId: pension, amount: 50 });
  await call('PUT', `/accounts/${closed}`, { is_archived: true });
  await call('PUT', `/accounts/${pension}`, { position: 1 });
  await call('PUT', `/categories/${expenses[2]}`, { color: '#ABCDEF', description: 'mine' });
  const unused = expenses[7] ?? '';
  await call('DELETE', `/categories/${unused}`);
  await plans(testApp, as, { pets, food: expenses[1] ?? '', bank });
}

/** Rules, budgets, goals and reminders. */
async function plans(
  testApp: Asked,
  as: Member,
  { pets, food, bank }: { pets: string; food: string; bank: string },
): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const reply = await testApp.call<Record<string, { id: string }>>(method, path, { as, body });
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
    return reply.data;
  };
  const conditions = [
    { field: 'text', operator: 'contains', value: 'dog "food"' },
    { field: 'amount', operator: 'between', value: [12.5, null] },
    { field: 'account', operator: 'is', value: bank },
  ];
  await call('POST', '/rules', { conditions, actions: { category_id: pets, merchant_name: 'חיות' } });
  const paid = [{ field: 'amount', operator: 'is', value: 9.99 }];
  await call('POST', '/rules', { conditions: paid, actions: { leave_out: true }, is_active: false });
  const budget = { category_ids: [pets, food], amount: 800, carry: 'all', carry_cap: 99.5, start_day: 10 };
  const { budget: made } = await call('POST', '/budgets', { ...budget, from: '2026-02-01' });
  await call('PUT', `/budgets/${made?.id}`, { amount: 850, from: '2026-06-12' });
  const { goal } = await call('POST', '/goals', {
    name: 'Trip',
    amount: 5000,
    due_date: '2099-05-01',
    account_id: bank,
    monthly: 200,
  });
  await call('POST', `/goals/${goal?.id}/save`, { amount: 123.45 });
  await call('PUT', '/users/reminders', { budget: true, low_balance: true, low_balance_line: -50.5 });
}

async function series(
  testApp: Asked,
  as: Member,
  { pets, visa, today }: { pets: string; visa: string; today: string },
): Promise<void> {
  const make = async (changes: object) => (await makeTemplate(testApp, as, { ...changes })).template;
  const path = ({ id }: { id: string }) => `/transactions/templates/${id}`;
  const act = async (method: string, address: string, body: object = {}) => {
    const reply = await testApp.call(method, address, { as, body });
    expect(reply.status, `${method} ${address}: ${reply.text}`).toBeLessThan(300);
  };
  const rent = await make({ name: 'Rent "flat"', amount: 3500, start_date: '2026-01-31', categoryId: pets });
  await act('POST', `${path(rent)}/skip`, { dates: [rent.next_date] });
  await act('PUT', path(rent), { amount: 3600, notes: 'from now on', accountId: visa });
  await act('PUT', path(rent), { amount: 3700, categoryId: null, from: plusDays(today, 40) });
  const weekly = await make({
    name: 'Cleaner',
    interval_type: 'weekly',
    interval: 2,
    start_date: '2026-03-01',
  });
  await act('POST', `${path(weekly)}/stop`);
  await make({ name: 'Yearly', interval_type: 'yearly', start_date: '2026-02-28', type: 'income' });
  await make({ name: 'Three times', end_type: 'occurrences', max_occurrences: 3, start_date: '2026-04-10' });
  const daily = await make({
    name: 'Daily',
    interval_type: 'daily',
    interval: 3,
    start_date: plusDays(today, -45),
    end_type: 'date',
    end_date: plusDays(today, 78),
    notes: 'coffee\ntea',
    timezone: 'America/New_York',
    preferred_time: '02:30',
  });
  const { transactions } = (
    await testApp.call<{ transactions: Transaction[] }>('GET', '/transactions/upcoming?limit=100', { as })
  ).data;
  const occurrences = transactions.filter(
    (transaction) => (transaction as unknown as { template_id: string }).template_id === daily.id,
  );
  for (const [index, { id, type }] of occurrences.slice(0, 3).entries()) {
    if (index === 0)
      await act('PUT', `/transactions/${type}/${id}`, { amount: 99.99, description: 'on its own' });
    if (index === 1) await act('DELETE', `/transactions/${type}/${id}`);
  }
  await act('PUT', path(daily), { interval: 4, type: 'income' });
  await record(testApp, as, { description: 'last', amount: '0.01' });
}

function clockOf(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
