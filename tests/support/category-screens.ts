import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import type { Person } from './people.ts';
import { sendUnchecked } from './screens.ts';
import type { RunningServer } from './server.ts';
import { record } from './transactions.ts';

/** Creates a category through the API and returns its id. */
export async function makeCategory(
  server: RunningServer,
  { accessToken }: Pick<Person, 'accessToken'>,
  category: { name: string; type?: 'expense' | 'income'; description?: string },
): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/categories`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ type: 'expense', ...category }),
  });
  if (response.status !== 201) throw new Error(`Creating a category failed: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { category: { id: string } } };
  return data.category.id;
}

/** Visits the pages of categories, refused forms included, and yields the name of each screen. */
export async function* categoryScreens(
  page: Page,
  server: RunningServer,
  person: Person,
): AsyncGenerator<string> {
  const ids = await furnishCategories(server, person);
  const own = `/categories/${ids[0]}`;
  const several = ids.map((id) => `id=${id}`).join('&');
  for (const path of [
    '/categories?archived=true&hidden=true',
    '/categories?search=nothing',
    '/categories/clean-up',
    '/categories/new',
    own,
    `${own}?months=12`,
    `${own}/edit`,
    `${own}/delete`,
    `${own}/merge`,
    `/categories/delete?${several}`,
    `/categories/merge?${several}`,
  ]) {
    await page.goto(path);
    yield path;
  }
  for (const path of ['/categories/new', `${own}/merge`]) {
    await page.goto(path);
    await sendUnchecked(page);
    yield `${path}, refused`;
  }
}

/** Categories: two similar ones, a seasonal one with a long name in both scripts, an archived one and a hidden default. */
async function furnishCategories(server: RunningServer, person: Person): Promise<string[]> {
  const long = await makeCategory(server, person, {
    name: `חימום Supercalifragilisticexpialidocious ${'x'.repeat(40)}`,
    description: 'רק בחורף, and never in summer',
  });
  const today = new Date().toISOString().slice(0, 10);
  const cold = Array.from({ length: 6 }, (_, index) => ({
    amount: 999_999.99,
    description: `דלק לתנור ${index}`,
    date: plusDays(today, -150 - index),
    category_id: long,
  }));
  await record(server, person, cold);
  const alike = [
    await makeCategory(server, person, { name: 'Board games' }),
    await makeCategory(server, person, { name: 'Board game' }),
  ];
  await record(server, person, [{ amount: 80, description: 'Chess', category_id: alike[0] }]);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.accessToken}` };
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${server.url}/api/v1${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const aside = await makeCategory(server, person, { name: 'ארכיון' });
  await call('PUT', `/categories/${aside}`, { is_archived: true });
  const { data } = (await (await call('GET', '/categories?defaults_only=true')).json()) as {
    data: { categories: { id: string }[] };
  };
  await call('DELETE', `/categories/${data.categories[0]?.id}`);
  return [long, ...alike];
}
