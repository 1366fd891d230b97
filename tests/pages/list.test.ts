import { expect, test } from 'vitest';
import { endOfMonth, plusDays, startOfMonth } from '../../src/domain/calendar.ts';
import { withoutIsolates } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, makeAccount, record } from '../support/transactions.ts';

const t = translator('en');

const nameOfMonth = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date(`${date}T12:00Z`));

test('each link of a row leads back to the page of the row: a search, a tab, the dashboard', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [
    { amount: 5, description: 'Green tea', date: plusDays(TODAY, -1) },
    { amount: 6, description: 'Black tea', date: plusDays(TODAY, 2) },
  ]);
  for (const path of [
    '/transactions?search=tea&sort=amount&order=asc',
    '/transactions?status=upcoming',
    '/',
  ]) {
    const page = await browser.open(path);
    const links = [...page.html.matchAll(/href="(\/transactions\/[\w-]{36}\/[^"]+)"/g)];
    const query = `?return=${encodeURIComponent(path)}`;
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(([, address]) => !address?.endsWith(query))).toEqual([]);
    const edit = await browser.open(links[0]?.[1] ?? '');
    expect(edit.html).toContain(`/delete${query}`);
    const saved = await browser.submit(edit, edit.form('amount'), { amount: '7' });
    expect(saved.address).toBe(path);
  }
});

test('the results have a heading, and the search a label', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 5, description: 'Tea' }]);
  const { html } = await browser.open('/transactions');
  expect(html).toMatch(new RegExp(`<h2[^>]*>${t('common:results')}</h2>`));
  for (const [path, label] of [
    ['/transactions', t('list:search')],
    ['/categories', t('manager:search')],
    ['/api/docs', t('help:api.search')],
  ] as const) {
    const page = await browser.open(path);
    const [, id] = /<input(?=[^>]*\stype="search")[^>]*\sid="([^"]+)"/.exec(page.html) ?? [];
    expect(page.html).toMatch(
      new RegExp(`<label class="(label|visually-hidden)" for="${id}">${label}</label>`),
    );
    // A field whose label is hidden shows it, beside the button that names it.
    if (path === '/transactions') expect(page.html).toContain(`placeholder="${label}"`);
    expect(textOf(page.html)).toContain(label);
  }
});

test('what a search suggests leads to as many transactions as it counts', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const groceries = (await categoriesOf(person)).find(({ name }) => name === 'Groceries')?.id;
  const ahead = plusDays(endOfMonth(TODAY), 3);
  await record(person, [
    { amount: 5, description: 'Milk', date: TODAY, categoryId: groceries },
    { amount: 6, description: 'Bread', date: plusDays(TODAY, -70), categoryId: groceries },
    { amount: 7, description: 'Cake', date: ahead, categoryId: groceries },
    { amount: 8, description: 'Refund', date: TODAY, type: 'income' },
    { amount: 242.37, description: 'Fridge', date: TODAY },
    { amount: 9, description: 'Blue pen', date: TODAY },
    {
      amount: 12,
      description: 'Tea',
      date: TODAY,
      accountId: await makeAccount(person, { name: 'Blue card' }),
    },
  ]);
  for (const [query, count] of [
    ['search=groceries', 2],
    [`search=groceries&dateFrom=${TODAY}`, 1],
    ['search=groceries&status=upcoming', 1],
    ['search=groceries&type=income', null],
    ['search=g', null],
    ['search=groceries&amountRange=5.5-', 1],
    ['search=today', 5],
    ['search=242.37', 1],
    ['search=242', 1],
    ['search=242.38', null],
    ['search=%E2%82%AA242.37', 1],
    ['search=blue', 1],
    ['search=card', 1],
    ['search=ue+card', null],
    ['search=milk+today', 1],
    ['search=today+milk', 1],
    ['search=milk+yesterday', null],
    ['search=today&type=income', 1],
    [`search=${ahead}`, 1],
    ['search=blue+card+tea', 1],
    ['search=tea+today+blue+card', 1],
    ['search=blue+card+today', 1],
    ['search=blue+card+yesterday', null],
  ] as const) {
    const page = await browser.open(`/transactions?${query}`);
    const { html } = page;
    const list = html.slice(html.indexOf('data-list="suggestions"'));
    const [, address = '', words = ''] =
      /<a[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/.exec(list.slice(0, list.indexOf('</div>'))) ?? [];
    if (count === null) expect([query, address]).toEqual([query, '']);
    else {
      // Where the words find nothing themselves, the list is already what they mean.
      const isMeant = !page.address.includes(query);
      expect(isMeant, query).toBe(query !== 'search=blue');
      if (!isMeant) expect(textOf(words)).toMatch(new RegExp(`· ${count} transactions? *$`));
      const found = isMeant ? page : await browser.open(address.replaceAll('&amp;', '&'));
      expect(/<dd class="amount">\s*<bdi>(\d+)</.exec(found.html)?.[1], query).toBe(String(count));
    }
  }
});

test.each(['en', 'he'] as const)('a search names a sum, dates and words at once, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const groceries = (await categoriesOf(person)).find(({ name }) => /^(?:Groceries|קניות בסופר)/.test(name));
  const visa = await makeAccount(person, { name: 'Visa' });
  const lastMonth = plusDays(startOfMonth(TODAY), -3);
  await record(person, [
    { amount: 120.5, description: 'Fuel דלק', date: TODAY },
    { amount: 80, description: 'Fuel דלק', date: TODAY },
    { amount: 5, description: 'Milk', date: lastMonth, categoryId: groceries?.id },
    { amount: 6, description: 'Milk', date: TODAY, categoryId: groceries?.id },
    { amount: 7, description: 'Tea', date: lastMonth, accountId: visa },
    { amount: 1200, description: 'Sofa', date: plusDays(TODAY, -1), accountId: visa, installments: '3' },
  ]);
  const month = nameOfMonth(lastMonth, language);
  for (const [search, count, chips] of [
    ['fuel 120', 1, ['120']],
    ['דלק 120', 1, ['120']],
    ['120 דלק היום', 1, ['120']],
    ['דלק 121', 0, []],
    [`${groceries?.name} last month`, 1, [groceries?.name]],
    [`${groceries?.name} בחודש שעבר`, 1, [groceries?.name]],
    ['groceries last month', 1, [groceries?.name]],
    [`visa ${month}`, 1, ['Visa']],
    ['ויזה בחודש שעבר', 1, ['Visa']],
  ] as const) {
    const { html } = await browser.open(`/transactions?search=${encodeURIComponent(search)}`);
    const found = /<dd class="amount">\s*<bdi>(\d+)</.exec(html)?.[1] ?? '0';
    expect([search, found]).toEqual([search, String(count)]);
    const chip = [...html.matchAll(/<a class="chip" href="[^"]*"[^>]*>([\s\S]*?)<\/a>/g)].map(
      ([, text = '']) => textOf(text),
    );
    for (const part of chips) expect(chip.join(), search).toContain(part);
  }
});

test.each(['1200', '1,200', '1200.00', 'sofa 1200'])(
  'a purchase in payments is found by its price: %s',
  async (search) => {
    const { person, browser } = await createNewcomer({ language_preference: 'en' });
    const accountId = await makeAccount(person, { name: 'Visa' });
    await record(person, [
      { amount: 1200, description: 'Sofa', date: TODAY, accountId, installments: '3' },
      { amount: 1201, description: 'Chairs', date: TODAY, accountId, installments: '3' },
    ]);
    const { html } = await browser.open(`/transactions?search=${encodeURIComponent(search)}`);
    expect(['Sofa', 'Chairs'].map((name) => html.includes(name))).toEqual([true, false]);
  },
);

test('a suggestion says what its transactions add up to', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const groceries = (await categoriesOf(person)).find(({ name }) => name === 'Groceries')?.id;
  await record(person, [
    { amount: 5, description: 'Milk', date: TODAY, categoryId: groceries },
    { amount: 6, description: 'Groceries', date: TODAY, categoryId: groceries },
  ]);
  for (const [search, text] of [
    ['groceries', 'Category: Groceries · ₪11.00 · 2 transactions'],
    ['groceries today', `Category: Groceries · ₪11.00 · 2 transactions`],
  ] as const) {
    const { html } = await browser.open(`/transactions?search=${encodeURIComponent(search)}`);
    const list = html.slice(html.indexOf('data-list="suggestions"'));
    const [, first = ''] = /<a class="chip[^>]*>([\s\S]*?)<\/a>/.exec(list) ?? [];
    expect(
      withoutIsolates(textOf(first))
        .replace(/ · \d\d\/\d\d\/\d{4}/, '')
        .trim(),
    ).toBe(text);
  }
});

test('a sum, a day, a month and a year are one chip each', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  for (const [query, text, left] of [
    ['amountRange=600-600.99', '₪600', '/transactions'],
    ['amountRange=600.5-600.5', '₪600.50', '/transactions'],
    ['dateFrom=2026-11-01&dateTo=2026-11-30', 'November 2026', '/transactions'],
    ['dateFrom=2025-01-01&dateTo=2025-12-31', '2025', '/transactions'],
    ['dateFrom=2026-11-02&dateTo=2026-11-30', 'From', '/transactions?dateTo=2026-11-30'],
  ] as const) {
    const { html } = await browser.open(`/transactions?${query}`);
    const [, href = '', words = ''] = /<a class="chip" href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/.exec(html) ?? [];
    expect([textOf(words), href]).toEqual([expect.stringContaining(text), left]);
  }
});

test.each(['en', 'he'] as const)('dates ahead are listed, in %s', async (language) => {
  const t = translator(language);
  const { person, browser } = await createNewcomer({ language_preference: language });
  const next = plusDays(endOfMonth(TODAY), 1);
  await record(person, [
    { amount: 5, description: 'Tea', date: next },
    { amount: 6, description: 'Zebra', date: next },
  ]);
  for (const status of ['', 'status=upcoming&']) {
    const page = await browser.open(`/transactions?${status}search=tea&type=expense&dateFrom=${next}`);
    expect(textOf(page.html)).toContain('Tea');
    expect(textOf(page.html)).not.toContain('Zebra');
  }
  const past = await browser.open('/transactions?search=nothing');
  expect(past.html).not.toContain(t('list:seeUpcoming'));
});

test('a list of one category leads to the page of it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const [one, other] = (await categoriesOf(person)).filter(({ type }) => type === 'expense');
  await record(person, [{ amount: 5, description: 'Tea', categoryId: one?.id }]);
  const link = `href="/categories/${one?.id}"`;
  expect((await browser.open(`/transactions?category=${one?.id}`)).html).toContain(link);
  expect((await browser.open(`/transactions?category=${one?.id},${other?.id}`)).html).not.toContain(link);
  expect((await browser.open('/transactions?category=none')).html).not.toContain('href="/categories/none"');
});
