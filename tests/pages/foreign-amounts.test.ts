import { beforeAll, expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { storeTodaysRates } from '../support/rate-provider.ts';
import { TODAY } from '../support/today.ts';
import { makeAccount, record, repeat, transactionsOf } from '../support/transactions.ts';

const server = declareOwnedServer();

beforeAll(async () => storeTodaysRates((await server.database()).db));

interface Row {
  id: string;
  amount: number | null;
  account_amount: number | null;
  account_id: string;
  original: { amount: number; currency: string; rate: number | null } | null;
}

/** A newcomer with shekels in the first account, and dollars in a second. */
async function createTraveller(language: 'en' | 'he' = 'en') {
  const newcomer = await createNewcomer({ language_preference: language });
  const { person } = newcomer;
  const dollars = await makeAccount(person, { name: 'Travel', currency: 'USD' });
  const read = async (id: string) =>
    (await askApi<{ transaction: Row }>(person, 'GET', `/transactions/${id}`)).transaction;
  return { ...newcomer, dollars, read };
}

test('the form takes the amount of a foreign account in its currency', async () => {
  const { person, browser, dollars, read } = await createTraveller();
  const [{ id = '' } = {}] = await record(person, [{ amount: 20, accountId: dollars, rate: '3.5' }]);
  const edit = () => browser.open(`/transactions/${id}/edit`);
  const before = await read(id);
  expect(before).toMatchObject({ amount: 70, account_amount: 20 });
  const page = await edit();
  expect(page.form('amount').fields.amount).toBe('20.00');
  expect(page.html).toMatch(/<span class="affix" id="amount-hint">\$<\/span>/);
  await browser.submit(page, page.form('amount'), { description: 'Tea' });
  expect(await read(id)).toMatchObject({ amount: 70, account_amount: 20, original: before.original });
  const changed = await edit();
  await browser.submit(changed, changed.form('amount'), { amount: '70' });
  expect(await read(id)).toMatchObject({ amount: 245, account_amount: 70 });
  const charged = async (convertedAmount: string) => {
    const form = await edit();
    return browser.submit(form, form.form('amount'), { convertedAmount });
  };
  const wrong = await charged('$250');
  expect(textOf(wrong.html)).toContain(translator('en')('errors:amountCurrency', { currency: '₪' }));
  expect(wrong.form('amount').fields.convertedAmount).toBe('$250');
  await charged('₪250');
  expect(await read(id)).toMatchObject({ amount: 250, account_amount: 70 });
  expect((await edit()).form('amount').fields.convertedAmount).toBe('250.00');
  await charged('245');
  const moved = await edit();
  await browser.submit(moved, moved.form('amount'), { accountId: FIRST_ACCOUNT });
  expect(await read(id)).toMatchObject({
    amount: 245,
    account_amount: null,
    original: { amount: 70, currency: 'USD', rate: 3.5 },
  });
  const copy = await browser.open(`/transactions/${id}/duplicate`);
  expect(copy.form('amount').fields.amount).toBe('245.00');
});

interface Series {
  amount: number;
  account_amount?: number;
  account_currency?: string;
}

test.each(LOCALES)(
  'a series of a foreign account is shown and changed in its currency, in %s',
  async (language) => {
    const { person, browser, dollars } = await createTraveller(language);
    const plan = { amount: 20, description: 'Rent', accountId: dollars, start_date: TODAY };
    const id = await repeat(person, plan);
    const series = async () =>
      (await askApi<{ template: Series }>(person, 'GET', `/transactions/templates/${id}`)).template;
    const open = () => browser.open(`/recurring/${id}/edit`);
    const save = async (typed: Record<string, string>) => {
      const page = await open();
      const form = { ...typed, step: 'preview' };
      const preview = await browser.submit(page, page.form('amount'), form);
      await browser.submit(preview, preview.form('amount'), { step: 'save', scope: typed.scope ?? 'future' });
    };
    const before = await series();
    expect(before).toMatchObject({ amount: 65.21, account_amount: 20, account_currency: 'USD' });
    const page = await open();
    expect(page.form('amount').fields.amount).toBe('20.00');
    expect(page.html).toMatch(/<span class="affix" id="amount-hint">\$<\/span>/);
    expect(textOf(page.html)).toContain('−$20.00');
    expect(textOf((await browser.open(`/recurring/${id}`)).html)).toContain('$20.00');
    await save({ notes: 'flat', scope: 'all' });
    expect(await series()).toMatchObject({ ...before, notes: 'flat', updated_at: expect.any(String) });
    // As much as the amount is in shekels.
    await save({ amount: '$65.21', scope: 'all' });
    expect(await series()).toMatchObject({ account_amount: 65.21 });
    await save({ amount: '20', scope: 'all' });
    const moved = await open();
    const refused = await browser.submit(moved, moved.form('amount'), {
      accountId: FIRST_ACCOUNT,
      description: '',
      step: 'preview',
    });
    expect(refused.html).toMatch(/<span class="affix" id="amount-hint">\$<\/span>/);
    await save({ accountId: FIRST_ACCOUNT, scope: 'all' });
    const { account_amount, ...inShekels } = await series();
    expect([account_amount, inShekels.amount]).toEqual([undefined, 65.21]);
    expect(await transactionsOf(person)).toContainEqual(
      expect.objectContaining({ date: TODAY, amount: 65.21, account_amount: null }),
    );
  },
);

test.each(LOCALES)(
  'an amount in another currency is kept beside what was charged, in %s',
  async (language) => {
    const { person, browser, dollars } = await createTraveller(language);
    const dollar = { amount: 65.21, original: { amount: 20, currency: 'USD', rate: 3.2604 } };
    const newest = async () => (await transactionsOf(person))[0];
    for (const amount of ['20$', '$20', '20 USD', '20 דולר']) {
      const page = await browser.open('/transactions/new');
      const typed = { amount, description: amount, accountId: FIRST_ACCOUNT };
      const saved = await browser.submit(page, page.form('amount'), typed);
      expect([amount, saved.address]).toEqual([amount, '/transactions']);
      expect(await newest()).toMatchObject({ ...dollar, description: amount, account_amount: null });
    }
    const line = (text: string) => browser.open(`/transactions/new?line=${encodeURIComponent(text)}`);
    const lunch = await line('20$ lunch');
    expect(textOf(lunch.html)).toContain('−$20');
    await browser.submit(lunch, lunch.form('amount'), { accountId: FIRST_ACCOUNT });
    expect(await newest()).toMatchObject({ ...dollar, description: 'lunch' });
    const travel = await line('20₪ taxi @travel');
    await browser.submit(travel, travel.form('amount'));
    expect(await newest()).toMatchObject({
      amount: 20,
      account_id: dollars,
      original: { amount: 20, currency: 'ILS' },
    });
    const own = await line('20$ taxi @travel');
    expect(own.form('amount').fields.amount).toBe('20');
    const yen = await browser.open('/transactions/new');
    const refused = await browser.submit(yen, yen.form('amount'), { amount: '1.5¥', description: 'x' });
    expect(textOf(refused.html)).toContain(translator(language)('errors:amountWhole', { currency: '¥' }));
    expect([refused.status, refused.form('amount').fields.amount]).toEqual([400, '1.5¥']);
  },
);

test.each(LOCALES)(
  'a transaction without a rate says so everywhere, and is given one, in %s',
  async (language) => {
    const t = translator(language);
    const { person, browser, dollars, read } = await createTraveller(language);
    const old = plusDays(TODAY, -400);
    const { categories } = await askApi<{ categories: { id: string }[] }>(
      person,
      'GET',
      '/categories?type=expense',
    );
    const categoryId = categories[0]?.id;
    await askApi(person, 'POST', '/budgets', {
      category_ids: [categoryId],
      amount: 500,
      from: old,
      carry: 'overspent',
    });
    const [inDollars, inShekels] = await record(person, [
      { amount: 20, accountId: dollars, date: old, description: 'Hotel', categoryId },
      { originalAmount: 10, originalCurrency: 'USD', date: old, description: 'Tea' },
    ]);
    const list = textOf((await browser.open('/transactions')).html);
    expect(list).toContain('−$20.00');
    expect(list).toContain('−$10.00');
    expect(list.split(t('transactions:noRate'))).toHaveLength(3);
    const { accounts } = await askApi<{ accounts: { name: string }[] }>(person, 'GET', '/accounts');
    const lacking = t('money:lacksRates', {
      accounts: accounts.map(({ name }) => isolated(name)).join(', '),
    });
    for (const path of ['/', '/accounts', '/budgets'])
      expect(textOf((await browser.open(path)).html)).toContain(lacking);
    for (const path of ['/', '/budgets'])
      expect(textOf((await browser.open(path)).html)).toContain(t('budgets:lacksRate'));
    for (const { id = '' } of [inDollars ?? {}, inShekels ?? {}]) {
      expect(textOf((await browser.open(`/transactions/${id}`)).html)).toContain(t('transactions:noRate'));
      const page = await browser.open(`/transactions/${id}/edit`);
      expect(textOf(page.html)).toContain(t('transactions:paid.lacksRate'));
      const named = await browser.submit(page, page.form('amount'), { notes: 'x' });
      expect([named.status, (await read(id)).amount]).toEqual([200, null]);
      const again = await browser.open(`/transactions/${id}/edit`);
      const refused = await browser.submit(again, again.form('amount'), { rate: '0' });
      expect([refused.status, refused.form('amount').fields.rate]).toEqual([400, '0']);
      expect(textOf(refused.html)).toContain(t('errors:rateInvalid'));
      await browser.submit(refused, refused.form('amount'), { rate: '3,5' });
    }
    expect(await read(inDollars?.id ?? '')).toMatchObject({ amount: 70, account_amount: 20 });
    expect(await read(inShekels?.id ?? '')).toMatchObject({
      amount: 35,
      original: { amount: 10, rate: 3.5 },
    });
    const known = textOf((await browser.open('/transactions')).html);
    expect(known).toContain('−₪70.00');
    expect(known).toContain('−$20.00');
    expect(known).not.toContain(t('transactions:noRate'));
    for (const path of ['/', '/accounts', '/budgets']) {
      const { html } = await browser.open(path);
      for (const text of [lacking, t('budgets:lacksRate')]) expect(textOf(html)).not.toContain(text);
    }
  },
);

test.each(LOCALES)(
  'a transfer between two other currencies says that it has no rate, and is given one, in %s',
  async (language) => {
    const { person, browser, dollars } = await createTraveller(language);
    const t = translator(language);
    const euros = await makeAccount(person, { name: 'Rome', currency: 'EUR' });
    const body = {
      fromAccountId: dollars,
      toAccountId: euros,
      amount: 50,
      amountTo: 45,
      date: plusDays(TODAY, -60),
    };
    await askApi(person, 'POST', '/transfers', body);
    const list = await browser.open('/transactions');
    expect(textOf(list.html)).toContain(t('transactions:noRate'));
    expect(textOf(list.html)).toContain('$50.00');
    const address = /href="(\/transactions\/transfer\/[^"]+\/edit)[^"]*"/.exec(list.html)?.[1] ?? '';
    const page = await browser.open(address);
    expect(textOf(page.html)).toContain(t('transactions:paid.lacksRate'));
    const refused = await browser.submit(page, page.form('amountTo'), { rate: '0' });
    expect(textOf(refused.html)).toContain(t('errors:rateInvalid'));
    expect(refused.form('amountTo').fields.rate).toBe('0');
    await browser.submit(refused, refused.form('amountTo'), { rate: '3.5' });
    const known = await browser.open(address);
    expect(known.form('amountTo').fields).toMatchObject({ amount: '50.00', amountTo: '45.00', rate: '3.5' });
    expect(textOf(known.html)).not.toContain(t('transactions:paid.lacksRate'));
    expect(textOf((await browser.open('/transactions')).html)).toContain('₪175.00');
  },
);

test('what was paid and what was charged are both typed, changed and taken away', async () => {
  const { person, browser, read } = await createTraveller();
  const page = await browser.open('/transactions/new');
  const paid = { amount: '76', originalAmount: '20', description: 'Lunch', accountId: FIRST_ACCOUNT };
  const refused = await browser.submit(page, page.form('amount'), paid);
  expect(textOf(refused.html)).toContain(translator('en')('errors:currencyInvalid'));
  await browser.submit(refused, refused.form('amount'), { originalCurrency: 'USD' });
  const [{ id = '' } = {}] = await transactionsOf(person);
  expect(await read(id)).toMatchObject({ amount: 76, original: { amount: 20, currency: 'USD', rate: 3.8 } });
  const change = async (typed: Record<string, string>) => {
    const form = await browser.open(`/transactions/${id}/edit`);
    await browser.submit(form, form.form('amount'), typed);
    return read(id);
  };
  expect(await change({ amount: '80' })).toMatchObject({ amount: 80, original: { amount: 20, rate: 4 } });
  expect(await change({ originalAmount: '25' })).toMatchObject({ amount: 100, original: { amount: 25 } });
  expect(await change({ originalAmount: '30€' })).toMatchObject({
    original: { amount: 30, currency: 'EUR' },
  });
  const { amount } = await change({ amount: '25$' });
  expect(await change({ originalAmount: '', originalCurrency: '' })).toMatchObject({
    amount,
    original: null,
  });
});
