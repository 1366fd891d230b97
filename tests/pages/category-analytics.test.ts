import { beforeAll, describe, expect, test } from 'vitest';
import { endOfMonth, monthOf, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { monthName } from '../../src/i18n/dates.ts';
import { translator } from '../../src/i18n/translate.ts';
import { categoryPageHref } from '../../src/pages/categories/_sections.ts';
import { textOf } from '../support/html.ts';
import { linkedFigures, linkedRows, listTotals } from '../support/linked-figures.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { NOON_ZONE, TODAY } from '../support/today.ts';
import { type Category, categoriesOf, record } from '../support/transactions.ts';

const t = translator('en');
const profile = { language_preference: 'en', preferences: { timezone: NOON_ZONE } };

type Type = 'expense' | 'income';

let person: Person;
let browser: TextBrowser;
const categories = {} as Record<Type, Category>;
/** Without a transaction in any account. */
let unused: Category;

/** A month amid the past six without transactions in the categories. */
const emptyMonth = monthOf(plusMonths(startOfMonth(TODAY), -3));

beforeAll(async () => {
  ({ person, browser } = await createNewcomer(profile));
  const all = await categoriesOf(person);
  for (const type of ['expense', 'income'] as const) {
    const [category] = all.filter((one) => one.type === type);
    if (!category) throw new Error('there are defaults');
    categories[type] = category;
  }
  unused = all.filter(({ type }) => type === 'income')[1] as Category;
  const names = ['Wolt #12', 'WOLT', 'מכולת', 'Cinema', 'Bus', 'Kiosk'];
  for (const type of ['expense', 'income'] as const)
    await record(
      person,
      Array.from({ length: 90 }, (_, place) => ({
        type,
        amount: [4.2, 37, 120, 640, 2500][place % 5],
        description: names[(place * 5) % 6],
        merchant_name: place % 4 === 0 ? 'Ikea' : null,
        category_id: place % 6 === 5 ? null : categories[type].id,
        date: plusDays(TODAY, -9 * place),
        time: '10:30',
      })).map((row) => (monthOf(row.date) === emptyMonth ? { ...row, category_id: null } : row)),
    );
});

const money = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');

test.each([
  ['2026-01-01', '2026-11-30', '?period=year'],
  ['2025-01-01', '2025-12-31', '?period=last-year'],
  ['2025-12-01', '2026-11-30', '?months=12'],
  ['2026-06-01', '2026-11-30', ''],
  ['2026-10-01', '2026-10-31', ''],
  ['2016-10-01', '2026-11-30', ''],
])('a period from %s to %s opens the page of a category at “%s”', (from, to, query) => {
  expect(categoryPageHref('1', { from, to }, '2026-11-30')).toBe(`/categories/1${query}`);
});

describe.each(['expense', 'income'] as const)('the page of a category of type %s', (type) => {
  const totalsOf = async (href: string) => {
    const { count, income, expenses } = await listTotals(browser, href);
    return { count, amount: type === 'income' ? income : expenses };
  };
  const pageOf = async (query: string) =>
    (await browser.open(`/categories/${categories[type].id}${query}`)).html;

  test('draws its charts in its own colour', async () => {
    const html = await pageOf('');
    expect(html).toMatch(/class="bar-fill bar-colored"/);
    expect(html).not.toMatch(/class="bar-fill bar-(income|expense)"/);
    const common = html.slice(html.indexOf('id="category-common"'));
    expect(common.slice(0, common.indexOf('</table>'))).not.toContain('bar-accent');
  });

  test('says what share of its type each period has', async () => {
    const periods = linkedRows(await pageOf(''), 'category-compared');
    expect(periods).toHaveLength(3);
    for (const { href, values } of periods) {
      const [part = 0, all = 0] = await Promise.all(
        [href, href.replace(/category=[^&]+&/, '')].map(async (address) =>
          Number((await totalsOf(address)).amount.replaceAll(/[^\d.]/g, '')),
        ),
      );
      expect(values[1]).toBe(`${((100 * part) / all).toFixed(1).replace(/\.0$/, '')}%`);
    }
    expect(linkedRows(await pageOf('?months=12'), 'category-compared')).toHaveLength(2);
  });

  test('adds up what its months say, and names the month without any', async () => {
    const html = await pageOf('?months=12');
    const [total, counted, month, transaction, trend, last] = linkedFigures(html);
    const all = await totalsOf(total?.href ?? '');
    expect(total?.values[0]).toBe(all.amount);
    expect(counted?.values[0]).toBe(all.count);
    expect((await totalsOf(last?.href ?? '')).count).toBe('1');
    expect(trend?.href).toBe(month?.href);
    const minor = (text = '') => Number(text.replaceAll(/\D/g, ''));
    const mean = minor((await totalsOf(month?.href ?? '')).amount) / 11;
    expect(minor(month?.values[0])).toBe(Math.round(mean));
    const one = await totalsOf(transaction?.href ?? '');
    expect(minor(transaction?.values[0])).toBe(Math.round(minor(one.amount) / Number(one.count)));
    const rows = linkedRows(html, 'category-months');
    const sum = rows.reduce((minor, { values }) => minor + Number(values[0]?.replaceAll(/\D/g, '')), 0);
    expect(sum).toBe(Number(all.amount.replaceAll(/\D/g, '')));
    expect(textOf(html)).toContain(
      t('category-analytics:emptyMonths', { months: monthName(emptyMonth, 'en') }),
    );
    expect(money(textOf(html))).toContain(`${all.amount} ${type === 'income' ? 'came from' : 'went to'}`);
  });
});

test('what is recorded for the rest of the month is beside the figures, not in them', async () => {
  const { person: planner, browser: theirs } = await createNewcomer(profile);
  const [category] = await categoriesOf(planner);
  const tomorrow = plusDays(TODAY, 1);
  const later = tomorrow <= endOfMonth(TODAY);
  await record(planner, [
    { amount: 5, description: 'Tea', category_id: category?.id, date: TODAY },
    { amount: 70, description: 'Rent', category_id: category?.id, date: tomorrow },
  ]);
  const { html } = await theirs.open(`/categories/${category?.id}`);
  expect(linkedFigures(html)[0]?.values[0]).toBe('₪5.00');
  expect(money(textOf(html)).includes('₪70.00 more is scheduled')).toBe(later);
  if (!later) return;
  const [, href = ''] = /<p class="small"[^>]*>\s*<a href="([^"]+)"/.exec(html) ?? [];
  expect((await listTotals(theirs, href.replaceAll('&amp;', '&'))).expenses).toBe('₪70.00');
});

test('this year is compared with the same days of last year', async () => {
  const { person: saver, browser: theirs } = await createNewcomer(profile);
  const category = (await categoriesOf(saver)).find(({ type }) => type === 'expense');
  const months = Array.from({ length: 26 }, (_, ago) => plusMonths(TODAY, -ago));
  await record(
    saver,
    months.map((date) => ({ amount: 5, description: 'Tea', category_id: category?.id, date })),
  );
  const { html } = await theirs.open(`/categories/${category?.id}?period=year`);
  expect(html).toMatch(/href="[^"]*\?period=year" aria-current="page"/);
  const [now, before, ...others] = linkedRows(html, 'category-compared');
  const yearTo = (date: string) => `dateFrom=${date.slice(0, 4)}-01-01&dateTo=${date}`;
  expect(now?.href).toContain(yearTo(TODAY));
  expect(before?.href).toContain(yearTo(plusMonths(TODAY, -12)));
  expect(others).toEqual([]);
  expect(textOf(html)).toContain(t('category-analytics:sameOfLastYear'));
  expect(linkedFigures(html)[0]?.values[0]).toBe(now?.values[0]);
});

test('last year is whole, and the chip of the shown period is marked', async () => {
  const { html } = await browser.open(`/categories/${categories.expense.id}?period=last-year`);
  expect(html).toMatch(/href="[^"]*\?period=last-year" aria-current="page"/);
  const year = Number(TODAY.slice(0, 4)) - 1;
  expect(linkedFigures(html)[0]?.href).toContain(`dateFrom=${year}-01-01&dateTo=${year}-12-31`);
  const list = await listTotals(browser, linkedFigures(html)[0]?.href ?? '');
  expect(linkedFigures(html)[0]?.values[0]).toBe(list.expenses);
});

test('a number of months that it cannot show is named, and the page is there', async () => {
  const { status, html } = await browser.open(`/categories/${categories.expense.id}?months=0`);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t('errors:categoryMonthsInvalid'));
  expect(textOf(html)).toContain(t('manager:windowTotal'));
});

test('a young category says how many months its seasons and its trend need', async () => {
  const { person: young, browser: theirs } = await createNewcomer(profile);
  const [category] = await categoriesOf(young);
  await record(young, [
    { amount: 5, description: 'Tea', category_id: category?.id, date: plusMonths(startOfMonth(TODAY), -1) },
  ]);
  const text = money(textOf((await theirs.open(`/categories/${category?.id}`)).html));
  const [year, month] = plusMonths(startOfMonth(TODAY), -1).split('-');
  for (const missing of [
    t('category-analytics:yearMissing', { count: 23 }),
    t('category-analytics:weekMissing', { count: 11 }),
    t('category-analytics:trendMissing', { count: 1 }),
    `${t('category-analytics:comparedNothing')} ${t('analytics:since', { date: `${month}/01/${year}` })}`,
  ])
    expect(text).toContain(missing);
});

test('a category of hardly anything before says so', async () => {
  const { person: spender, browser: theirs } = await createNewcomer(profile);
  const [category] = await categoriesOf(spender);
  const first = startOfMonth(TODAY);
  const ofCategory = { description: 'Tea', category_id: category?.id };
  await record(spender, [
    { amount: 5, description: 'Bread', date: plusMonths(first, -3) },
    { ...ofCategory, amount: 1, date: plusMonths(first, -1) },
    { ...ofCategory, amount: 500, date: first },
  ]);
  const { html } = await theirs.open(`/categories/${category?.id}?months=1`);
  expect(textOf(html)).toContain('Too little went to it before to compare.');
  expect(linkedRows(html, 'category-compared').map(({ values }) => values[0])).toContain('₪1.00');
});

test('a category without transactions leads to the form of its first one, and shows no empty chart', async () => {
  const { html } = await browser.open(`/categories/${unused.id}`);
  expect(textOf(html)).toContain(t('category-analytics:newTitle'));
  expect(html).not.toContain('class="chart"');
  const [, href = ''] =
    /<a class="button button-primary" href="(\/transactions\/new\?[^"]+)"/.exec(html) ?? [];
  const form = (await browser.open(href.replaceAll('&amp;', '&'))).form('amount');
  expect(form.fields).toMatchObject({ categoryId: unused.id, type: 'income' });
});

test('somebody else’s category is not found', async () => {
  const { browser: theirs } = await createNewcomer(profile);
  expect((await theirs.open(`/categories/${categories.expense.id}`)).status).toBe(404);
});
