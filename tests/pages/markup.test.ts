import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
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

test('a date field says how to write a date where there is no date picker', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 1, description: 'Tea' }]);
  const hint = new RegExp(
    `<span class="hidden">\\s*${translator('en')('transactions:form.dateFormat').replace(/[()]/g, '\\$&')}`,
    'g',
  );
  for (const [path, fields] of [
    ['/transactions/new', 1],
    ['/recurring/new', 2],
    ['/transactions', 2],
    ['/profile', 1],
  ] as const)
    expect((await browser.open(path)).html.match(hint)).toHaveLength(fields);
});

test('how a browser writes dates is not said to one without style sheets', async () => {
  const preferences = { date_format: 'DD/MM/YYYY' };
  const { person, browser } = await createNewcomer({ language_preference: 'en', preferences });
  await record(person, [{ amount: 1, description: 'Tea' }]);
  for (const path of [
    '/transactions/new',
    '/recurring/new',
    '/transactions',
    '/transactions/opening-balance',
  ]) {
    const { html } = await browser.open(path);
    expect(html, path).toMatch(/data-label="\s?\(MM\/DD\/YYYY\)"/);
    expect(textOf(html), path).not.toContain('MM/DD/YYYY');
  }
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
