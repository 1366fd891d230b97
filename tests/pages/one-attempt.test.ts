import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { Person } from '../support/people.ts';
import { countTransactions } from '../support/transactions.ts';

// After a lost answer, the dialog may send what was typed into the page, and the other way round.

const server = declareOwnedServer();
const t = translator('en');

const add = async ({ accessToken }: Person, key: string) => {
  const answer = await fetch(`${server.url}/api/v1/transactions/transaction`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ type: 'expense', amount: 5, description: 'Coffee' }),
  });
  return { status: answer.status, ...(await answer.json()) };
};

test('what the page has added is not added by the dialog too', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const form = page.form('amount');
  const added = await browser.submit(page, form, { amount: '5', description: 'Coffee' });
  const [, id] = /action="\/transactions\/([^"/]+)\/undo-add/.exec(added.html) ?? [];
  const answer = await add(person, form.fields._key ?? expect.fail());
  expect(answer).toMatchObject({
    status: 409,
    error: { code: 'IDEMPOTENCY_CONFLICT', details: { first: { transaction: { id, type: 'expense' } } } },
  });
  expect(await countTransactions(person)).toBe(1);
});

test('what the dialog has added is shown by the page, and not added again', async () => {
  const { person, browser } = await createNewcomer();
  const page = await browser.open('/transactions/new');
  const form = page.form('amount');
  const { data } = await add(person, form.fields._key ?? expect.fail());
  const shown = await browser.submit(page, form, { amount: '6', description: 'Coffee' });
  expect(shown.status).toBe(409);
  expect(shown.form('amount').fields.saved).toBe(data.transaction.id);
  expect(textOf(shown.html)).toContain(t('transactions:conflict.savedTitle'));
  expect(await countTransactions(person)).toBe(1);
});
