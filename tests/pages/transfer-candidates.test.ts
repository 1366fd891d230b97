import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record, transactionsOf } from '../support/transactions.ts';

test.each(LOCALES)('Home offers possible transfers, without scripts, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  const cash = await makeAccount(person, { name: 'Wallet {} {{fromText}}' });
  await record(
    person,
    [1, 2, 3, 4, 5].flatMap((amount) => [
      { amount, description: `Out ${amount} {{to}}` },
      { amount, description: `In ${amount}`, type: 'income' as const, accountId: cash },
    ]),
  );
  const home = await browser.open('/');
  const text = textOf(home.html);
  expect(text).toContain(t('dashboard:attention.transfers', { count: 2 }));
  // Names stay as they were typed, whatever they have.
  for (const name of ['Out 5 {{to}}', 'In 5', 'Wallet {} {{fromText}}'])
    expect(text).toContain(`\u2068${name}\u2069`);
  expect(text.split('Wallet').length).toBeGreaterThan(3);
  const joined = await browser.submit(home, home.form('incomeId'), {});
  expect(textOf(joined.html)).toContain(t('transactions:transfer.joined'));
  const undone = await browser.submit(joined, joined.form('undo_id'), {});
  expect(textOf(undone.html)).toContain(t('dashboard:attention.transfers', { count: 2 }));
  let page = await browser.open('/transactions/transfer/candidates');
  for (let left = 5; left > 0; left -= 1) {
    expect(page.html.match(/value="join"/g)).toHaveLength(left);
    page = await browser.submit(page, page.form('incomeId'), { act: 'dismiss' });
    expect(textOf(page.html)).toContain(t('transactions:transfer.dismissed'));
  }
  expect(textOf(page.html)).toContain(t('transactions:transfer.noCandidates'));
  expect(await transactionsOf(person)).toHaveLength(10);
});

test('the payment of a card is joined on Home', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const day = Number(TODAY.slice(8));
  const card = { name: 'Visa', kind: 'credit_card', billing_day: day, pays_from: FIRST_ACCOUNT };
  const accountId = await makeAccount(person, card);
  await record(person, [
    { amount: 80, description: 'Shoes', date: plusDays(TODAY, -8), accountId },
    { amount: 80, description: 'Card company' },
    ...[1, 2, 3, 4].map((amount) => ({ amount, description: 'Bread' })),
  ]);
  const home = await browser.open('/');
  expect(textOf(home.html)).toContain('may be the payment of \u2068Visa\u2069');
  const joined = await browser.submit(home, home.form('expenseId'), {});
  expect(textOf(joined.html)).toContain('This is a transfer now');
  expect(textOf(joined.html)).not.toContain('may be the payment');
});
