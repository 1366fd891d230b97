import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { makeAccount } from '../support/transactions.ts';

const t = translator('en');

test('a transfer that was checked against the bank is changed and deleted after a question', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const cash = await makeAccount(person, { name: 'Cash' });
  const sides = { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 5 };
  const { transfer } = await askApi<{ transfer: { id: string } }>(person, 'POST', '/transfers', sides);
  await askApi(person, 'POST', `/accounts/${cash}/reconcile`, { balance: 5 });
  const address = `/transactions/transfer/${transfer.id}`;

  const edit = await browser.open(`${address}/edit`);
  const asked = await browser.submit(edit, edit.form('amount'), { amount: '7' });
  expect(textOf(asked.html)).toContain(t('errors:LOCKED'));
  expect(asked.form('amount').fields).toMatchObject({ amount: '7', confirmLocked: 'true' });
  await browser.submit(asked, asked.form('amount'), {});

  const deletion = ({ html }: { html: string }) =>
    formsOf(html).find(({ action }) => action.endsWith('/delete')) ?? { action: '', fields: {}, names: [] };
  const page = await browser.open(`${address}/delete`);
  const question = await browser.submit(page, deletion(page), {});
  expect(textOf(question.html)).toContain(t('errors:LOCKED'));
  await browser.submit(question, deletion(question), {});
  const { transfers } = await askApi<{ transfers: object[] }>(person, 'GET', '/transfers');
  expect(transfers).toEqual([]);
});
