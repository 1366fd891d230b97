import { beforeAll, describe, expect, test } from 'vitest';
import { endOfMonth, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { withoutIsolates } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { categoryPageHref } from '../../src/pages/categories/_sections.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import {
  linkedCells,
  linkedFigures,
  linkedNotes,
  linkedRows,
  money,
  type Summary,
  sectionOf,
} from '../support/linked-figures.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, record, repeat } from '../support/transactions.ts';

const t = translator('en');

/** The first of the month `back` months ago. */
const monthBack = (back: number) => `${plusMonths(TODAY, -back).slice(0, 8)}01`;

const TABS = ['/analytics', '/analytics/spending', '/analytics/cash-flow', '/analytics/health'];

let person: Person;
let browser: TextBrowser;

beforeAll(async () => {
  ({ person, browser } = await createNewcomer({ language_preference: 'en' }));
  const names = ['Wolt #12', 'WOLT', 'מכולת', 'Cinema', 'Bus'];
  await record(
    person,
    Array.from({ length: 360 }, (_, place) => ({
      type: place % 7 === 0 ? 'income' : 'expense',
      amount: [4.2, 37, 120, 640, 2500][place % 5],
      description: names[(place * 3) % 5],
      merchant_name: place % 4 === 0 ? 'Ikea' : null,
      date: plusDays(TODAY, -place),
      time: `${String((place * 5) % 24).padStart(2, '0')}:30`,
    })),
  );
  await repeat(person, { description: 'Rent', amount: 900, start_date: plusMonths(TODAY, -5) });
  // More than was spent since, so that the balance shows what remains.
  await record(person, [
    { type: 'income', amount: 90_000, description: 'Gift', date: plusDays(TODAY, -420) },
  ]);
});

interface List {
  summary: Summary;
  transactions: { id: string; amount: number; date: string }[];
}

const listOf = (href: string) =>
  askApi<List>(person, 'GET', `/transactions?${href.replaceAll('&amp;', '&').split('?')[1] ?? ''}`);

const summaryOf = async (href: string) => (await listOf(href)).summary;

describe.each(['?recurring=with', '?period=last-3-months&compare=year'])('/analytics/spending%s', (query) => {
  test('each of the largest expenses is drawn, and leads to itself', async () => {
    const { html } = await browser.open(`/analytics/spending${query}`);
    const largest = linkedRows(html, 'largest');
    const [size] = linkedRows(html, 'sizes');
    const all = (size?.href ?? '').replace(/amountRange=[^&]+&?/, '');
    const { transactions } = await listOf(`${all}&sort=amount&order=desc&limit=100`);
    const amounts = transactions.slice(0, 10).map(({ amount }) => money(amount));
    expect(largest.map(({ values }) => values[0])).toEqual(amounts);
    for (const { href, values } of largest) {
      const [, id] = /^\/transactions\/([\da-f-]{36})\/edit\?/.exec(href) ?? [];
      const { date } = transactions.find((one) => one.id === id) ?? { date: '' };
      expect(values[1]).toBe(`${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`);
    }
    const section = sectionOf(html, 'largest');
    expect(section.match(/<svg class="bar"/g)).toHaveLength(largest.length);
  });

  test('whoever changes a largest expense comes back to the same period', async () => {
    const { html } = await browser.open(`/analytics/spending${query}`);
    const largest = html.slice(html.indexOf('id="largest"'));
    const [, back] = /href="[^"]*\/edit\?return=([^"]+)"/.exec(largest) ?? [];
    expect(decodeURIComponent(back ?? '')).toBe(`/analytics/spending${query}`);
  });

  test('each peak leads to its transactions, and is the largest of its kind', async () => {
    const { html } = await browser.open(`/analytics/spending${query}`);
    const [weekday, ...others] = linkedFigures(html, 'patterns');
    const [hour, month, size] = others;
    const { expenses } = await summaryOf(weekday?.href.replace(/&weekday=\d+/, '') ?? '');
    for (const [id, peak] of [
      ['weekdays', weekday],
      ['hours', hour],
    ] as const) {
      const sum = (await summaryOf(peak?.href ?? '')).expenses;
      const share = `${((sum / expenses) * 100).toFixed(1).replace('.0', '')}%`;
      expect(peak?.values[1]?.replaceAll(/[\u2068\u2069]/g, '')).toBe(`${money(sum)}, ${share}`);
      const all = linkedRows(html, id).map(({ values }) => values[0] ?? '');
      expect(Math.max(...all.map((text) => Number(text.replaceAll(/[^\d.]/g, ''))))).toBe(sum);
    }
    expect(month?.values[1]).toContain(money((await summaryOf(month?.href ?? '')).expenses));
    expect(size?.values[1]).toMatch(new RegExp(`^${(await summaryOf(size?.href ?? '')).total} of `));
  });
});

/** The period that the page names as the compared one. */
const comparedIn = (html: string) =>
  /period-notes[^>]*>\s*Compared with ([^<·]+)/.exec(html)?.[1]?.trim() ?? '';

const percentMore = (now: number, before: number) => {
  const change = Math.abs((now - before) / before) * 100;
  if (change > 2000) return t('analytics:littleBefore');
  const percent = `${change.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
  return percent === '0%' ? t('analytics:same') : `${percent} ${now > before ? 'more' : 'less'}`;
};

test.each(['this-month', 'last-3-months', 'last-month'])(
  'the changes of %s lead to the transactions that they are measured against',
  async (period) => {
    const { html } = await browser.open(`/analytics?period=${period}`);
    const { html: spending } = await browser.open(`/analytics/spending?period=${period}`);
    const { html: flow } = await browser.open(`/analytics/cash-flow?period=${period}`);
    const plain = (text = '') => text.replaceAll(/[\u2060\u2068\u2069]/g, '');
    for (const [page, id, sum] of [
      [spending, 'spending', 'expenses'],
      [flow, 'earned', 'income'],
    ] as const) {
      const category = (href: string) => new URLSearchParams(href.split('?')[1]).get('category');
      const cells = linkedCells(page, id);
      for (const { href: name, values } of linkedRows(page, id)) {
        // The name leads to the page of the category, its amount and the change to the transactions.
        const [, own] = /^\/categories\/([^/?]+)/.exec(name) ?? [];
        const [{ href = '' } = {}, change] = cells.filter((cell) => category(cell.href) === (own ?? 'none'));
        const dates = new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1]);
        const [from, to] = [dates.get('dateFrom') ?? '', dates.get('dateTo') ?? ''];
        expect(name).toEqual(
          own ? categoryPageHref(own, { from, to }, TODAY) : expect.stringContaining('=none'),
        );
        const [now, before] = [await summaryOf(href), await summaryOf(change?.href ?? '')];
        const more = percentMore(now[sum], before[sum]);
        const earlier = t('analytics:before', { amount: money(before[sum]) });
        expect(plain(values[2]), change?.href).toBe(
          before[sum] === 0 ? t('analytics:nothingBefore') : `${more} ${earlier}`,
        );
        expect(change?.values).toEqual([values[2]]);
      }
    }
    expect(linkedCells(spending, 'spending')).not.toHaveLength(0);
    const figures = linkedFigures(html, 'months');
    const notes = linkedNotes(sectionOf(html, 'months'));
    const expenses = notes.find(({ href }) => href.includes('type=expense'));
    const now = figures.find(({ values }) => values[1] === expenses?.text);
    const [present, before] = [await summaryOf(now?.href ?? ''), await summaryOf(expenses?.href ?? '')];
    const more = percentMore(present.expenses, before.expenses);
    expect(plain(expenses?.text)).toBe(
      `${more} · ${t('analytics:beforeIn', { period: comparedIn(html), amount: money(before.expenses) })}`,
    );
    const net = notes.find(({ href }) => !href.includes('type='));
    const { net: left } = await summaryOf(net?.href ?? '');
    expect(plain(net?.text)).toBe(t('analytics:beforeIn', { period: comparedIn(html), amount: money(left) }));
    const growth = linkedFigures(spending, 'trends').find(({ values }) => values[0] === more);
    expect((await summaryOf(growth?.href ?? '')).expenses).toBe(
      (await summaryOf(expenses?.href ?? '')).expenses,
    );
  },
);

test.each([
  ['en', 'Most went to Rent: ₪60.00.', ['transaction', 'transactions', 'transactions']],
  ['he', 'הכי הרבה הלך ל־Rent: ₪60.00.', ['תנועה', 'תנועות', 'תנועות']],
] as const)('in %s, payees and their counts read as a sentence', async (language, sentence, units) => {
  const payer = await createNewcomer({ language_preference: language });
  await record(
    payer.person,
    [60, 20, 20, 5, 5, 5].map((amount, place) => ({
      amount,
      description: ['Rent', 'Bread', 'Bread', 'Tea', 'Tea', 'Tea'][place],
      date: TODAY,
    })),
  );
  const { html } = await payer.browser.open('/analytics/spending');
  const section = sectionOf(html, 'payees');
  expect(textOf(section).replaceAll(/[\u2068\u2069]/g, '')).toContain(sentence);
  const counts = [...section.matchAll(/data-label="([^"]*)"[^>]*>\s*<bdi>(\d+)<\/bdi>/g)];
  expect(counts.map(([, unit, count]) => [unit, count])).toEqual(
    units.map((unit, place) => [unit, String(place + 1)]),
  );
});

test('peaks that are equal are all named, and none of them alone', async () => {
  const even = await createNewcomer({ language_preference: 'en' });
  await record(
    even.person,
    Array.from({ length: 20 }, (_, place) => ({
      amount: place < 18 ? 60 : 5,
      description: 'Tea',
      date: plusMonths(TODAY, -1),
      time: place < 18 ? (place % 2 === 0 ? '08:30' : '14:10') : '19:00',
    })),
  );
  const { html } = await even.browser.open('/analytics/spending?period=last-3-months');
  const section = sectionOf(html, 'patterns');
  expect(textOf(section)).toContain(t('analytics:patternsEven'));
  expect(textOf(section)).toMatch(/The same for:\s+0?2:00 PM/);
  const hrefs = [...section.matchAll(/href="([^"]*hour=[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(hrefs.map((href) => new URLSearchParams(href.split('?')[1]).get('hour'))).toEqual(['8', '14']);
});

test('savings, trends, health and both parts of the forecast lead to their transactions', async () => {
  const overview = await browser.open('/analytics');
  const spending = await browser.open('/analytics/spending');
  const { html: healthPage } = await browser.open('/analytics/health');
  const figureOf = (id: 'months' | 'trends' | 'forecast', term: string) => {
    const { html } = { months: overview, trends: spending, forecast: { html: healthPage } }[id];
    const part = sectionOf(html, id);
    const [, figure = ''] = new RegExp(`<dt>${term}</dt>([\\s\\S]*?)</div>`).exec(part) ?? [];
    const [, href = ''] = /href="([^"]+)"/.exec(figure) ?? [];
    return {
      href: href.replaceAll('&amp;', '&'),
      text: textOf(/<dd[^>]*>([\s\S]*?)<\/dd>/.exec(figure)?.[1] ?? ''),
    };
  };
  const savings = figureOf('months', t('analytics:savingsRate'));
  const { income, net } = await summaryOf(savings.href);
  expect(Number.parseFloat(savings.text.replace('\u2212', '-'))).toBeCloseTo((net / income) * 100, 1);
  const known = figureOf('forecast', t('analytics:forecastKnown'));
  const ahead = await summaryOf(known.href);
  expect([known.text.trim(), ahead.total]).toEqual([money(ahead.expenses), 1]);
  const list = await browser.open(known.href);
  expect(list.html.match(/class="[^"]*row-link/g)).toHaveLength(1);
  expect(textOf(list.html)).toContain('Rent');
  const estimated = await summaryOf(figureOf('forecast', t('analytics:forecastOther')).href);
  expect(estimated.expenses).toBeGreaterThan(0);
  for (const term of ['direction', 'growth'] as const)
    expect((await summaryOf(figureOf('trends', t(`analytics:${term}`)).href)).total).toBeGreaterThan(0);
  for (const term of ['confidence', 'risk'] as const)
    expect((await summaryOf(figureOf('forecast', t(`analytics:${term}`)).href)).total).toBeGreaterThan(0);
  const health = sectionOf(healthPage, 'health').split('</table>')[0] ?? '';
  const hrefs = [...health.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(hrefs.length).toBeGreaterThan(3);
  for (const href of hrefs) expect((await summaryOf(href)).total, href).toBeGreaterThan(0);
  expect(linkedRows(healthPage, 'health').length).toBeGreaterThan(2);
});

test('the alert about more spending leads to both amounts that it compares', async () => {
  const spender = await createNewcomer({ language_preference: 'en' });
  const month = (back: number) => `${plusMonths(TODAY, -back).slice(0, 8)}`;
  await record(spender.person, [
    { amount: 100, description: 'Bread', date: `${month(2)}01` },
    { amount: 100.1, description: 'Bread', date: `${month(2)}28` },
    { amount: 300, description: 'Shoes', date: `${month(1)}15` },
  ]);
  const { html } = await spender.browser.open('/analytics?period=last-month');
  const alert = sectionOf(html, 'attention');
  const links = [...alert.matchAll(/<a href="(\/[^"]+)">([^<]*)<\/a>/g)];
  expect(links.slice(0, 2).map(([, , text]) => text?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    t('analytics:now', { amount: '₪300.00' }),
    t('analytics:before', { amount: '₪200.10' }),
  ]);
  for (const [index, sum] of ['₪300.00', '₪200.10'].entries()) {
    const list = await spender.browser.open((links[index]?.[1] ?? '').replaceAll('&amp;', '&'));
    expect(textOf(list.html)).toContain(`${t('common:expenses')} ${sum}`);
  }
});

test('a first month that began late does not count, and the page says so', async () => {
  const late = await createNewcomer({ language_preference: 'en' });
  const start = `${plusMonths(TODAY, -3).slice(0, 8)}`;
  const later = [1, 2].flatMap((back) => [
    { amount: 50, description: 'Pay', date: monthBack(back), type: 'income' },
    { amount: 5, description: 'Tea', date: monthBack(back) },
  ]);
  await record(late.person, [{ amount: 5, description: 'Tea', date: `${start}08` }, ...later]);
  const sentence = /does not count as complete: its records begin on/;
  const { html } = await late.browser.open('/analytics/health');
  expect(textOf(html)).toMatch(sentence);
  expect(textOf(html)).toContain(t('analytics:healthMissing', { count: 1 }));
  await record(late.person, [
    { amount: 5, description: 'Tea', date: `${start}07` },
    { amount: 50, description: 'Pay', date: `${start}09`, type: 'income' },
  ]);
  const whole = textOf((await late.browser.open('/analytics/health')).html);
  expect(whole).not.toMatch(sentence);
  expect(whole).toContain(t('analytics:healthPeriod', { from: '', to: '' }).split('.')[1] ?? '');
});

test('a wrong date is named beside its field, and what was typed stays', async () => {
  const page = await browser.open('/analytics?period=dates&from=2026-02-30&to=2026-01-01');
  expect(textOf(page.html)).toContain(t('errors:dateInvalid', { example: '03/31/2026' }));
  expect(page.html).toMatch(/<input[^>]*name="from"[^>]*value="2026-02-30"/);
  const swapped = await browser.open('/analytics?period=dates&from=2026-02-03&to=2026-01-01');
  expect(textOf(swapped.html)).toContain(t('errors:datesOrder'));
});

test('a wrong date leaves the period as it was chosen', async () => {
  const chosen = (html: string) =>
    /aria-current="true">\s*([^<]+?)\s*</.exec(html.split('period-chips')[1] ?? '')?.[1];
  for (const query of ['period=last-month', 'from=2026-01-05&to=2026-02-06']) {
    const page = await browser.open(`/analytics/spending?${query}`);
    const form = page.form('compare');
    const wrong = await browser.open(
      `/analytics/spending?${new URLSearchParams({ ...form.fields, from: 'nonsense' })}`,
    );
    expect(textOf(wrong.html)).toContain(t('errors:dateInvalid', { example: '03/31/2026' }));
    expect(wrong.form('compare').fields).toEqual({ ...form.fields, from: 'nonsense' });
    expect(chosen(wrong.html)).toBe(chosen(page.html));
    expect(/<strong>[^<]+/.exec(wrong.html)?.[0]).toBe(/<strong>[^<]+/.exec(page.html)?.[0]);
  }
});

const kept = (name: string, value: string) =>
  new RegExp(
    `<select[^>]*name="${name}"[^>]*aria-invalid="true"[^>]*>\\s*<option value="${value}" selected>\\s*${value}\\s*</option>`,
  );

test.each([
  ['/transactions?type=spending', 'errors:typeInvalid', kept('type', 'spending')],
  ['/transactions?recurring=yes', 'errors:recurringInvalid', kept('recurring', 'yes')],
  ['/transactions?period=decade', 'errors:periodUnknown', kept('period', 'decade')],
  ['/transactions?sort=colour', 'errors:sortUnknown', kept('sort', 'colour')],
  ['/transactions?sort=amount&order=up', 'errors:sortUnknown', kept('sort', 'amount-up')],
  ['/transactions?sort=amount-up', 'errors:sortUnknown', kept('sort', 'amount-up')],
  ['/transactions?limit=500', 'errors:limitInvalid', /name="limit"[^>]*value="500"/],
  ['/transactions?page=two', 'errors:pageInvalid', /name="page"[^>]*value="two"/],
  ['/transactions?status=past', 'errors:statusUnknown', /name="status"[^>]*value="past"/],
  ['/transactions?category=gone', 'errors:categoriesUnknown', undefined],
  ['/transactions?amountRange=ten-20', 'errors:amountNumber', /name="min"[^>]*value="ten"/],
  ['/transactions?min=1.2345', 'errors:amountDecimals', /name="min"[^>]*value="1.2345"/],
  ['/transactions?dateFrom=2026-02-30', 'errors:dateInvalid', /name="dateFrom"[^>]*value="2026-02-30"/],
  ['/transactions?hour=25&type=income', 'errors:hourInvalid', /name="hour"[^>]*value="25"/],
  ['/transactions?weekday=9&monthDay=40', 'errors:dayOfWeekInvalid', /name="monthDay"[^>]*value="40"/],
  ['/analytics?period=decade', 'errors:periodUnknown', undefined],
] as const)('%s says what is wrong, and keeps the rest', async (path, message, kept) => {
  const { status, html } = await browser.open(path);
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t(message, { example: '03/31/2026' }));
  if (kept) expect(html).toMatch(kept);
});

test('each recommendation has a link to where it can be settled', async () => {
  const hasty = await createNewcomer({ language_preference: 'en' });
  await record(
    hasty.person,
    Array.from({ length: 6 }, (_, place) => ({
      // The same on each day would be a habit.
      amount: 7 + 20 * (place >> 1),
      description: 'Kiosk',
      date: plusDays(TODAY, -(place >> 1)),
      time: '12:00',
    })),
  );
  // Of the period that is shown, however long ago it began.
  await record(hasty.person, [{ amount: 60, description: 'Market', date: plusDays(TODAY, -150) }]);
  const { html } = await hasty.browser.open('/analytics/spending');
  const section = sectionOf(html, 'recommendations');
  const links = [...section.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(links[0]).toBe('/transactions/insights#repeated');
  expect((await hasty.browser.open('/transactions/insights')).html).toContain('id="repeated"');
  expect(await askApi(hasty.person, 'GET', links[1] ?? '')).toMatchObject({ summary: { total: 7 } });
  expect(textOf(section)).toContain(t('insights:categorizeText', { count: 7 }));
});

test('the score can be done again from the months that it counts', async () => {
  const { html } = await browser.open('/analytics/health?period=this-month');
  const section = sectionOf(html, 'health');
  const [lines = '', counted = ''] = section.split('</table>');
  expect(textOf(counted)).toContain(t('analytics:healthMonths'));
  const months = [...counted.matchAll(/<td[\s\S]*?href="([^"]+)"[\s\S]*?<bdi>([^<]*)<\/bdi>/g)].map(
    ([, , text = '']) => text,
  );
  expect(months).toHaveLength(6 * 4);
  const spent = months.flatMap((text, index) =>
    index % 4 === 1 ? [Number(text.replaceAll(/[^\d.]/g, ''))] : [],
  );
  const sum = (amounts: number[]) => amounts.reduce((whole, amount) => whole + amount, 0);
  const mean = sum(spent) / 6;
  const deviation = Math.sqrt(sum(spent.map((amount) => (amount - mean) ** 2)) / 6);
  const lineOf = (factor: 'volatility' | 'trend') =>
    textOf(lines.split('<tr').find((part) => part.includes(t(`analytics:factor.${factor}`))) ?? '');
  expect(lineOf('volatility')).toContain(`${Math.round((1000 * deviation) / mean) / 10}%`);
  const round = (amount: number) => money(Math.round(amount * 100) / 100);
  expect(lineOf('volatility')).toMatch(new RegExp(`${round(deviation)}\\s+of\\s+${round(mean)}`));
  const [later, earlier] = [round(sum(spent.slice(3))), round(sum(spent.slice(0, 3)))];
  expect(lineOf('trend')).toMatch(new RegExp(`${later}\\s+against\\s+${earlier}`));
});

test('each part of the score says what it is and what would add points', async () => {
  const { html } = await browser.open('/analytics/health');
  const parts = /<ul class="health-parts">([\s\S]*?)<\/ul>/.exec(html)?.[1]?.split('<li').slice(1) ?? [];
  expect(parts).toHaveLength(6);
  for (const part of parts) expect(part).toMatch(/<progress[^>]*>[\s\S]*<p class="small">\S/);
  expect(textOf(parts[0] ?? '')).toContain(t('analytics:part.savings.name'));
  expect(textOf(parts.join(' '))).toMatch(/: \d+ points? more/);
});

test('the savings rate has a section with each month', async () => {
  const { html } = await browser.open('/analytics/cash-flow?period=last-6-months');
  const rows = linkedRows(html, 'savings');
  expect(rows.length).toBeGreaterThan(2);
  for (const { href, values } of rows) {
    const { income, net } = await summaryOf(href);
    const rate =
      income === 0
        ? t('analytics:noIncome')
        : -net > 20 * income
          ? t('analytics:littleIncome')
          : `${(Math.round((1000 * net) / income) / 10).toLocaleString('en-US')}%`;
    expect(values).toEqual([rate.replace('-', '\u2212'), money(net)]);
  }
  const section = sectionOf(html, 'savings');
  expect(section).toContain('class="plot-line"');
});

test('a month of a very low savings rate is said as it is', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [
    { type: 'income', amount: 1000, description: 'Pay', date: monthBack(1) },
    { amount: 800, description: 'Rent', date: monthBack(1) },
    { type: 'income', amount: 1000, description: 'Pay', date: TODAY },
    { amount: 4500, description: 'Car', date: TODAY },
  ]);
  const { html } = await browser.open('/analytics/cash-flow?period=last-3-months');
  const section = sectionOf(html, 'savings');
  const [, end] = /<text class="plot-end"[^>]*>([^<]*)/.exec(section) ?? [];
  expect(withoutIsolates(textOf(end ?? '')).trim()).toBe('−350%');
});

test('a change is said between points of time, and none between weekdays or hours', async () => {
  const since = t('analytics:chartChange', { name: '' });
  const { html } = await browser.open('/analytics/spending?recurring=with');
  for (const id of ['weekdays', 'hours', 'days']) {
    const [readout = ''] = /class="chart-values"[\s\S]*?<\/p>/.exec(sectionOf(html, id)) ?? [];
    expect(readout, id).not.toBe('');
    expect(readout, id).not.toContain(since);
  }
  const overview = sectionOf((await browser.open('/analytics')).html, 'months');
  expect(/class="chart-values"[\s\S]*?<\/p>/.exec(overview)?.[0]).toContain(since);
});

test('of a single month, none is the most expensive, and it is drawn by day', async () => {
  const { html } = await browser.open('/analytics/spending?period=last-month');
  expect(sectionOf(html, 'patterns')).toContain(t('analytics:peakDay'));
  expect(sectionOf(html, 'patterns')).not.toContain(t('analytics:peakMonth'));
  const first = `${plusMonths(TODAY, -1).slice(0, 8)}01`;
  expect(linkedRows(html, 'columns')).toHaveLength(Number(endOfMonth(first).slice(8)));
  const year = await browser.open('/analytics/spending');
  expect(sectionOf(year.html, 'patterns')).toContain(t('analytics:peakMonth'));
  expect(linkedRows(year.html, 'columns')).toHaveLength(12);
});

test('this year is added up beside the one before it, if anything was spent then', async () => {
  const year = Number(TODAY.slice(0, 4));
  const keeper = await createNewcomer({ language_preference: 'en' });
  const shown = async () => sectionOf((await keeper.browser.open('/analytics')).html, 'years');
  await record(keeper.person, [{ amount: 30, description: 'Tea', date: `${year}-01-01` }]);
  expect(await shown()).toBe('');
  await record(keeper.person, [
    { amount: 40, description: 'Tea', date: `${year - 1}-01-01` },
    { amount: 5, description: 'Tea', date: `${year - 1}-12-31` },
  ]);
  expect(textOf(await shown())).toContain(`${year} against ${year - 1}`);
  const values = linkedRows(`<section aria-labelledby="years">${await shown()}</section>`, 'years').map(
    (row) => row.values,
  );
  expect(values[0]).toEqual(['₪30.00', '₪40.00']);
  expect(values.at(-1)?.[1]).toBe('₪45.00');
});

test('hardly any income has no savings rate', async () => {
  const spender = await createNewcomer({ language_preference: 'en' });
  await record(
    spender.person,
    [0, 1, 2, 3].flatMap((back) => [
      { type: 'income', amount: 1, description: 'Interest', date: monthBack(back) },
      { amount: 5000, description: 'House', date: monthBack(back) },
    ]),
  );
  for (const path of ['/', ...TABS, '/analytics?period=last-month', '/transactions/insights'])
    expect(textOf((await spender.browser.open(path)).html), path).not.toMatch(/,\d{3}(\.\d)?%/);
  const { html } = await spender.browser.open('/analytics');
  expect(textOf(html)).toContain(t('analytics:littleIncome'));
});

test('somebody new is told what is missing, and sees no empty chart', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const shown = async (path: string) =>
    textOf((await newcomer.browser.open(path)).html).replaceAll(/[\u2068\u2069]/g, '');
  for (const path of TABS.filter((tab) => tab !== '/analytics/health')) {
    const empty = await newcomer.browser.open(path);
    expect(textOf(empty.html), path).toContain(t('analytics:emptyAtFirst'));
    expect(empty.html.split('<main')[1]).toContain('href="/transactions/new"');
    expect(empty.html, path).not.toContain('island-chart');
  }
  await record(newcomer.person, [{ amount: 5, description: 'Tea', date: TODAY }]);
  const health = await shown('/analytics/health');
  expect(health).toContain('Not enough data to calculate financial health');
  expect(health).toContain('Not enough data for reliable forecast');
  expect(await shown('/analytics/spending')).toMatch(/No category\s+₪5\.00\s+100%/);
  expect(await shown('/analytics/cash-flow')).toContain(t('analytics:recurringSummaryNone'));
});

test('what is only a part of the data is neither compared nor taken for the whole', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const first = plusDays(startOfMonth(plusMonths(TODAY, -1)), 14);
  await record(newcomer.person, [
    { type: 'income', amount: 500, description: 'Pay', date: first },
    { type: 'expense', amount: 20, description: 'Bread', date: first },
    { type: 'expense', amount: 90, description: 'Shoes', date: TODAY },
  ]);
  const shown = async (path: string) =>
    textOf((await newcomer.browser.open(path)).html).replaceAll(/[\u2068\u2069]/g, '');
  const flow = await shown('/analytics/cash-flow?period=this-month');
  expect(flow).toContain('Your balance went from ₪480.00 to ₪390.00.');
  expect(flow).not.toContain(t('analytics:earned'));
  // The previous month is only half recorded.
  expect(await shown('/analytics?period=this-month')).not.toContain('more than before.');
  expect(await shown('/analytics/cash-flow')).toContain('Your balance went from ₪0.00 to ₪390.00.');
});

test('a period cannot begin after today', async () => {
  const from = plusDays(TODAY, 1);
  const { html } = await browser.open(`/analytics?period=dates&from=${from}`);
  expect(textOf(html)).toContain(t('analytics:fromFuture'));
  expect(html).toContain(`value="${date(from)}"`);
});

const date = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`;

describe('the period', () => {
  const shown = async (query: string) => textOf((await browser.open(`/analytics?${query}`)).html);
  const from = plusDays(TODAY, -40);
  const to = plusDays(TODAY, -10);

  test('typed dates count before the named period that the form still holds', async () => {
    const typed = `from=${from}&to=${to}`;
    const lead = `\u2068${date(from)}\u2069 to \u2068${date(to)}\u2069`;
    expect(await shown(`period=last-12-months&${typed}`)).toContain(lead);
    expect(await shown(`period=this-month&${typed}&shown=${from}_${to}`)).not.toContain(lead);
    expect(await shown(`period=this-month&${typed}&shown=${from}_${TODAY}`)).toContain(lead);
  });

  test('the form holds the dates that are shown, and sends a named period until they are changed', async () => {
    const named = (await browser.open(`/analytics?period=this-month&from=${from}&shown=${from}_`)).html;
    expect(named).not.toContain(`value="${date(from)}"`);
    const first = `${TODAY.slice(0, 8)}01`;
    expect(named).toContain(`name="shown" value="${first}_${TODAY}"`);
    expect(named).toContain('name="period" value="this-month"');
    const free = (await browser.open(`/analytics?period=dates&from=${from}`)).html;
    expect(free).toContain(`value="${date(from)}"`);
    expect(free).not.toContain('name="period"');
  });

  test('the chosen period is marked, and stays on every tab', async () => {
    const current = /class="chip" href="[^"]*" aria-current="true">\s*([^<]*?)\s*</;
    const chip = async (query: string) => current.exec((await browser.open(`/analytics${query}`)).html)?.[1];
    expect(await chip('')).toBe(t('analytics:period.last-12-months'));
    const first = `${plusMonths(TODAY, -1).slice(0, 8)}01`;
    expect(await chip(`?from=${first}&to=${endOfMonth(first)}`)).toBe(t('analytics:period.last-month'));
    expect(await chip(`?from=${first}&to=${first}`)).toBe(undefined);
    for (const query of ['?period=last-month&compare=year', `?from=${from}&to=${to}`])
      for (const tab of TABS) {
        const { html } = await browser.open(`${tab}${query}`);
        const tabs = /<nav class="tabs"[\s\S]*?<\/nav>/.exec(html)?.[0].replaceAll(/&amp;|&#38;/g, '&') ?? '';
        for (const other of TABS) expect(tabs, tab).toContain(`href="${other}${query}"`);
      }
  });

  test('the period before is one press away, the same way back, and the comparison stays', async () => {
    const beside = async (query: string) => {
      const { html } = await browser.open(`/analytics?${query}`);
      const links = ['prev', 'next'].map(
        (rel) => new RegExp(`href="/analytics\\?([^"]*)" rel="${rel}"`).exec(html)?.[1],
      );
      return links.map((link) => link?.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
    };
    const [earlier, ahead] = await beside('period=last-3-months&compare=year&by=weeks');
    expect(ahead).toBe(undefined);
    const first = `${plusMonths(TODAY, -2).slice(0, 7)}-01`;
    const before = `from=${plusMonths(first, -3)}&to=${plusDays(first, -1)}&compare=year&by=weeks`;
    expect(earlier).toBe(before);
    const [, back] = await beside(before);
    const last = plusDays(plusMonths(first, 3), -1);
    expect(back).toBe(`from=${first}&to=${last}&compare=year&by=weeks`);
    expect(await beside(`${back}`)).toEqual([before, undefined]);
    expect((await beside('period=last-3-months'))[0]).toBe(before.replace('&compare=year&by=weeks', ''));
    expect(await beside('period=everything')).toEqual([undefined, undefined]);
  });

  test('a beginning before all records is answered, and said', async () => {
    for (const by of ['months', 'weeks']) {
      const { status, html } = await browser.open(`/analytics?period=dates&from=0026-01-01&by=${by}`);
      expect(status).toBe(200);
      expect(html.length).toBeLessThan(1_500_000);
      expect(textOf(html)).toContain('Your records begin on');
    }
  });

  test('without transactions in it, says so, and the health looks at all months', async () => {
    const query = `period=dates&from=${plusDays(TODAY, -1500)}&to=${plusDays(TODAY, -1400)}`;
    expect(await shown(query)).toContain(t('analytics:emptyTitle'));
    const health = await browser.open(`/analytics/health?${query}`);
    expect(textOf(health.html)).toContain(t('analytics:healthCaption'));
  });
});

test('somebody who records only one side has no score, and is told what it takes', async () => {
  for (const [type, missing] of [
    ['expense', 'income'],
    ['income', 'expenses'],
  ] as const) {
    const { person: one, browser: theirs } = await createNewcomer({ language_preference: 'en' });
    await record(
      one,
      [1, 2, 3, 4].map((back) => ({ type, amount: 300, description: 'Food', date: monthBack(back) })),
    );
    const pages = await Promise.all(['/', '/analytics/health'].map((path) => theirs.open(path)));
    const [home = '', analytics = ''] = pages.map(({ html }) => textOf(html));
    expect(home).not.toContain(t('analytics:health'));
    expect(analytics).toContain(`${t('analytics:healthNone')}. ${t(`analytics:healthNeeds.${missing}`)}`);
    for (const status of ['poor', 'excellent'] as const)
      expect(home + analytics).not.toContain(t(`analytics:status.${status}`));
  }
});

test('dates that have other days of the month than those before are not compared, and the page says so', async () => {
  const spender = await createNewcomer({ language_preference: 'en' });
  const year = Number(TODAY.slice(0, 4)) - 1;
  await record(spender.person, [
    { amount: 20, description: 'Bus', date: `${year}-01-02` },
    { amount: 900, description: 'Rent', date: `${year}-02-28` },
    { amount: 60, description: 'Desk', date: `${year}-03-10` },
  ]);
  const textFor = async (to: string) =>
    textOf((await spender.browser.open(`/analytics?period=dates&from=${year}-03-01&to=${to}`)).html);
  const unlike = await textFor(`${year}-03-30`);
  expect(unlike).toContain(t('analytics:unequalDays'));
  expect(unlike).not.toMatch(/% (more|less)/);
  const whole = await textFor(`${year}-03-31`);
  expect(whole).not.toContain(t('analytics:unequalDays'));
  expect(whole).toContain('93.3% less');
});

test('nothing is compared with a month in which the records had only begun', async () => {
  const young = await createNewcomer({ language_preference: 'en' });
  const begins = `${plusMonths(TODAY, -1).slice(0, 7)}-05`;
  const [category] = (await categoriesOf(young.person)).flatMap(({ id, type }) =>
    type === 'expense' ? [id] : [],
  );
  await record(young.person, [
    { amount: 20, description: 'Bus', date: begins },
    { amount: 60, description: 'Desk', date: TODAY },
    { amount: 10, description: 'Tea', date: begins, category_id: category },
    { amount: 70, description: 'Tea', date: TODAY, category_id: category },
  ]);
  for (const path of [
    '/',
    '/analytics',
    '/analytics?period=this-month',
    '/analytics/spending?period=this-month',
    '/analytics/cash-flow?period=last-3-months',
    `/analytics?period=dates&from=${TODAY.slice(0, 8)}01`,
    `/categories/${category}?months=1`,
    `/categories/${category}`,
    `/categories/${category}?months=12`,
    '/transactions/insights',
  ]) {
    const text = textOf((await young.browser.open(path)).html);
    expect(text, path).not.toMatch(/% (more|less)/);
    expect(text, path).not.toContain(t('dashboard:netBefore'));
  }
});

test('no weekday, day or hour is named from few expenses', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const teas = (count: number) =>
    Array.from({ length: count }, () => ({ amount: 9, description: 'Tea', date: TODAY, time: '18:30' }));
  await record(newcomer.person, teas(19));
  const open = async () => (await newcomer.browser.open('/analytics/spending')).html;
  const few = await open();
  for (const id of ['patterns', 'weekdays', 'days'])
    expect(textOf(sectionOf(few, id)), id).toContain('19 expenses say little of habits yet; 20 do.');
  expect(textOf(few)).not.toMatch(/Most expensive (weekday|hour)|You spend the most|Most is spent/);
  await record(newcomer.person, teas(1));
  const enough = textOf(await open());
  expect(enough).toMatch(/Most expensive weekday.*You spend the most on/s);
});

test('patterns leave out what recurs by itself until it is asked for', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  await repeat(newcomer.person, { description: 'Rent', amount: 900, start_date: plusMonths(TODAY, -5) });
  const shoes = { amount: 50, description: 'Shoes', date: plusDays(TODAY, -3), time: '18:30' };
  await record(newcomer.person, [shoes, { amount: 5, description: 'Bread', date: monthBack(14) }]);
  const open = async (query = '') => (await newcomer.browser.open(`/analytics/spending${query}`)).html;
  const largest = (html: string) => textOf(sectionOf(html, 'largest').split('<tbody')[1] ?? '');
  const switches = (html: string) => sectionOf(html, 'patterns').match(/<nav\b[\s\S]*?<\/nav>/g) ?? [];
  const usual = await open();
  expect(largest(usual)).toContain('Shoes');
  expect(largest(usual)).not.toContain('Rent');
  const [, link = ''] =
    new RegExp(`href="([^"]*)"[^>]*>\\s*${t('analytics:patterns.with')}`).exec(switches(usual)[0] ?? '') ??
    [];
  const all = (await newcomer.browser.open(link.replaceAll('&amp;', '&'))).html;
  expect(largest(all).match(/Rent/g)?.length).toBeGreaterThan(4);
  expect(largest(all)).toMatch(/^[^R]*Rent/);
  // Where nothing recurs, there is nothing to switch.
  for (const recurring of ['with', 'without']) {
    const dates = `from=${monthBack(14)}&to=${endOfMonth(monthBack(14))}`;
    const html = await open(`?${dates}&recurring=${recurring}`);
    expect(largest(html)).toContain('Bread');
    expect(switches(html)).toEqual([]);
  }
});

test('the balance of a day keeps the period, and leads to the day after', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const day = plusDays(monthBack(1), 4);
  await record(newcomer.person, [
    { type: 'income', amount: 500, description: 'Pay', date: monthBack(1) },
    { amount: 80, description: 'Bread', date: day },
    { amount: 7, description: 'Tea', date: plusDays(day, 1) },
  ]);
  const page = await newcomer.browser.open('/analytics/cash-flow?period=last-month');
  const asked = new URLSearchParams({ ...page.form('date').fields, date: day });
  expect(asked.get('period')).toBe('last-month');
  const { html } = await newcomer.browser.open(`/analytics/cash-flow?${asked}`);
  expect(textOf(sectionOf(html, 'day-balance'))).toContain('420.00');
  const after = t('dashboard:day.dayAfter');
  const [, link = ''] =
    new RegExp(`href="([^"]*)"[^>]*>[^<]*${after}`).exec(sectionOf(html, 'day-balance')) ?? [];
  const next = await newcomer.browser.open(link.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  expect(textOf(sectionOf(next.html, 'day-balance'))).toContain('413.00');
  expect(next.html).toMatch(new RegExp(`aria-current="true">\\s*${t('analytics:period.last-month')}`));
});

test('weeks are chosen by a link and stay with another period', async () => {
  const weeks = t('analytics:step.weeks');
  const first = (await browser.open('/analytics')).html;
  const [, link = ''] = new RegExp(`href="([^"]*)"[^>]*>\\s*${weeks}`).exec(first) ?? [];
  const { html } = await browser.open(link.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  expect(html).toMatch(new RegExp(`aria-current="true"[^>]*>\\s*${weeks}`));
  const rows = (page: string) => sectionOf(page, 'months').split('<tbody')[1]?.match(/<tr\b/g)?.length ?? 0;
  // Of eleven to twelve months.
  expect(rows(html)).toBeGreaterThan(47);
  expect(html).toMatch(/href="\/analytics\?period=last-3-months(?:&amp;|&#38;)by=weeks"/);
});

test('in screen reader mode tables are open, before their drawings', async () => {
  const preferences = { accessibility: { screenReader: true } };
  const newcomer = await createNewcomer({ language_preference: 'en', preferences });
  await record(
    newcomer.person,
    [0, 1, 2].map((back) => ({ amount: 5, date: monthBack(back) })),
  );
  const { html } = await newcomer.browser.open('/analytics');
  expect(sectionOf(html, 'months')).toMatch(/<table[\s\S]*class="[^"]*\bplot\b/);
  expect(html).not.toMatch(/<details[^>]*class="[^"]*\bfold\b/);
});
