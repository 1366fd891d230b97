import { expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { datesOfPeriod, PERIODS } from '../../src/domain/transactions/list/periods.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import type { TextKey } from '../../src/i18n/texts.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextPage } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record, recordMixed } from '../support/transactions.ts';

const t = translator('he');
const { money, date: written } = formatter('ILS', DEFAULT_PREFERENCES);

const rows = ({ html }: TextPage) => textsOf(html, 'row-link');
const chips = ({ html }: TextPage) =>
  [...html.matchAll(/<a class="chip" href="([^"]*)">[\s\S]*?<bdi>([\s\S]*?)<\/bdi>/g)].map(
    ([, href = '', words = '']) => ({ href: href.replaceAll('&amp;', '&'), words: textOf(words).trim() }),
  );

/** A person with two categories and none, both types, both scripts, over a few months. */
async function createLister(profile = {}) {
  const { person, browser } = await createNewcomer({ language_preference: 'he', ...profile });
  const { one, other } = await recordMixed(person);
  /** Applies the filters of a form, as a browser sends all of its fields. */
  const filter = (fields: Record<string, string>, path = '/transactions') =>
    browser.open(path).then((page) => {
      const sent = { ...page.form('dateFrom').fields, ...fields };
      return browser.open(`/transactions?${new URLSearchParams(sent)}`);
    });
  return { person, browser, one, other, filter };
}

async function expectAnswerOfApi(page: TextPage, person: Person): Promise<void> {
  const { searchParams } = new URL(page.address, person.url);
  const period = PERIODS.find((name) => name === searchParams.get('period'));
  if (period) {
    const { from, to } = datesOfPeriod(period, TODAY, 'sunday');
    searchParams.set('dateFrom', from);
    searchParams.set('dateTo', to);
    // Unlike a page, the API ends its lists with this month unless asked.
    searchParams.set('status', 'any');
  }
  const { transactions, summary } = await askApi<{
    transactions: { description: string }[];
    summary: { total: number; income: number; expenses: number; net: number };
  }>(person, 'GET', `/transactions?${searchParams}`);
  expect(rows(page)).toEqual(transactions.map(({ description }) => description));
  const { total, income, expenses, net } = summary;
  const figures = [income, expenses, net].map((amount) => money(Math.round(amount * 100)));
  expect(totals(page)).toEqual(total > 0 ? [String(total), ...figures] : []);
}

const totals = ({ html }: TextPage) =>
  [...html.matchAll(/<dd class="amount[^"]*">\s*<bdi>([^<]*)</g)].map(([, text = '']) => text);

test('each filter narrows the list as the API does, and its chip takes it away', async () => {
  const { person, browser, one, other, filter } = await createLister();
  const from = plusDays(TODAY, -9);
  const filters: [Record<string, string>, string, number][] = [
    [{ category: one.id }, `category=${one.id}`, 1],
    [{ category: `none,${other.id}` }, `category=none,${other.id}`, 2],
    [{ type: 'income' }, 'type=income', 1],
    [{ recurring: 'true' }, 'recurring=true', 1],
    [{ recurring: 'false' }, 'recurring=false', 1],
    [{ min: '12' }, 'amountRange=12-', 1],
    [{ max: '1,234.50' }, 'amountRange=-1234.5', 1],
    [{ period: 'between', dateFrom: from }, `dateFrom=${from}`, 1],
  ];
  for (const [fields, address, count] of filters) {
    let page = await filter(fields);
    expect(page.address).toBe(`/transactions?${address}`);
    await expectAnswerOfApi(page, person);
    for (let left = count; left > 0; left -= 1) {
      expect(chips(page)).toHaveLength(left);
      page = await browser.open(chips(page)[0]?.href ?? '');
    }
    expect(page.address).toBe('/transactions');
    expect(rows(page)).toHaveLength(5);
  }
  for (const period of PERIODS) {
    const page = await filter({ period });
    expect(page.address).toBe(`/transactions?period=${period}`);
    expect(chips(page).map(({ words }) => words)).toEqual([t(`list:period.${period}`)]);
    await expectAnswerOfApi(page, person);
  }
});

test('a chip describes its filter, and removes no other', async () => {
  const { person, browser, one } = await createLister();
  const query = `search=${encodeURIComponent('קפה')}&category=${one.id},none&type=expense&amountRange=4-500`;
  let page = await browser.open(`/transactions?${query}`);
  expect(chips(page).map(({ words }) => words)).toEqual([
    t('list:chipSearch', { words: '\u2068קפה\u2069' }),
    one.name,
    t('common:noCategory'),
    t('common:expenses'),
    t('list:chipMin', { amount: '\u2068₪4.00\u2069' }),
    t('list:chipMax', { amount: '\u2068₪500.00\u2069' }),
  ]);
  expect(textsOf(page.html, 'chip')[1]).toContain(`${t('list:removeFilter')}: ${one.name}`);
  for (const [place, left] of [
    [1, /search=.+&category=none&type=expense&amountRange=4-500$/],
    [2, /search=.+&category=none&amountRange=4-500$/],
    [-1, /category=none&amountRange=4-$/],
  ] as const) {
    page = await browser.open(chips(page).at(place)?.href ?? '');
    expect(page.address).toMatch(left);
  }
  await expectAnswerOfApi(page, person);
});

test('an invalid filter is reported beside its field, and the others count', async () => {
  const { browser, filter, person } = await createLister();
  const invalid: [string, string, TextKey, string][] = [
    ['dateFrom=2026-13-45', 'dateFrom', 'errors:dateInvalid', '2026-13-45'],
    ['dateTo=never', 'dateTo', 'errors:dateInvalid', 'never'],
    ['dateFrom=2026-05-02&dateTo=2026-05-01', 'dateTo', 'errors:datesOrder', '05/01/2026'],
    ['min=abc', 'min', 'errors:amountNumber', 'abc'],
    ['max=1.2345', 'max', 'errors:amountDecimals', '1.2345'],
    ['amountRange=20-10', 'max', 'errors:amountsOrder', '10'],
    [`search=${'x'.repeat(201)}`, 'search', 'errors:valueMax', 'x'.repeat(201)],
  ];
  const errors = ({ html }: TextPage) =>
    [...(/class="error-summary"[\s\S]*?<\/ul>/.exec(html)?.[0].matchAll(/<li>([\s\S]*?)<\/li>/g) ?? [])].map(
      ([, words = '']) => textOf(words).trim(),
    );
  const errorAt = ({ html }: TextPage, field: string) =>
    textOf(new RegExp(`id="filter-${field}-error">([^<]*)<`).exec(html)?.[1] ?? '').trim();
  for (const [query, field, message, value] of invalid) {
    const page = await browser.open(`/transactions?${query}`);
    expect(page.status).toBe(200);
    const text = t(message, { example: '03/31/2026' });
    expect(errorAt(page, field), query).toBe(text);
    expect(page.html).toMatch(new RegExp(`<a href="#filter-${field}">${text}`));
    const [control] = new RegExp(`<[a-z]+ [^>]*id="filter-${field}"[^>]*>`).exec(page.html) ?? [];
    expect(control).toMatch(new RegExp(`aria-describedby="[^"]*filter-${field}-error`));
    expect(control).toContain('aria-invalid="true"');
    expect(page.form('dateFrom').fields[field]).toBe(value);
    if (field !== 'search') expect(page.html).toMatch(/<details class="filter-panel" open/);
    expect(rows(page)).toHaveLength(5);
    expect(page.html).toContain(`<title>${t('common:errorPrefix', { title: t('common:transactions') })}`);
  }
  const everything = 'category=gone,none&type=x&limit=7&sort=up&order=on&period=ever&recurring=so';
  const page = await browser.open(`/transactions?${everything}`);
  expect(page.address).toBe(
    '/transactions?category=gone,none&type=x&period=ever&recurring=so&sort=up-on&limit=7',
  );
  expect(errorAt(page, 'category')).toBe(t('errors:categoriesUnknown'));
  expect(errorAt(page, 'type')).toBe(t('errors:typeInvalid'));
  expect(errors(page)).toHaveLength(5);
  expect(chips(page).map(({ words }) => words)).toEqual([t('common:noCategory')]);
  expect(rows(page)).toEqual(['Bonus', 'Old coffee']);
  const worst = '/transactions?search=%00&dateFrom=x&dateTo=y&min=-1&max=..&category=%00&page=0';
  const answer = await browser.open(worst);
  expect(answer.status).toBe(200);
  expect(errors(answer)).toHaveLength(7);
  expect(rows(answer)).toHaveLength(5);

  const part = await filter({ min: '₪ many', max: '100', type: 'expense' });
  expect(part.form('dateFrom').fields).toMatchObject({ min: '₪ many', max: '100' });
  expect(chips(part).map(({ words }) => words)).toEqual([t('common:expenses')]);
  expect(rows(part)).toHaveLength(4);
  const mended = await filter({ min: '50' }, part.address);
  expect(mended.address).toBe('/transactions?type=expense&amountRange=50-100');
  expect(errors(mended)).toEqual([]);
  await expectAnswerOfApi(mended, person);
});

test('all filters make one short address, which fills in its form', async () => {
  const { person, browser, one, filter } = await createLister();
  const from = plusDays(TODAY, -90);
  const page = await filter({
    ...{ search: 'coffee', period: 'between', dateFrom: from, dateTo: TODAY, type: 'expense' },
    ...{ recurring: 'false', sort: 'amount-desc', min: '5', max: '100', category: `none,${one.id}` },
  });
  const dates = `dateFrom=${from}&dateTo=${TODAY}`;
  expect(page.address).toBe(
    `/transactions?search=coffee&category=none,${one.id}&type=expense&${dates}&amountRange=5-100&recurring=false&sort=amount&order=desc`,
  );
  expect(rows(page)).toEqual(['Old coffee', 'Coffee beans']);
  expect(chips(page)).toHaveLength(9);
  await expectAnswerOfApi(page, person);
  const typed = { search: 'coffee', dateTo: written(TODAY), min: '5', sort: 'amount-desc' };
  expect(page.form('dateFrom').fields).toMatchObject(typed);
  expect(page.html.match(/name="category" value="[^"]*" checked/g)).toHaveLength(2);
  const [, all = ''] = /<a[^>]*href="([^"]*)"[^>]*>\s*[^<]*<\/a>\s*<\/li>\s*<\/ul>/.exec(page.html) ?? [];
  const cleared = await browser.open(all.replaceAll('&amp;', '&'));
  expect(cleared.address).toBe('/transactions?sort=amount&order=desc');
  expect(rows(cleared)).toHaveLength(5);
});

test('the headings of the table sort it, and show how', async () => {
  const { person, browser } = await createLister();
  let page = await browser.open('/transactions');
  const sorted = () => /<th(?=[^>]*aria-sort="(\w+)")[^>]*>([\s\S]*?)<\/th>/.exec(page.html)?.slice(1) ?? [];
  expect(sorted()[0]).toBe('descending');
  for (const [column, direction, query] of [
    ['amount', 'descending', '?sort=amount&order=desc'],
    ['amount', 'ascending', '?sort=amount&order=asc'],
    ['description', 'ascending', '?sort=description&order=asc'],
    ['category', 'ascending', '?sort=category&order=asc'],
    ['date', 'descending', ''],
    ['date', 'ascending', '?sort=date&order=asc'],
  ] as const) {
    const link = new RegExp(`<a(?=[^>]*id="sort-${column}")[^>]*href="([^"]*)"`).exec(page.html)?.[1] ?? '';
    page = await browser.open(link.replaceAll('&amp;', '&'));
    expect(page.address).toBe(`/transactions${query}`);
    const [order, words = ''] = sorted();
    expect(order, column).toBe(direction);
    const name = direction === 'ascending' ? 'list:sort.date-asc' : 'list:sort.date-desc';
    expect(textOf(words)).toContain(column === 'date' ? t(name) : t(`transactions:form.${column}`));
    await expectAnswerOfApi(page, person);
  }
});

test('amounts are accepted in the person’s own notation', async () => {
  const { filter } = await createLister({
    preferences: { decimal_separator: ',', thousand_separator: '.' },
  });
  const page = await filter({ min: '1.234,50' });
  expect(page.address).toBe('/transactions?amountRange=1234.5-');
  expect(rows(page)).toEqual(['Bonus']);
  expect(page.form('dateFrom').fields.min).toBe('1234,5');
});

test('what matches nothing says so, and scheduled transactions have the same filters', async () => {
  const { browser, filter } = await createLister();
  const none = await filter({ search: 'nothing like it' });
  expect(none.address).toBe('/transactions?search=nothing+like+it');
  expect(textOf(none.html)).toContain(t('list:noMatchTitle'));
  expect(totals(none)).toEqual([]);
  expect(none.html).toMatch(/class="empty[\s\S]*?<a[^>]*href="\/transactions"/);

  const query = 'search=a&type=expense&recurring=false';
  const past = await browser.open(`/transactions?${query}`);
  expect(past.html).toContain(`href="/transactions?status=upcoming&amp;${query.replaceAll('&', '&amp;')}"`);
  const ahead = await browser.open(`/transactions?status=upcoming&${query}`);
  expect(rows(ahead)).toEqual(['Far ahead']);
  expect(ahead.form('dateFrom').fields).toMatchObject({ type: 'expense', recurring: 'false' });
  const less = await filter({ max: '1' }, ahead.address);
  expect(less.address).toBe(
    '/transactions?status=upcoming&search=a&type=expense&amountRange=-1&recurring=false',
  );
  expect(textOf(less.html)).toContain(t('list:noMatchTitle'));
});

test('a page has as many rows as are chosen, and one beyond the last leads to the first', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const many = Array.from({ length: 55 }, (_, at) => ({
    amount: at + 1,
    description: `תנועה ${at + 1}`,
    time: `10:${String(at).padStart(2, '0')}`,
  }));
  await record(person, many);
  const first = await browser.open('/transactions');
  expect(rows(first)).toHaveLength(50);
  expect(rows(first)[0]).toBe('תנועה 55');
  expect(textOf(first.html)).toContain(t('list:caption', { count: 55, from: 1, to: 50, total: 55 }));
  for (const act of ['transactions:dialog.editAction', 'common:duplicate', 'common:delete'] as const)
    expect(first.html).toContain(`aria-label="${t(act)}: תנועה 55"`);
  const second = await browser.open('/transactions?page=2');
  const name = t('common:pageNumber', { page: 2 });
  expect(second.html).toContain(`<title>${t('common:transactions')}, ${name} | Pruta</title>`);
  expect(rows(second)).toEqual(['תנועה 5', 'תנועה 4', 'תנועה 3', 'תנועה 2', 'תנועה 1']);
  expect(totals(second)[2]).toBe('₪1,540.00');
  for (const page of ['9', '0', '-1', 'x', '1e9']) {
    const answer = await browser.open(`/transactions?page=${page}`);
    expect(answer.status).toBe(200);
    expect(rows(answer)[0]).toBe('תנועה 55');
  }
  for (const limit of [25, 100]) {
    expect(first.html).toContain(`href="/transactions?limit=${limit}"`);
    const page = await browser.open(`/transactions?limit=${limit}`);
    expect(rows(page)).toHaveLength(Math.min(limit, 55));
    if (limit === 25) expect(page.html).toContain('href="/transactions?limit=25&amp;page=2"');
  }
  expect((await browser.open('/transactions?page=9')).address).toBe('/transactions');
  const paged = await browser.open('/transactions?limit=25&page=2');
  await expectAnswerOfApi(paged, person);
  const fields = { ...paged.form('dateFrom').fields, search: 'תנועה' };
  const searched = await browser.open(`/transactions?${new URLSearchParams(fields)}`);
  expect(searched.address).toBe(`/transactions?search=${encodeURIComponent('תנועה')}&limit=25`);
  expect((await browser.open('/transactions?limit=25&page=9')).address).toBe('/transactions?limit=25');
});

test('the tabs separate past and scheduled transactions, and say what to do where there are none', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const [none, nothing] = [
    await browser.open('/transactions'),
    await browser.open('/transactions?status=upcoming'),
  ];
  expect(textOf(none.html)).toContain(t('dashboard:steps.title'));
  expect(none.html).toMatch(
    new RegExp(`href="/transactions/new\\?return=%2Ftransactions"[^>]*>\\s*${t('dashboard:welcomeTitle')}`),
  );
  expect(textOf(nothing.html)).toContain(t('common:nothingScheduled'));
  await record(person, [
    { amount: 3, description: 'אתמול', date: plusDays(TODAY, -1) },
    { amount: 5, description: 'far ahead', date: plusDays(TODAY, 40), type: 'income' },
    { amount: 7, description: 'soon', date: plusDays(TODAY, 33) },
  ]);
  const past = await browser.open('/transactions');
  expect(past.html).toMatch(new RegExp(`aria-current="page">\\s*${t('common:all')}`));
  expect(past.html).toContain('href="/transactions?status=upcoming"');
  expect(rows(past)).toEqual(['אתמול']);
  expect(totals(past)).toEqual(['1', '₪0.00', '₪3.00', '−₪3.00']);
  const ahead = await browser.open('/transactions?status=upcoming');
  expect(rows(ahead)).toEqual(['soon', 'far ahead']);
  expect(totals(ahead).slice(-4)).toEqual(['2', '₪5.00', '₪7.00', '−₪2.00']);
});
