import { beforeAll, describe, expect, test } from 'vitest';
import { endOfMonth, plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { readCsv } from '../support/read-csv.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

const monthEnd = endOfMonth(TODAY);
const format = formatter('ILS', DEFAULT_PREFERENCES);

/** Before TODAY, on the last day of this month, and after it. */
const ROWS = [
  { amount: 100, description: 'Rent', merchant_name: 'Landlord', date: plusDays(TODAY, -40) },
  { amount: 200, description: 'Rent', merchant_name: 'Landlord', date: plusDays(TODAY, -1) },
  { amount: 300, description: 'Rent', merchant_name: 'Landlord', date: monthEnd },
  { amount: 400, description: 'Rent', merchant_name: 'Landlord', date: plusDays(monthEnd, 1) },
  { amount: 500, description: 'Rent', merchant_name: 'Landlord', date: plusDays(monthEnd, 5) },
  { amount: 600, description: 'Rent', merchant_name: 'Landlord', date: plusDays(monthEnd, 60) },
  { amount: 7, description: 'Tea', date: plusDays(monthEnd, 3) },
];

const shown = (html: string) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');

describe.each(['en', 'he'] as const)('in %s', (language) => {
  const t = translator(language);
  let browser: TextBrowser;

  beforeAll(async () => {
    const newcomer = await createNewcomer({ language_preference: language });
    browser = newcomer.browser;
    await record(newcomer.person, ROWS);
  });

  async function listed(query: string) {
    const { html } = await browser.open(`/transactions?${query}`);
    const amounts = [...html.matchAll(/data-signed="-(\d+)"/g)].map(([, minor]) => Number(minor) / 100);
    const [, expenses = '0'] = /class="amount expense">\s*<bdi>([^<]*)/.exec(html) ?? [];
    return { html, amounts: amounts.sort((one, other) => one - other), expenses };
  }

  async function exported(query: string): Promise<number[]> {
    const { html } = await browser.open(`/export/download?format=csv&fields=amount&${query}`);
    return readCsv(html)
      .slice(1)
      .map(([amount]) => Number(amount))
      .sort((one, other) => one - other);
  }

  const within = (from: string, to: string, rows = ROWS) =>
    rows.filter(({ date }) => from <= date && date <= to).map(({ amount }) => amount);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount * 100, 0);

  const rent = ROWS.filter(({ description }) => description === 'Rent');
  test.each([
    ['', ROWS],
    ['search=rent&', rent],
    ['merchant_name=Landlord&', rent],
    ['amountRange=100-&', rent],
    ['sort=amount&order=asc&', ROWS],
  ])('chosen dates reach beyond this month, in the list and its export: %s', async (filter, rows) => {
    const ranges = [
      [monthEnd, plusDays(monthEnd, 5)],
      [plusDays(TODAY, -1), plusDays(monthEnd, 1)],
      [plusDays(monthEnd, 1), plusDays(monthEnd, 90)],
      [plusDays(TODAY, -90), plusDays(TODAY, -1)],
    ] as const;
    for (const [from, to] of ranges) {
      const query = `${filter}dateFrom=${from}&dateTo=${to}`;
      const amounts = within(from, to, rows).sort((one, other) => one - other);
      const list = await listed(query);
      expect(list.amounts, query).toEqual(amounts);
      expect(list.expenses, query).toBe(format.money(sum(amounts)));
      expect(await exported(query), query).toEqual(amounts);
      const { html } = await browser.open(`/export?${query}`);
      const size = t('export:size', { count: amounts.length, total: String(amounts.length), csv: '|' });
      expect(shown(html)).toContain(shown(size).split('|')[0] ?? '');
    }
    const open = await listed(`${filter}dateTo=${plusDays(monthEnd, 5)}`);
    expect(open.amounts).toEqual(within('', plusDays(monthEnd, 5), rows).sort((one, other) => one - other));
    const ahead = await listed(`${filter}dateFrom=${plusDays(monthEnd, 1)}`);
    expect(ahead.amounts).toEqual(
      within(plusDays(monthEnd, 1), '9999', rows).sort((one, other) => one - other),
    );
  });

  test('everything that matches chosen dates is selected, those after this month too', async () => {
    const { html } = await listed(`select=all&dateFrom=${monthEnd}&dateTo=${plusDays(monthEnd, 5)}`);
    expect(shown(html)).toContain(t('list:selected', { count: '4' }));
  });

  test('a filter without an end says how many more are under Upcoming, and leads there', async () => {
    const date = format.date(monthEnd);
    const more = t('list:leftOutLater', { count: 3, shown: '3', date });
    for (const query of ['search=rent', 'merchant_name=Landlord', `search=rent&dateFrom=${monthEnd}`]) {
      const { html } = await listed(query);
      expect(shown(html)).toContain(more);
      expect(html).toContain(`href="/transactions?status=upcoming&amp;${query.replace('&', '&amp;')}"`);
    }
    const nothing = await listed('search=tea');
    expect(shown(nothing.html)).toContain(t('list:leftOutLater', { count: 1, shown: '1', date }));
    expect(shown(nothing.html)).toContain(t('list:seeUpcoming'));
    for (const query of ['', `search=rent&dateTo=${plusDays(monthEnd, 5)}`, 'search=nothing'])
      expect((await listed(query)).html).not.toContain('status=upcoming&amp;search=rent"');
  });

  test('dates that begin or end before tomorrow say in Upcoming what is under All', async () => {
    const past = within('', TODAY, rent);
    const dates = [
      [plusDays(TODAY, -50), plusDays(monthEnd, 5)],
      ['', plusDays(TODAY, -1)],
      ['', TODAY],
    ] as const;
    for (const [from, to] of dates) {
      const { html } = await listed(`status=upcoming&search=rent&dateFrom=${from}&dateTo=${to}`);
      const earlier = within(from, to, rent).filter((amount) => past.includes(amount)).length;
      expect(shown(html)).toContain(t('list:leftOutEarlier', { count: earlier, shown: String(earlier) }));
    }
    const ahead = await listed(`status=upcoming&search=rent&dateTo=${plusDays(monthEnd, 5)}`);
    const all = past.length;
    expect(shown(ahead.html)).not.toContain(t('list:leftOutEarlier', { count: all, shown: String(all) }));
  });

  test('an export without dates is complete, and says how much of it is upcoming', async () => {
    expect(await exported('')).toHaveLength(ROWS.length);
    expect(await exported('status=all&search=rent')).toHaveLength(rent.length);
    const ahead = ROWS.filter(({ date }) => date > TODAY).length;
    const { html } = await browser.open('/export');
    expect(shown(html)).toContain(t('export:ahead', { count: ahead, shown: String(ahead) }));
    const upcoming = await browser.open('/export?status=upcoming');
    expect(shown(upcoming.html)).toContain(shown(t('export:filteredBy', { filters: t('list:tabUpcoming') })));
    expect(await exported('status=upcoming')).toHaveLength(ahead);
  });
});
