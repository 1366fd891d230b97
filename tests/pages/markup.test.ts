import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { makeCategory, record } from '../support/transactions.ts';

const server = declareOwnedServer();

test.each(['en', 'he'] as const)(
  'pages of members describe the product as those of guests do, in %s',
  async (language) => {
    const { browser } = await createNewcomer({ language_preference: language });
    const description = `<meta name="description" content="${translator(language)('common:description')}">`;
    for (const path of ['/', '/transactions', '/analytics', '/transactions/new'])
      expect((await browser.open(path)).html, path).toContain(description);
  },
);

test('what a person has written has its own language: in the form and the top descriptions', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const categoryId = await makeCategory(person, { name: 'Tea' });
  const [entry] = await record(person, [{ amount: 5, description: 'תה ירוק', categoryId }]);
  const edit = await browser.open(`/transactions/${entry?.id}/edit`);
  expect(edit.html).toMatch(/<input(?=[^>]*name="description")(?=[^>]*lang="he")/);
  const category = await browser.open(`/categories/${categoryId}`);
  expect(category.html).toMatch(/<bdi lang="he">\s*תה ירוק/);

  const wizard = await browser.open('/recurring/new');
  const confirmed = await browser.submit(wizard, wizard.form('recurringFrequency'), {
    amount: '5',
    description: 'תה ירוק',
    step: 'confirm',
  });
  expect(confirmed.html).toMatch(/details-title[^>]*><bdi lang="he">תה ירוק/);
});

test('a form names its address with the query, which w3m would leave out', async () => {
  const { person, browser } = await createNewcomer();
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
