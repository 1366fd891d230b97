import { expect, test } from 'vitest';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { makeCategory, record } from '../support/transactions.ts';

const server = declareOwnedServer();

test('what a person has written has its own language: in the form, its summary and the top descriptions', async () => {
  const { person, browser } = await createNewcomer(server, { language_preference: 'en' });
  const categoryId = await makeCategory(person, { name: 'Tea' });
  const [entry] = await record(person, [{ amount: 5, description: 'תה ירוק', categoryId }]);
  const edit = await browser.open(`/transactions/${entry?.id}/edit`);
  expect(edit.html).toMatch(/<input(?=[^>]*name="description")(?=[^>]*lang="he")/);
  expect(edit.html).toMatch(/summary-description[^>]*><bdi lang="he">תה ירוק/);
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
