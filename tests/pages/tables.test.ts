import { expect, test } from 'vitest';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { makeCategory, record, repeat } from '../support/transactions.ts';

test('every table has a name, every row a header, and no cell without content is read', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const category = await makeCategory(person, { name: 'Tea' });
  await record(person, [
    { amount: 5, description: 'Green', categoryId: category },
    { amount: 1000, description: 'Samovar', categoryId: category },
    { amount: 1000, description: 'Samovar', categoryId: category },
  ]);
  await repeat(person, { name: 'Paper', amount: 4, interval_type: 'weekly' });
  await askApi(person, 'POST', '/budgets', { category_ids: [category], amount: 300 });
  const found = [];
  for (const path of [
    '/',
    '/transactions',
    '/transactions?status=upcoming',
    '/transactions/insights',
    '/analytics',
    '/analytics/spending',
    '/analytics/cash-flow',
    '/analytics/health',
    '/categories',
    `/categories/${category}`,
    '/recurring',
    '/profile/sessions',
    '/accounts/new',
    '/budgets',
    '/budgets/new',
    '/goals/new',
  ]) {
    const { html } = await browser.open(path);
    expect(textOf(html), path).not.toContain('{{');
    const tables = html.match(/<table\b.*?<\/table>/gs) ?? [];
    found.push(...tables.map((table) => ({ path, ...errorsIn(table) })));
  }
  expect(found.length).toBeGreaterThan(9);
  expect(found.filter(({ errors }) => errors.length > 0)).toEqual([]);
});

function errorsIn(table: string): { name: string; errors: string[] } {
  const name = /<caption[^>]*>\s*([^<]*)/.exec(table)?.[1]?.trim() ?? '';
  const rows = (table.split(/<tbody\b[^>]*>/)[1] ?? '').match(/<tr\b.*?<\/tr>/gs) ?? [];
  const errors = name === '' ? ['no name'] : [];
  for (const row of rows) {
    const heads = row.match(/<th role="rowheader" scope="row(?:group)?"/g) ?? [];
    if (heads.length !== 1) errors.push(`${heads.length} headers`);
  }
  for (const [, attributes = '', content = ''] of table.matchAll(/<t[dh]\b([^>]*)>(.*?)<\/t[dh]>/gs)) {
    const text = content.replace(/<svg\b.*?<\/svg>/gs, '');
    const isRead = /[^\s<>]/.test(text.replace(/<[^>]*>/g, '')) || /<input|aria-label/.test(text);
    if (!isRead && !attributes.includes('aria-hidden="true"')) errors.push(`empty: <td${attributes}>`);
  }
  return { name, errors };
}
