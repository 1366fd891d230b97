import { expect, test } from 'vitest';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { makeCategory, record } from '../support/transactions.ts';

const server = declareOwnedServer();

test('a form names its address with the query, which w3m would leave out', async () => {
  const { person, browser } = await createNewcomer(server);
  const [entry] = await record(person, [{ amount: 1, description: 'Tea' }]);
  const id = await makeCategory(person, { name: 'Tea' });
  for (const [name, address] of [
    [browser, `/transactions/${entry?.id}/delete?return=/`],
    [browser, `/transactions/${entry?.id}/edit?return=/`],
    [browser, '/recurring/new?return=/'],
    [browser, `/categories/delete?id=${id}`],
    [browser, '/accessibility?return=/'],
    [new TextBrowser(server.url), '/login?return=/transactions'],
  ] as const) {
    const { html } = await name.open(address);
    const [, main = ''] = html.split('<main');
    expect(main).toContain(`action="${address}"`);
    expect(main).not.toMatch(/<form\b(?![^>]*action=)[^>]*method="post"/);
  }
});
