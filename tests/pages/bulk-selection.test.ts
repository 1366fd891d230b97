import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { makeCategory, record } from '../support/transactions.ts';

const server = declareOwnedServer();
const t = translator('en');

test('a filter whose category was deleted meanwhile selects nothing, rather than everything', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const id = await makeCategory(person, { name: 'Tea' });
  await record(person, [{ amount: 5, description: 'Green', categoryId: id }]);
  await record(person, [{ amount: 6, description: 'Bread' }]);
  const list = await browser.open(`/transactions?category=${id}`);
  const { fields } = list.form('operation');
  const submitted = { ...fields, operation: 'delete', filter: `category=${id}`, return: '/transactions' };
  const send = () =>
    fetch(`${server.url}/transactions/bulk`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: browser.cookies },
      body: new URLSearchParams(submitted),
    });

  expect(textOf(await (await send()).text())).toContain(t('list:bulkTitle.delete', { count: 1, shown: '1' }));
  await askApi(person, 'DELETE', `/categories/${id}`);
  const answer = await send();
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/transactions']);
  const flash = answer.headers
    .getSetCookie()
    .find((header) => header.includes('flash='))
    ?.split(';')[0];
  const next = await fetch(`${server.url}/transactions`, {
    headers: { cookie: `${browser.cookies}; ${flash}` },
  });
  expect(textOf(await next.text())).toContain(t('errors:SELECTION_CHANGED'));
});
