import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { record, transactionsOf } from '../support/transactions.ts';

test.each(LOCALES)('a rule is tried, saved, applied, moved and deleted, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  await record(person, [
    { amount: 5, description: 'Bread' },
    { amount: 500, description: 'Bread oven' },
  ]);
  const page = await browser.open('/rules/new?text=bread');
  const form = page.form('text');
  expect(form.fields.text).toBe('bread');
  const typed = { amount_to: '100', merchant_name: 'Bakery {{x}}' };
  const tried = await browser.submit(page, form, { ...typed, try: '1' });
  expect(textOf(tried.html)).toContain(t('rules:matches', { count: 1, shown: '1' }));
  expect(tried.form('text').fields).toMatchObject({ text: 'bread', ...typed });
  const saved = await browser.submit(page, form, typed);
  expect(textOf(saved.html)).toContain(t('rules:created'));
  const applied = await browser.submit(saved, saved.form('dateFrom'), {});
  expect(textOf(applied.html)).toContain(t('rules:applied', { count: 1, shown: '1' }));
  const payees = async () =>
    (await transactionsOf(person)).map((row) => (row as { merchant_name?: string }).merchant_name);
  expect((await payees()).toSorted()).toEqual(['Bakery {{x}}', null]);

  const other = await browser.open('/rules/new');
  await browser.submit(other, other.form('text'), { text: 'tea', leave_out: 'on' });
  const list = await browser.open('/rules');
  const order = (html: string) => [...textOf(html).matchAll(/bread|tea/g)].map(([word]) => word);
  expect(new Set(order(list.html)).values().next().value).toBe('bread');
  const [, down] = /name="(down:[^"]+)"/.exec(list.html) ?? [];
  const moved = await browser.submit(list, list.form(String(down)), { [String(down)]: '' });
  expect(order(moved.html)[0]).toBe('tea');
  const [, id] = /down:(.+)/.exec(String(down)) ?? [];
  const asked = await browser.open(`/rules/${id}/delete`);
  const { _csrf = '' } = asked.form('_csrf').fields;
  const left = await browser.post(`/rules/${id}/delete`, { _csrf });
  expect(textOf(left.html)).toContain(t('rules:deleted'));
  expect(order(left.html)).not.toContain('bread');
});

test('a rule whose account is gone says so, and keeps it until another one is chosen', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const { account } = await askApi<{ account: { id: string } }>(person, 'POST', '/accounts', { name: 'Old' });
  const { rule } = await askApi<{ rule: { id: string } }>(person, 'POST', '/rules', {
    conditions: [{ field: 'account', operator: 'is', value: account.id }],
    actions: { notes: 'n', account_to: '00000000-0000-7000-8000-000000000010' },
  });
  await askApi(person, 'DELETE', `/accounts/${account.id}`);
  const list = textOf((await browser.open('/rules')).html);
  expect(list).toContain('account is \u2068deleted');
  expect(list).not.toContain(translator('en')('rules:waiting'));
  const page = await browser.open(`/rules/${rule.id}`);
  expect(page.form('text').fields.account).toBe(account.id);
  const refused = await browser.submit(page, page.form('text'), {});
  expect(refused.status).toBe(404);
  expect(textOf(refused.html)).toContain(translator('en')('errors:accountMissing'));
  expect(refused.form('text').fields.account).toBe(account.id);
  expect((await browser.submit(refused, refused.form('text'), { account: '' })).status).toBe(400);
  expect((await browser.submit(refused, refused.form('text'), { account: '', text: 'a' })).status).toBe(200);
  const { account: gone } = await askApi<{ account: { id: string } }>(person, 'POST', '/accounts', {
    name: 'Gone',
  });
  const conditions = [{ field: 'text', operator: 'contains', value: 'b' }];
  await askApi(person, 'POST', '/rules', { conditions, actions: { account_to: gone.id } });
  await askApi(person, 'DELETE', `/accounts/${gone.id}`);
  expect(textOf((await browser.open('/rules')).html)).toContain(translator('en')('rules:waiting'));
});

test('a rule without a condition or with amounts in the wrong order is refused, and what was typed stays', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/rules/new');
  const nothing = await browser.submit(page, page.form('text'), { notes: 'kept' });
  expect(nothing.status).toBe(400);
  expect(textOf(nothing.html)).toContain('Add at least one condition');
  expect(nothing.form('text').fields.notes).toBe('kept');
  const wrong = await browser.submit(page, page.form('text'), {
    amount_from: '9',
    amount_to: '1',
    notes: 'x',
  });
  expect(textOf(wrong.html)).toContain('Enter the lower amount first');
});

test('spellings of a payee become one, with what is recorded and what comes', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const spotify = ['PAYPAL *SPOTIFY', 'Spotify AB'];
  await record(
    person,
    spotify.map((merchant_name) => ({ amount: 5, description: 'Music', merchant_name })),
  );
  const page = await browser.open('/payees');
  const { _csrf = '' } = page.form('keep').fields;
  const merge = (names: string[], keep: string) =>
    browser.post('/payees', [
      ['_csrf', _csrf],
      ['keep', keep],
      ['merge', ''],
      ...names.map((name): [string, string] => ['payee', name]),
    ]);
  const merged = await merge(spotify, 'Spotify');
  expect(textOf(merged.html)).toContain('2 transactions renamed to \u2068Spotify\u2069');
  await record(person, [{ amount: 5, description: 'Music', merchant_name: 'spotify ab' }]);
  const names = (await transactionsOf(person)).map(
    (row) => (row as { merchant_name?: string }).merchant_name,
  );
  expect(names).toEqual(['Spotify', 'Spotify', 'Spotify']);
  expect(merged.html).toContain('href="/rules"');
  // Merges that follow lead on, and back: no rule renames the name that stays.
  const becomes = async (merchant_name: string) => {
    const [row] = await record(person, [{ amount: 5, description: 'Music', merchant_name }]);
    const stored = (await transactionsOf(person)).find(({ id }) => id === row?.id);
    return (stored as { merchant_name?: string }).merchant_name;
  };
  await merge(['Spotify', 'Sp Ltd'], 'Sp Ltd');
  expect(await becomes('Spotify AB')).toBe('Sp Ltd');
  await merge(['Sp Ltd', 'Spotify AB'], 'Spotify AB');
  expect([await becomes('Spotify AB'), await becomes('Sp Ltd')]).toEqual(['Spotify AB', 'Spotify AB']);
  const alone = await merge(['Spotify'], '');
  expect(textOf(alone.html)).toContain('Select at least two payees');
});

test('look-alikes are offered at once, and what is ticked stays through a search', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const names = ['Shell 12345', 'shell', 'Kiosk'];
  await record(
    person,
    names.map((merchant_name) => ({ amount: 5, description: 'Fuel', merchant_name })),
  );
  const page = await browser.open('/payees');
  const { _csrf = '' } = page.form('keep').fields;
  const found = await browser.post('/payees', { _csrf, q: 'shell', payee: 'Kiosk' });
  expect(found.address).toBe('/payees?q=shell&payee=Kiosk');
  expect(textOf(found.html)).toMatch(/Selected.*Kiosk.*Found for/s);
  expect(found.form('keep').fields).toMatchObject({ payee: 'Kiosk', q: 'shell' });
  const merged = await browser.submit(page, page.form('keep'), { 'group:0': '' });
  expect(textOf(merged.html)).toContain('1 transaction renamed');
  expect((await browser.open('/payees')).html).not.toContain('group:0');
  // Enter presses the first button: it finds only where the search is another one.
  const enter = (fields: object) =>
    browser.post(found.address, [
      ...Object.entries({ _csrf, enter: '', keep: 'Fuel', ...fields }),
      ['payee', 'Kiosk'],
      ['payee', 'shell'],
    ]);
  const other = await enter({ q: 'kio' });
  expect(other.address).toBe('/payees?q=kio&keep=Fuel&payee=Kiosk&payee=shell');
  expect(other.form('keep').fields).toMatchObject({ keep: 'Fuel' });
  expect(textOf((await enter({ q: 'shell' })).html)).toContain('renamed to \u2068Fuel\u2069');
});

test('a category that was changed by hand is offered as a rule', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 5, description: 'Bread 12345' }]);
  const [entry] = (await transactionsOf(person)) as { id: string }[];
  const edit = await browser.open(`/transactions/${entry?.id}/edit`);
  const form = edit.form('categoryId');
  const [, category = ''] = /value="([\da-f-]{36})"[^>]*>\s*Groceries/.exec(edit.html) ?? [];
  const saved = await browser.submit(edit, form, { categoryId: category });
  expect(textOf(saved.html)).toContain('Always this category for \u2068Bread\u2069? Make a rule');
  const rule = await browser.open(`/rules/new?from=${entry?.id}`);
  expect(rule.form('text').fields).toMatchObject({ text: 'Bread', category_id: category });
});
