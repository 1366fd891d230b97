import { expect, test } from 'vitest';
import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { errorsAtFields, textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, record, transactionsOf } from '../support/transactions.ts';

const t = translator('he');
const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);
const TYPED = { amount: '12.5', description: 'ארוחה & lunch', time: '1:07 PM', notes: 'הערה' };

const create = (profile = {}) => createNewcomer({ language_preference: 'he', ...profile });

test('presets fill in date and time, and no typed value is lost', async () => {
  const { person, browser } = await create();
  const salary = (await categoriesOf(person)).find(({ name }) => name === t('categories:default.salary'));
  const typed = { ...TYPED, type: 'income', categoryId: salary?.id ?? '' };
  let page = await browser.open('/transactions/new');
  const week = startOfWeek(TODAY, 'sunday');
  for (const [preset, changes] of [
    ['yesterday', { date: written(plusDays(TODAY, -1)) }],
    ['18:00', { date: written(plusDays(TODAY, -1)), time: '6:00 PM' }],
    ['today', { date: written(TODAY), time: '6:00 PM' }],
    ['thisWeek', { date: written(week) }],
    ['lastWeek', { date: written(plusDays(week, -7)) }],
    ['thisMonth', { date: written(startOfMonth(TODAY)) }],
    ['lastMonth', { date: written(startOfMonth(plusMonths(TODAY, -1))) }],
  ] as const) {
    const [, value = ''] = new RegExp(`name="preset=([^"]*${preset})"`).exec(page.html) ?? [];
    const isFirst = page.address === '/transactions/new' && preset === 'yesterday';
    page = await browser.submit(page, page.form('amount'), { ...(isFirst && typed), preset: value });
    expect(page.form('amount').fields, preset).toMatchObject({
      ...typed,
      time: '6:00 PM',
      ...changes,
      ...(isFirst && { time: TYPED.time }),
    });
    expect(errorsAtFields(page.html)).toEqual({});
  }
  expect(await countTransactions(person)).toBe(0);
});

test('only what may stay empty is marked, and a description may be the name of the category', async () => {
  const { person, browser } = await create();
  const page = await browser.open('/transactions/new');
  const label = (field: string) =>
    textOf(new RegExp(`<label[^>]*for="${field}"[^>]*>[\\s\\S]*?</label>`).exec(page.html)?.[0] ?? '');
  expect(label('categoryId')).toContain(t('transactions:form.optional'));
  expect(label('description')).toContain(t('transactions:form.optionalWithCategory'));
  for (const name of ['amount', 'date']) expect(label(name)).not.toContain(t('transactions:form.optional'));
  const none = await browser.submit(page, page.form('amount'), { amount: '5', description: '' });
  expect(errorsAtFields(none.html)).toEqual({ description: t('errors:descriptionRequired') });
  const groceries = t('categories:default.groceries');
  const category = (await categoriesOf(person)).find(({ name }) => name === groceries);
  await browser.submit(none, none.form('amount'), { categoryId: category?.id ?? '' });
  expect(await transactionsOf(person)).toMatchObject([{ description: groceries }]);
});

test('each rule is reported at its field, and the values at the limits are accepted', async () => {
  const { person, browser } = await create();
  const ambiguous = { thousands: '1,200.00', decimals: '1.20', typedThousands: '1200', typedDecimals: '1.2' };
  const cases: [string, string, string][] = [
    ['amount', '', t('errors:amountRequired')],
    ['amount', '0', t('errors:amountMin')],
    ['amount', '1000000.01', t('errors:amountMax')],
    ['amount', 'twelve', t('errors:amountNumber')],
    ['amount', '1.0001', t('errors:amountDecimals')],
    ['amount', '1.200', t('errors:amountAmbiguous', ambiguous)],
    ['description', '  ', t('errors:descriptionTooShort')],
    ['description', 'ש'.repeat(256), t('errors:descriptionMax')],
    ['date', '', t('errors:dateRequired')],
    ['date', written(plusDays(TODAY, 366)), t('errors:dateFuture')],
    ['date', written(plusDays(TODAY, -1826)), t('errors:datePast')],
    ['notes', 'n'.repeat(501), t('errors:notesMax')],
    ['merchant_name', 'x'.repeat(256), t('errors:payeeMax')],
  ];
  const page = await browser.open('/transactions/new');
  for (const [field, value, message] of cases) {
    const filled = { ...TYPED, date: written(TODAY), [field]: value };
    const refused = await browser.submit(page, page.form('amount'), filled);
    expect(refused.status, message).toBe(400);
    expect(errorsAtFields(refused.html)).toEqual({ [field]: message });
    expect(refused.form('amount').fields).toMatchObject(filled);
  }
  expect(await countTransactions(person)).toBe(0);
  const edges = [
    { amount: '0.01', description: 'x', date: plusDays(TODAY, -1825), notes: '' },
    { amount: '1000000', description: 'ש'.repeat(255), date: plusDays(TODAY, 365), notes: 'n'.repeat(500) },
    { amount: '5', description: '👨‍👩‍👧‍👦'.repeat(255), date: TODAY, notes: '😀'.repeat(500) },
  ];
  for (const edge of edges) {
    const form = await browser.open('/transactions/new');
    const saved = await browser.submit(form, form.form('amount'), edge);
    expect(textOf(saved.html)).toContain(t('transactions:createSuccess'));
  }
  expect(await countTransactions(person)).toBe(edges.length);
});

test('amounts are accepted and shown in the person’s notation, exact to the cent', async () => {
  const { browser } = await create({
    preferences: { decimal_separator: ',', thousand_separator: '.', week_start: 'monday' },
  });
  const form = await browser.open('/transactions/new');
  const typed = { amount: '₪1.234,50', description: 'פסיק comma' };
  const list = await browser.submit(form, form.form('amount'), typed);
  expect(textOf(list.html)).toContain('−₪1.234,50');
  const [, id = ''] = /\/transactions\/([\w-]{36})\/duplicate/.exec(list.html) ?? [];
  const copy = await browser.open(`/transactions/${id}/duplicate`);
  expect(copy.form('amount').fields.amount).toBe('1234,50');
});

test('a page shows all of a transaction, with its time zone and links to change it', async () => {
  const { person, browser } = await create();
  const form = await browser.open('/transactions/new');
  const typed = {
    amount: '12.5',
    description: 'בטוקיו in Tokyo',
    notes: 'שורה\nline',
    timezone: 'Asia/Tokyo',
  };
  await browser.submit(form, form.form('amount'), typed);
  const [recorded] = await transactionsOf(person);
  const address = `/transactions/${recorded?.id}`;
  const edit = await browser.open(`${address}/edit`);
  expect(edit.form('amount').fields.timezone).toBe('Asia/Tokyo');
  const saved = await browser.submit(edit, edit.form('amount'));
  expect(textOf(saved.html)).toContain(t('transactions:updateSuccess'));
  const { html } = await browser.open(address);
  expect(html).toMatch(/<h1[^>]*>\s*<bdi[^>]*>בטוקיו in Tokyo/);
  for (const words of ['−₪12.50', 'Asia/Tokyo']) expect(textOf(html)).toContain(words);
  expect(/class="details-notes[^"]*"[^>]*>([\s\S]*?)<\//.exec(html)?.[1]).toContain('שורה\nline');
  for (const mode of ['edit', 'duplicate', 'delete']) expect(html).toContain(`href="${address}/${mode}"`);
  expect((await browser.open('/transactions/nothing')).status).toBe(404);
});

test('a recurring one is set up on its own page, which the form of one leads to until it is saved', async () => {
  const { person, browser } = await create();
  const form = await browser.open('/transactions/new');
  expect(form.html).toMatch(/<nav class="tabs[^>]*>[\s\S]*?href="\/recurring\/new"/);
  expect((await browser.open('/recurring/new')).html).toContain('href="/transactions/new"');
  const later = { amount: '3000', description: 'שכר דירה', date: plusMonths(TODAY, 1) };
  await browser.submit(form, form.form('amount'), later);
  expect(textsOf((await browser.open('/transactions?status=upcoming')).html, 'row-link')).toEqual([
    'שכר דירה',
  ]);
  const [recorded] = await transactionsOf(person);
  const edit = await browser.open(`/transactions/${recorded?.id}/edit`);
  expect(edit.html.split('<main')[1]).not.toContain('<nav class="tabs');
});

test('a payee is saved, completed, searched, filtered by and cleared', async () => {
  const { person, browser } = await create();
  await record(person, [{ amount: 7, description: 'Bread', merchant_name: 'מאפיית Lachmi' }]);
  const form = await browser.open('/transactions/new');
  expect(form.html).toContain('<option value="מאפיית Lachmi"');
  const typed = { amount: '12.5', description: 'Milk', merchant_name: 'Makolet' };
  const list = await browser.submit(form, form.form('amount'), typed);
  expect(textOf(list.html)).toMatch(/Milk[^L]*Makolet/);
  for (const query of ['search=makolet', 'merchant_name=MAKOLET']) {
    const { html } = await browser.open(`/transactions?${query}`);
    expect(textsOf(html, 'row-link')).toEqual(['Milk']);
    if (query.startsWith('merchant')) expect(textsOf(html, 'chip')[0]).toContain('MAKOLET');
  }
  const [milk] = await transactionsOf(person);
  const edit = await browser.open(`/transactions/${milk?.id}/edit`);
  expect(edit.form('amount').fields.merchant_name).toBe('Makolet');
  await browser.submit(edit, edit.form('amount'), { merchant_name: '' });
  expect(textsOf((await browser.open('/transactions?merchant_name=Makolet')).html, 'row-link')).toEqual([]);
});

test('another one begins with the type and the date of the one before', async () => {
  const { browser } = await create();
  const first = await browser.open('/transactions/new?return=/');
  const typed = { type: 'income', amount: '12.50', description: 'Tip', date: written(plusDays(TODAY, -1)) };
  const page = await browser.submit(first, first.form('amount'), { ...typed, go_on: 'true' });
  expect(textOf(page.html)).toContain(t('transactions:createSuccess'));
  expect(page.form('amount').fields).toMatchObject({
    type: 'income',
    date: typed.date,
    amount: '',
    description: '',
  });
});

test('a deletion is undone from the message after it, once', async () => {
  const { person, browser } = await create();
  const [coffee] = await record(person, [{ amount: 12.5, description: 'קפה cappuccino' }]);
  const question = await browser.open(`/transactions/${coffee?.id}/delete?return=/`);
  const deleted = await browser.submit(question, question.form('basedOn'));
  expect(textOf(deleted.html)).toContain(t('transactions:deleteSuccess'));
  expect(await countTransactions(person)).toBe(0);
  const undo = deleted.form('undo_id');
  const restored = await browser.submit(deleted, undo);
  expect(restored.address).toBe('/');
  expect(textOf(restored.html)).toContain(t('list:restoredNamed', { name: 'קפה cappuccino', count: 1 }));
  expect(textsOf(restored.html, 'row-link')).toEqual(['קפה cappuccino']);
  const again = await browser.submit(deleted, undo);
  expect(textOf(again.html)).toContain(t('list:undoTooLate'));
  expect(await countTransactions(person)).toBe(1);
});
