import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
const t = translator('en');

test('the results have a heading, and the search a visible label', async () => {
  const { person, browser } = await createNewcomer(server, { language_preference: 'en' });
  await record(server, person, [{ amount: 5, description: 'Tea' }]);
  const { html } = await browser.open('/transactions');
  expect(html).toMatch(new RegExp(`<h2[^>]*>${t('list:results')}</h2>`));
  for (const [path, label] of [
    ['/transactions', t('list:search')],
    ['/categories', t('manager:search')],
    ['/api/docs', t('api:search')],
  ] as const) {
    const page = await browser.open(path);
    const [, id] = /<input[^>]*\sid="([^"]+)"[^>]*type="search"/.exec(page.html) ?? [];
    expect(page.html).toMatch(new RegExp(`<label class="label" for="${id}">${label}</label>`));
    expect(textOf(page.html)).toContain(label);
  }
});
