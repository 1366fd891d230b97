import { plusDays } from '../../src/domain/calendar.ts';
import { askApi, type Caller } from './ask-api.ts';
import { TODAY } from './today.ts';

export interface Recorded {
  id: string;
  type: 'expense' | 'income';
  amount: number;
  description: string;
  date: string;
  time: string;
  is_recurring: boolean;
}

/** One after another, in the API's fields; by default expenses. */
export async function record(person: Caller, transactions: Record<string, unknown>[]): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const transaction of transactions) {
    const body = { type: 'expense', ...transaction };
    recorded.push(
      (await askApi<{ transaction: Recorded }>(person, 'POST', '/transactions/transaction', body))
        .transaction,
    );
  }
  return recorded;
}

/** By default an expense; returns its id. */
export async function repeat(person: Caller, template: Record<string, unknown>): Promise<string> {
  const body = { type: 'expense', ...template };
  return (await askApi<{ template: { id: string } }>(person, 'POST', '/transactions/templates', body))
    .template.id;
}

/** The ids of a template's transactions, by date. */
export async function occurrencesOf(person: Caller, templateId: string): Promise<string[]> {
  const { transactions } = await askApi<{ transactions: (Recorded & { template_id: string })[] }>(
    person,
    'GET',
    '/transactions?status=any&recurring=true&order=asc&limit=200',
  );
  return transactions.filter(({ template_id }) => template_id === templateId).map(({ id }) => id);
}

/** Of any date. */
export async function countTransactions(person: Caller): Promise<number> {
  const { pagination } = await askApi<{ pagination: { total: number } }>(
    person,
    'GET',
    '/transactions?status=any&limit=1',
  );
  return pagination.total;
}

/** Of any date, newest first. */
export async function transactionsOf(person: Caller): Promise<Recorded[]> {
  const path = '/transactions?status=any&limit=200';
  return (await askApi<{ transactions: Recorded[] }>(person, 'GET', path)).transactions;
}

export interface Category {
  id: string;
  name: string;
  type: 'expense' | 'income';
}

/** By default for expenses; returns its id. */
export async function makeCategory(
  person: Caller,
  category: { name: string } & Record<string, unknown>,
): Promise<string> {
  const body = { type: 'expense', ...category };
  return (await askApi<{ category: Category }>(person, 'POST', '/categories', body)).category.id;
}

export async function categoriesOf(person: Caller, query = ''): Promise<Category[]> {
  return (await askApi<{ categories: Category[] }>(person, 'GET', `/categories${query}`)).categories;
}

/** By default one of cash; returns its id. */
export async function makeAccount(
  person: Caller,
  account: { name: string } & Record<string, unknown>,
): Promise<string> {
  const body = { kind: 'cash', ...account };
  return (await askApi<{ account: { id: string } }>(person, 'POST', '/accounts', body)).account.id;
}

/** Records transactions of a few months: in two categories and in none, of both types, in both scripts. Returns the categories. */
export async function recordMixed(person: Caller): Promise<{ one: Category; other: Category }> {
  const [one, other] = await categoriesOf(person);
  if (!one || !other) throw new Error('There are no categories.');
  const day = (days: number) => plusDays(TODAY, days);
  await record(person, [
    { amount: 4.5, description: 'קפה', date: day(0), time: '09:00', category_id: one.id },
    { amount: 12, description: 'Coffee beans', date: day(-1), category_id: one.id },
    { amount: 250, description: 'Shoes', date: day(-8), category_id: other.id },
    { amount: 1234.5, description: 'Bonus', date: day(-9), type: 'income' },
    { amount: 80, description: 'Old coffee', date: day(-70) },
    { amount: 7, description: 'Far ahead', date: day(60) },
  ]);
  return { one, other };
}
