import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { isolatedAmount } from '../../src/i18n/isolated.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record, transactionsOf } from '../support/transactions.ts';

/** A newcomer with a card that is charged on the tenth. */
async function createCardHolder(language: 'en' | 'he' = 'en') {
  const newcomer = await createNewcomer({ language_preference: language });
  const card = { name: 'Visa', kind: 'credit_card', billing_day: 10, pays_from: FIRST_ACCOUNT };
  return { ...newcomer, card: await makeAccount(newcomer.person, card) };
}

test('only who has a card is asked for payments and a charge date', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await makeAccount(person, { name: 'Cash' });
  const { html } = await browser.open('/transactions/new');
  expect(html).not.toContain('name="installments"');
  expect(html).not.toContain('name="charge_date"');
});

test('an income starts in the account of incomes, not in the card that was used last', async () => {
  const { person, browser, card } = await createCardHolder();
  await record(person, [{ amount: 8, description: 'Tea', accountId: card }]);
  const accountIn = async (query: string) =>
    (await browser.open(`/transactions/new${query}`)).form('amount').fields.accountId;
  expect(await accountIn('')).toBe(card);
  expect(await accountIn('?type=income')).toBe(FIRST_ACCOUNT);
  expect(await accountIn(`?type=income&account=${card}`)).toBe(card);
});

test('what a card will charge of a purchase that a file has shown is named where nothing is recorded', async () => {
  const { person, browser } = await createCardHolder();
  const upcoming = '/transactions?status=upcoming';
  expect(textOf((await browser.open(upcoming)).html)).toContain('Nothing is due in the next 90 days.');
  await askApi(person, 'POST', '/imports/rows', {
    rows: [{ date: TODAY, amount: -100, description: 'Sofa', account: 'Visa', installment: { n: 1, of: 2 } }],
  });
  const text = textOf((await browser.open(upcoming)).html);
  expect(text).toMatch(/one payment of an earlier purchase, \W*100\.00/);
  expect(text).toContain(translator('en')('recurring:upcoming.inNinetyDays'));
  expect(text).not.toContain('Nothing is due');
});

test.each(LOCALES)('what is expected of a purchase is ended and expected again, in %s', async (language) => {
  const { person, browser, card } = await createCardHolder(language);
  const t = translator(language);
  const sofa = { date: TODAY, amount: -100, description: 'Sofa', account: 'Visa' };
  await askApi(person, 'POST', '/imports/rows', { rows: [{ ...sofa, installment: { n: 1, of: 3 } }] });
  const text = async (path = `/accounts/${card}`) => textOf((await browser.open(path)).html);
  const [payment] = await transactionsOf(person);
  const removal = await browser.open(`/transactions/${payment?.id}/delete`);
  const goes = t('money:removal.goes', { count: 2, amount: isolatedAmount('₪200.00') });
  expect(textOf(removal.html)).toContain(goes);
  const page = await browser.open(`/accounts/${card}`);
  const ended = await browser.submit(page, page.form('payments_end'), { payments_end: 'true' });
  expect(textOf(ended.html)).toContain(t('money:paymentsEnded', { name: 'Sofa' }));
  expect(textOf(ended.html)).toContain(t('money:planEnded'));
  await browser.submit(ended, ended.form('undo_id'), {});
  expect(await text()).not.toContain(t('money:planEnded'));
  await browser.submit(page, page.form('payments_end'), { payments_end: 'true' });
  const one = await browser.open(`/transactions/${payment?.id}`);
  expect(textOf(one.html)).toContain(t('money:planEnded'));
  await browser.submit(one, one.form('payments_end'), { payments_end: 'false' });
  expect(await text(`/transactions/${payment?.id}`)).not.toContain(t('money:planEnded'));
  // Once it is deleted alone, the others are expected, and can be ended.
  expect(textOf(removal.html)).toContain(
    t('money:removal.stays', { count: 2, amount: isolatedAmount('₪200.00') }),
  );
  const again = await browser.open(`/transactions/${payment?.id}/delete`);
  await browser.submit(again, again.form('scope'), { scope: 'single' });
  const left = await browser.open(`/accounts/${card}`);
  expect(left.html).not.toContain(`href="/transactions/${payment?.id}"`);
  const none = await browser.submit(left, left.form('payments_end'), { payments_end: 'true' });
  expect(textOf(none.html)).toContain(t('money:planEnded'));
});

test.each(LOCALES)('who deletes a payment is told what stays expected, in %s', async (language) => {
  const { person, browser } = await createCardHolder(language);
  const t = translator(language);
  const sofa = { date: TODAY, amount: -100, description: 'Sofa', account: 'Visa' };
  const rows = [1, 2].map((n) => ({ ...sofa, installment: { n, of: 5 } }));
  await askApi(person, 'POST', '/imports/rows', { rows });
  const { transactions: payments } = await askApi<{
    transactions: { id: string; installment: { n: number } }[];
  }>(person, 'GET', '/transactions?status=any');
  const second = payments.find(({ installment }) => installment.n === 2);
  const page = await browser.open(`/transactions/${second?.id}/delete`);
  const said = (key: 'stays' | 'goes', count: number) =>
    t(`money:removal.${key}`, { count, amount: isolatedAmount(`₪${count}00.00`) });
  expect(textOf(page.html)).toContain(said('stays', 3));
  expect(textOf(page.html)).toContain(said('goes', 3));
  const done = await browser.submit(page, page.form('scope'), { scope: 'future' });
  expect(textOf(done.html)).toContain(said('goes', 3));
});

test.each(LOCALES)('a purchase in payments, without scripts, in %s', async (language) => {
  const { person, browser, card } = await createCardHolder(language);
  const t = translator(language);
  const page = await browser.open('/transactions/new');
  const shoes = { amount: '1200', description: 'Shoes', accountId: card, installments: '10' };
  const added = await browser.submit(page, page.form('amount'), shoes);
  for (const said of ['₪1,200.00', 'Visa', t('transactions:card.inPayments', { count: 10 })])
    expect(textOf(added.html)).toContain(said);
  const list = await browser.open('/transactions?status=upcoming');
  expect(textOf(list.html)).toContain(t('money:payment', { number: 2, total: 10 }));
  const report = textOf((await browser.open(`/accounts/${card}`)).html);
  for (const text of [t('money:bills'), t('money:thisBill'), t('money:plans')])
    expect(report).toContain(text);
  const first = (await transactionsOf(person))[0];
  const form = await browser.open(`/transactions/${first?.id}/edit`);
  const payment = t('transactions:form.payment', { n: 10, of: 10, total: '₪1,200.00' });
  expect(textOf(form.html)).toContain(payment);
  expect(textOf((await browser.open(`/transactions/${first?.id}`)).html)).toContain(payment);
  expect(textOf(form.html)).toContain(t('money:change', { number: 10, total: 10 }));
  const changed = await browser.submit(form, form.form('amount'), { description: 'Boots', scope: 'all' });
  const names = async () => new Set((await transactionsOf(person)).map(({ description }) => description));
  expect(await names()).toEqual(new Set(['Boots']));
  expect(textOf(changed.html)).toContain(t('money:change.done', { count: 10 }));
  await browser.submit(changed, changed.form('undo_id'));
  expect(await names()).toEqual(new Set(['Shoes']));
  // Nobody has chosen: the category is that of the purchase, the amount of this payment.
  const { category } = await askApi<{ category: { id: string } }>(person, 'POST', '/categories', {
    ...{ name: 'Clothes', type: 'expense' },
  });
  const again = await browser.open(`/transactions/${first?.id}/edit`);
  expect(textOf(again.html)).toContain(t('money:change.usual'));
  const recategorised = await browser.submit(again, again.form('amount'), { categoryId: category.id });
  expect(textOf(recategorised.html)).toContain(t('money:change.done', { count: 10 }));
  const third = await browser.open(`/transactions/${first?.id}/edit`);
  const priced = await browser.submit(third, third.form('amount'), { amount: '130', categoryId: '' });
  expect(textOf(priced.html)).toContain(t('money:change.done', { count: 1 }));
  await browser.submit(priced, priced.form('undo_id'));
  const removal = await browser.open(`/transactions/${first?.id}/delete`);
  expect(textOf(removal.html)).toContain(t('money:removal.future'));
  await browser.submit(removal, removal.form('scope'), { scope: 'all' });
  expect(await transactionsOf(person)).toEqual([]);
});

test.each(LOCALES)('a paid bill is named beside the net that leaves it out, in %s', async (language) => {
  const { person, browser, card } = await createCardHolder(language);
  const t = translator(language);
  await record(person, [
    { type: 'income', amount: 1000, description: 'Pay', date: plusDays(TODAY, -70) },
    { type: 'expense', amount: 300, description: 'Shoes', date: plusDays(TODAY, -80), accountId: card },
  ]);
  await askApi(person, 'POST', `/accounts/${card}/pay-bills`, {});
  const list = await browser.open('/transactions');
  expect(textOf(list.html)).toContain(t('list:netOpenings'));
  const totals = [...list.html.matchAll(/<tr role="row" class="day">.*?<\/tr>/g)].map(([day]) => textOf(day));
  expect(totals.filter((text) => text.includes(t('list:dayTotal')))).toHaveLength(totals.length - 1);
  expect(totals.join()).not.toContain('₪0.00');
  const flow = textOf((await browser.open('/analytics/cash-flow?period=last-6-months')).html);
  expect(flow).toContain(t('list:openings'));
  expect(flow).toContain('₪300.00');
});

test.each(LOCALES)(
  'past bills are taken off what pays the card where its balance lacks them, in %s',
  async (language) => {
    const { person, browser, card } = await createCardHolder(language);
    const t = translator(language);
    const old = {
      type: 'expense',
      amount: 300,
      description: 'Shoes',
      date: plusDays(TODAY, -80),
      accountId: card,
    };
    await record(person, [old]);
    const page = await browser.open(`/accounts/${card}`);
    const { fields } = page.form('payment');
    expect(fields.payment).toBe('transfer');
    const paid = await browser.submit(page, page.form('payment'), {});
    expect(textOf(paid.html)).toContain(t('money:paidNow'));
    const balances = async () => {
      const { accounts } = await askApi<{ accounts: { balance: number }[] }>(person, 'GET', '/accounts');
      return accounts.map(({ balance }) => balance);
    };
    expect(await balances()).toEqual([-300, 0]);
    const undone = await browser.submit(paid, paid.form('paid_at'), {});
    expect(textOf(undone.html)).toContain(t('money:unpaidNow'));
    expect(await balances()).toEqual([0, -300]);
    // A balance that was stated later has it.
    const stated = { opening_balance: 1000, opening_date: plusDays(TODAY, -1) };
    await askApi(person, 'PUT', `/accounts/${FIRST_ACCOUNT}`, stated);
    const later = await browser.open(`/accounts/${card}`);
    expect(later.form('payment').fields.payment).toBe('taken');
    await browser.submit(later, later.form('payment'), {});
    expect(await balances()).toEqual([1000, 0]);
  },
);

test.each(LOCALES)('a card of old purchases says since when there are none, in %s', async (language) => {
  const { person, browser, card } = await createCardHolder(language);
  const t = translator(language);
  await record(person, [{ amount: 70, description: 'x', accountId: card, date: plusDays(TODAY, -100) }]);
  const report = textOf((await browser.open(`/accounts/${card}`)).html);
  const [said = ''] = t('money:silent', { date: '{}' }).split('{}');
  expect(report).toContain(said);
  for (const text of [t('money:thisBill'), t('money:nextBill')]) expect(report).not.toContain(text);
});

test.each(LOCALES)(
  'a payment that is expected is called so, and silences no card of old purchases, in %s',
  async (language) => {
    const { person, browser, card } = await createCardHolder(language);
    const t = translator(language);
    const sofa = { date: plusDays(TODAY, -100), amount: -100, description: 'Sofa', account: 'Visa' };
    await askApi(person, 'POST', '/imports/rows', { rows: [{ ...sofa, installment: { n: 1, of: 9 } }] });
    const report = textOf((await browser.open(`/accounts/${card}`)).html);
    const [said = ''] = t('money:silent', { date: '{}' }).split('{}');
    for (const text of [said, t('money:thisBill'), t('money:expected', { count: 1 }).replace('\u00a0', ' ')])
      expect(report).toContain(text);
  },
);

test('a refused number of payments and charge date are said at their fields, which are open', async () => {
  const { browser, card } = await createCardHolder();
  const page = await browser.open('/transactions/new');
  const typed = {
    amount: '12',
    description: 'Bread',
    accountId: card,
    date: page.form('amount').fields.date ?? '',
  };
  const many = await browser.submit(page, page.form('amount'), { ...typed, installments: '99' });
  expect(textOf(many.html)).toContain('The number of payments must be from 2 to 60');
  const wrong = { ...typed, amount: '1000', installments: '3', charge_date: '2020-01-01' };
  const early = await browser.submit(page, page.form('amount'), wrong);
  // How it will be booked is said beside the fields.
  expect(textOf(early.html)).toMatch(/₪333\.34\W* \+ \W*2 × \W*₪333\.33\W*, the first on /);
  expect(textOf(early.html)).toContain('The charge date cannot be before the purchase');
  expect(early.html).toMatch(/<details class="disclosure" open[^>]*><summary>Payments and charge date/);
});

test('a typed charge date is shown in the form, and stays', async () => {
  const { person, browser, card } = await createCardHolder();
  const [bread] = await record(person, [{ amount: 5, description: 'Bread', accountId: card }]);
  const path = `/transactions/${bread?.id}/edit`;
  const page = await browser.open(path);
  expect(page.form('amount').fields.charge_date).toBe('');
  const charge_date = page.form('amount').fields.date ?? '';
  await browser.submit(page, page.form('amount'), { charge_date });
  const again = await browser.open(path);
  expect(again.form('amount').fields.charge_date).toBe(charge_date);
  await browser.submit(again, again.form('amount'), { description: 'Rolls' });
  expect((await browser.open(path)).form('amount').fields.charge_date).toBe(charge_date);
});

test('a purchase in payments that is sent again with other values is changed as a whole', async () => {
  const { person, browser, card } = await createCardHolder();
  const page = await browser.open('/transactions/new');
  const shoes = { amount: '1200', description: 'Shoes', accountId: card, installments: '10' };
  await browser.submit(page, page.form('amount'), shoes);
  const again = await browser.submit(page, page.form('amount'), {
    ...shoes,
    amount: '600',
    installments: '3',
  });
  await browser.submit(again, again.form('amount'), {});
  expect((await transactionsOf(person)).map(({ amount }) => amount)).toEqual([200, 200, 200]);
});

test('a line says payments, and they are recorded', async () => {
  const { person, browser } = await createCardHolder();
  const page = await browser.open('/transactions/new?line=1200+in+10+payments+shoes');
  expect(textOf(page.html)).toContain('10 payments');
  expect(page.form('amount').fields.installments).toBe('10');
  await browser.submit(page, page.form('amount'), {});
  expect((await transactionsOf(person)).map(({ amount }) => amount)).toEqual(Array(10).fill(120));
});
