import { describe, expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { Person } from '../support/people.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, record, repeat } from '../support/transactions.ts';

const today = TODAY;
// Every thirty days: three in the past, one today, three upcoming.
const days = [-90, -60, -30, 0, 30, 60, 90].map((distance) => plusDays(today, distance));
const SERIES = { name: 'Rent', amount: 10, interval_type: 'daily', interval: 30, start_date: days[0] };

interface Occurrence {
  id: string;
  date: string;
  amount: number;
  description: string;
  template_id: string;
}

const server = declareOwnedServer();

async function begin(language = 'en') {
  const { person, browser } = await createNewcomer({
    language_preference: language,
  });
  const template = await repeat(person, SERIES);
  const rows = async () => occurrencesOf(person);
  const on = async (date: string | undefined) =>
    (await rows()).find((row) => row.date === date)?.id ?? expect.fail(date);
  return {
    person,
    browser,
    template,
    rows,
    on,
    amounts: async () => (await rows()).map((row) => row.amount),
  };
}

async function occurrencesOf(person: Person): Promise<Occurrence[]> {
  const path = '/transactions?status=any&recurring=true&order=asc&limit=100';
  return (await askApi<{ transactions: Occurrence[] }>(person, 'GET', path)).transactions;
}

function shown(date = ''): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}

describe.each(LOCALES)('deleting an occurrence, in %s', (language) => {
  const t = translator(language);

  test('asks for the scope, shows the impact of each choice, and preselects none', async () => {
    const { browser, on } = await begin(language);
    const address = `/transactions/${await on(days[2])}/delete?return=/`;
    const page = await browser.open(address);
    const text = textOf(page.html);
    for (const key of ['removal.single', 'removal.future', 'removal.all', 'pastGoes'] as const)
      expect(text).toContain(t(`recurring:occurrence.${key}`));
    const to = t('recurring:occurrence.to');
    const count = (number: number) => t('recurring:occurrence.count', { count: number });
    expect(text).toContain(`${count(5)}, ${shown(days[2])} ${to} ${shown(days[6])}`);
    expect(text).toContain(`${count(7)}, ${shown(days[0])} ${to} ${shown(days[6])}`);
    expect(page.form('scope').fields.scope).toBeUndefined();

    const refused = await browser.submit(page, page.form('scope'));
    expect([refused.status, refused.address]).toEqual([400, address]);
    expect(refused.html).toContain('href="#scope"');
    expect(refused.html).toMatch(/<input id="scope"[^>]*aria-describedby="scope-about scope-error"/);
    expect(textOf(refused.html)).toContain(t('errors:scopeInvalid'));
  });

  test.each([
    ['single', 6, 1],
    ['future', 4, 3],
    ['all', 0, 7],
  ] as const)('%s leaves %i, says so, and is undone by one press', async (scope, left, gone) => {
    const { person, browser, on, rows } = await begin(language);
    const before = await rows();
    const page = await browser.open(`/transactions/${await on(days[4])}/delete`);
    const done = await browser.submit(page, page.form('scope'), { scope });
    expect(done.address).toBe('/transactions');
    expect(await countTransactions(person)).toBe(left);
    expect(textOf(done.html)).toContain(
      scope === 'all'
        ? t('recurring:occurrence.templateDeleted')
        : t('recurring:occurrence.deletedWith', { count: gone }),
    );
    await browser.submit(done, done.form('undo_id'));
    expect(await rows()).toEqual(before);
  });
});

test('the messages are those that clients of the API compare', () => {
  const t = translator('en');
  expect(t('recurring:occurrence.deletedWith', { count: 1 })).toBe('Transaction deleted successfully');
  expect(t('recurring:occurrence.templateDeleted')).toBe('Template deleted successfully!');
  expect(t('errors:deletingFailed')).toBe('Failed to delete transaction. Please try again.');
});

test('a transaction without a template is only confirmed', async () => {
  const { person, browser } = await begin();
  const [plain] = await record(person, [{ amount: 5, description: 'Tea' }]);
  const page = await browser.open(`/transactions/${plain?.id}/delete`);
  expect(page.html).not.toContain('name="scope"');
  const done = await browser.post(page.address, { _csrf: page.form('_csrf').fields._csrf ?? '' });
  expect(textOf(done.html)).toContain(translator('en')('transactions:deleteSuccess'));
});

describe('editing an occurrence', () => {
  const t = translator('en');

  test('changes the occurrence alone by default', async () => {
    const { browser, on, amounts } = await begin();
    const page = await browser.open(`/transactions/${await on(days[4])}/edit`);
    expect(page.form('amount').fields.scope).toBe('single');
    await browser.submit(page, page.form('amount'), { amount: '20' });
    expect(await amounts()).toEqual([10, 10, 10, 10, 20, 10, 10]);
  });

  test('with scope future changes an upcoming one and all later ones, except edited ones', async () => {
    const { browser, on, rows, amounts } = await begin();
    const hand = await browser.open(`/transactions/${await on(days[5])}/edit`);
    await browser.submit(hand, hand.form('amount'), { amount: '99' });
    const page = await browser.open(`/transactions/${await on(days[4])}/edit`);
    expect(textOf(page.html)).toContain(t('recurring:occurrence.editedStay', { count: 1 }));
    await browser.submit(page, page.form('amount'), { amount: '20', description: 'Flat', scope: 'future' });
    expect(await amounts()).toEqual([10, 10, 10, 10, 20, 99, 20]);
    expect((await rows()).map(({ description }) => description).slice(3)).toEqual([
      'Rent',
      'Flat',
      'Rent',
      'Flat',
    ]);
  });

  test('with scope future changes a past one and all from tomorrow on, as it says before', async () => {
    const { browser, on, amounts } = await begin();
    const page = await browser.open(`/transactions/${await on(days[1])}/edit`);
    expect(textOf(page.html)).toContain(t('recurring:occurrence.change.past'));
    await browser.submit(page, page.form('amount'), { amount: '20', scope: 'future' });
    expect(await amounts()).toEqual([10, 20, 10, 10, 20, 20, 20]);
  });

  test('with scope all changes the past too, while a new date moves only this one', async () => {
    const { browser, on, rows } = await begin();
    const moved = plusDays(days[4] ?? '', 1);
    const page = await browser.open(`/transactions/${await on(days[4])}/edit`);
    await browser.submit(page, page.form('amount'), { amount: '20', date: moved, scope: 'all' });
    expect((await rows()).map(({ date, amount }) => [date, amount])).toEqual(
      days.map((date, index) => [index === 4 ? moved : date, 20]),
    );
  });

  test('keeps the scope and the typed values after an error', async () => {
    const { browser, on, amounts } = await begin();
    const page = await browser.open(`/transactions/${await on(days[4])}/edit`);
    const refused = await browser.submit(page, page.form('amount'), { amount: '0', scope: 'future' });
    expect(refused.status).toBe(400);
    expect(refused.form('amount').fields).toMatchObject({ amount: '0', scope: 'future' });
    const preset = await browser.submit(page, page.form('amount'), { preset: 'date:today', scope: 'all' });
    expect(preset.form('amount').fields.scope).toBe('all');
    const strange = await browser.submit(page, page.form('amount'), { scope: 'everything' });
    expect(strange.status).toBe(400);
    expect(textOf(strange.html)).toContain(t('errors:scopeInvalid'));
    expect(await amounts()).toEqual(Array(7).fill(10));
  });

  test('of a deleted template changes only this one', async () => {
    const { person, browser, template, on, amounts } = await begin();
    const open = await browser.open(`/transactions/${await on(days[1])}/edit`);
    await askApi(person, 'DELETE', `/transactions/templates/${template}`);
    const refused = await browser.submit(open, open.form('amount'), { amount: '20', scope: 'all' });
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toContain(t('errors:seriesGone'));
    expect(textOf(refused.html)).toContain(t('recurring:occurrence.gone'));
    await browser.submit(refused, refused.form('amount'));
    expect(await amounts()).toEqual([10, 20, 10, 10]);
    const view = await browser.open(`/transactions/${await on(days[1])}`);
    expect(textOf(view.html)).toContain(t('recurring:occurrence.left'));
  });
});

test('an occurrence links to its template in the list and on its page', async () => {
  const { browser, template, on } = await begin();
  const t = translator('en');
  const list = await browser.open('/transactions');
  expect(list.html).toContain('class="series-mark"');
  // Opening one closes the other, without scripts too.
  const menus = list.html.match(/<details class="menu row-menu"[^>]*>/g) ?? [];
  expect(new Set(menus)).toEqual(new Set(['<details class="menu row-menu" name="menu" data-menu>']));
  const page = await browser.open(`/transactions/${await on(days[2])}`);
  expect(page.html).toMatch(new RegExp(`<a href="/recurring/${template}"><bdi>Rent</bdi></a>`));
  expect(textOf(page.html)).toContain(
    `${t('recurring:occurrence.next')} ${[4, 5, 6].map((index) => shown(days[index])).join(' , ')}`,
  );
});

test('a bulk deletion shows how many are occurrences, and they are not generated again', async () => {
  const { person, browser, on, rows } = await begin();
  const t = translator('en');
  const [plain] = await record(person, [{ amount: 5, description: 'Tea' }]);
  const list = await browser.open('/transactions');
  const ids = [plain?.id ?? '', await on(days[2]), await on(days[3])];
  const body = new URLSearchParams({ ...list.form('operation').fields, operation: 'delete' });
  for (const id of ids) body.append('ids', id);
  const answer = await fetch(`${server.url}/transactions/bulk`, {
    method: 'POST',
    body,
    headers: { cookie: browser.cookies },
  });
  const html = await answer.text();
  expect(textOf(html)).toContain(t('recurring:occurrence.bulk', { count: 2 }));
  await askApi(person, 'POST', '/transactions/bulk-delete', { transactionIds: ids });
  await askApi(person, 'POST', '/transactions/generate-recurring', {});
  expect((await rows()).map(({ date }) => date)).toEqual(
    days.filter((_, index) => index !== 2 && index !== 3),
  );
});
