import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { askApi } from './ask-api.ts';
import type { Person } from './people.ts';
import { sendUnchecked } from './screens.ts';
import { TODAY } from './today.ts';
import { categoriesOf, makeCategory, record } from './transactions.ts';

/** Visits the pages of categories, including refused forms; yields the name of each screen. */
export async function* categoryScreens(page: Page, person: Person): AsyncGenerator<string> {
  const ids = await furnishCategories(person);
  const itemPath = `/categories/${ids[0]}`;
  const several = ids.map((id) => `id=${id}`).join('&');
  for (const path of [
    '/categories?archived=true&hidden=true',
    '/categories?search=nothing',
    '/categories/clean-up',
    `${itemPath}?months=12`,
    `${itemPath}/edit`,
    `${itemPath}/delete`,
    `/categories/delete?${several}`,
    `/categories/merge?${several}`,
  ]) {
    await page.goto(path);
    yield path;
  }
  for (const path of ['/categories/new', `${itemPath}/merge`]) {
    await page.goto(path);
    await sendUnchecked(page);
    yield `${path}, refused`;
  }
}

/** Two similar ones, a seasonal one with a long name in both scripts, an archived one and a hidden default. */
async function furnishCategories(person: Person): Promise<string[]> {
  const long = await makeCategory(person, {
    name: `חימום Supercalifragilisticexpialidocious ${'x'.repeat(40)}`,
    description: 'רק בחורף, and never in summer',
  });
  const cold = Array.from({ length: 6 }, (_, index) => ({
    amount: 999_999.99,
    description: `דלק לתנור ${index}`,
    date: plusDays(TODAY, -150 - index),
    category_id: long,
  }));
  await record(person, cold);
  const alike = [
    await makeCategory(person, { name: 'Board games' }),
    await makeCategory(person, { name: 'Board game' }),
  ];
  await record(person, [{ amount: 80, description: 'Chess', category_id: alike[0] }]);
  const aside = await makeCategory(person, { name: 'ארכיון' });
  await askApi(person, 'PUT', `/categories/${aside}`, { is_archived: true });
  const [hidden] = await categoriesOf(person, '?defaults_only=true');
  await askApi(person, 'DELETE', `/categories/${hidden?.id}`);
  return [long, ...alike];
}
