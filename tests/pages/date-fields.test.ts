import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();

test('a date field says how to write a date where there is no date picker', async () => {
  const { person, browser } = await createNewcomer(server, { language_preference: 'en' });
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
