import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record } from '../support/transactions.ts';

const t = translator('en');

/** The form of the button beside the question. */
function anywayIn(html: string): string | undefined {
  const [summary = ''] = html.match(/<div class="conflict".*?<\/div>/s) ?? [];
  expect(textOf(summary)).toContain(t('errors:LOCKED'));
  return summary.match(/<button[^>]*form="([^"]*)" name="confirmLocked=true"/)?.[1];
}

test('a difference is said with what is not ticked, too, and what recording it comes to', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const income = { type: 'income', amount: 100 } as const;
  await record(person, [
    { ...income, description: 'Gift' },
    { amount: 25, description: 'Shoes' },
  ]);
  const page = await browser.open(`/accounts/${FIRST_ACCOUNT}/check`);
  const [, gift = ''] = /value="([^"]+)"[^>]*data-amount="10000"/.exec(page.html) ?? [];
  const [first] = formsOf(page.html).filter(({ fields }) => 'balance' in fields);
  const { id: _id, all: _all, adjust: _adjust, ...fields } = first?.fields ?? {};
  const asked = async (balance: string) => {
    const sent = { ...fields, balance, id: gift, finish: '1' };
    const { html } = await browser.post(page.address, sent);
    return textOf(html).replaceAll(/[\u2066-\u2069]/g, '');
  };
  expect(await asked('75')).toContain('With the 1 row that is not ticked it agrees.');
  const differs = await asked('80');
  expect(differs).toContain('With the 1 row that is not ticked it is ₪5.00.');
  expect(differs).toContain('With the 1 row that is not ticked, the account then shows ₪55.00.');
});

test('a transfer that was checked against the bank is changed and deleted after a question', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const cash = await makeAccount(person, { name: 'Cash' });
  const sides = { fromAccountId: FIRST_ACCOUNT, toAccountId: cash, amount: 5 };
  const { transfer } = await askApi<{ transfer: { id: string } }>(person, 'POST', '/transfers', sides);
  const check = textOf((await browser.open(`/accounts/${cash}/check`)).html);
  expect(check.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(/Main account → Cash [\d/]+ \+₪5\.00/);
  await askApi(person, 'POST', `/accounts/${cash}/reconcile`, { balance: 5 });
  const address = `/transactions/transfer/${transfer.id}`;

  const edit = await browser.open(`${address}/edit`);
  const asked = await browser.submit(edit, edit.form('amount'), { amount: '7' });
  expect(anywayIn(asked.html)).toBe('form');
  expect(asked.form('amount').fields.amount).toBe('7');
  // Saving once more asks once more.
  const again = await browser.submit(asked, asked.form('amount'), {});
  expect(anywayIn(again.html)).toBe('form');
  await browser.submit(again, again.form('amount'), { confirmLocked: 'true' });

  const deletion = ({ html }: { html: string }) =>
    formsOf(html).find(({ action }) => action.endsWith('/delete')) ?? { action: '', fields: {}, names: [] };
  const page = await browser.open(`${address}/delete`);
  const question = await browser.submit(page, deletion(page), {});
  expect(anywayIn(question.html)).toBe('form');
  await browser.submit(question, deletion(question), { confirmLocked: 'true' });
  const { transfers } = await askApi<{ transfers: object[] }>(person, 'GET', '/transfers');
  expect(transfers).toEqual([]);
});

test('so is a recurring transaction that begins in a time that was checked', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await askApi(person, 'POST', `/accounts/${FIRST_ACCOUNT}/reconcile`, { balance: 0 });
  const typed = { amount: '5', description: 'Rent', date: plusDays(TODAY, -40) };
  const page = await browser.open('/recurring/new');
  const shown = await browser.submit(page, page.form('amount'), { ...typed, step: 'create' });
  const asked = await browser.submit(shown, shown.form('amount'), { step: 'save' });
  expect(anywayIn(asked.html)).toBe('form');
  expect(asked.form('amount').fields.description).toBe('Rent');
  await browser.submit(asked, asked.form('amount'), { confirmLocked: 'true' });
  const { templates } = await askApi<{ templates: object[] }>(person, 'GET', '/transactions/templates');
  expect(templates).toMatchObject([{ description: 'Rent', start_date: typed.date }]);
});

test('a series that was checked against the bank is changed and deleted after a question', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const { template } = await askApi<{ template: { id: string } }>(person, 'POST', '/transactions/templates', {
    name: 'Gym',
    amount: 10,
    type: 'expense',
    start_date: plusDays(TODAY, -3),
    interval_type: 'daily',
  });
  await askApi(person, 'POST', `/accounts/${FIRST_ACCOUNT}/reconcile`, {
    date: plusDays(TODAY, -1),
    balance: -30,
  });
  const address = `/recurring/${template.id}`;
  const edit = await browser.open(`${address}/edit`);
  const preview = await browser.submit(edit, edit.form('amount'), { amount: '70', step: 'preview' });
  const asked = await browser.submit(preview, preview.form('amount'), { scope: 'all', step: 'save' });
  expect(anywayIn(asked.html)).toBe('form');
  // Both buttons send what was typed and chosen.
  const typed = asked.form('amount').fields;
  expect(typed).toMatchObject({ amount: '70', scope: 'all' });
  await browser.submit(asked, asked.form('amount'), { confirmLocked: 'true' });
  const changed = await askApi<{ template: { amount: number } }>(
    person,
    'GET',
    `/transactions/templates/${template.id}`,
  );
  expect(changed.template.amount).toBe(70);

  await askApi(person, 'POST', `/accounts/${FIRST_ACCOUNT}/reconcile`, {
    date: plusDays(TODAY, -1),
    balance: -210,
  });
  const page = await browser.open(`${address}/delete`);
  const question = await browser.submit(page, page.form('scope'), { scope: 'all' });
  expect(anywayIn(question.html)).toBe('form');
  await browser.submit(question, question.form('scope'), { confirmLocked: 'true' });
  const { templates } = await askApi<{ templates: object[] }>(person, 'GET', '/transactions/templates');
  expect(templates).toEqual([]);
});
