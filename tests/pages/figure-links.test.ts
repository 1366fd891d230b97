import { beforeAll, expect, test } from 'vitest';
import { endOfMonth, plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const t = translator('en');

let person: Person;
let browser: TextBrowser;
let category = '';
let income = '';

const call = <Data>(path: string, body?: unknown) => askApi<Data>(person, body ? 'POST' : 'GET', path, body);

beforeAll(async () => {
  ({ person, browser } = await createNewcomer({ language_preference: 'en' }));
  const { categories } = await call<{ categories: { id: string; type: string }[] }>('/categories');
  const ids = categories.filter(({ type }) => type === 'expense').map(({ id }) => id);
  category = ids[0] ?? '';
  income = categories.find(({ type }) => type === 'income')?.id ?? '';
  // More within 90 days than are checked together, and as many before, some without a category.
  const transactions = Array.from({ length: 460 }, (_, place) => ({
    type: place % 11 === 0 ? 'income' : 'expense',
    amount: [4.2, 37, 120, 640, 2500, 61.07][place % 6],
    description: `Shop ${String.fromCharCode(65 + (place % 7))}`,
    category_id: place % 5 === 0 ? null : place % 11 === 0 ? income : ids[place % 6],
    date: plusDays(TODAY, place < 230 ? -(place % 88) : -(place * 2)),
    time: `${String((place * 5) % 24).padStart(2, '0')}:30`,
  }));
  const { summary } = await call<{ summary: { failed: number } }>('/transactions/bulk', { transactions });
  expect(summary.failed).toBe(0);
  await repeat(person, { description: 'Rent', amount: 900, start_date: plusMonths(TODAY, -7) });
  // So that no month counts as hardly recorded.
  await repeat(person, {
    description: 'Paper',
    amount: 4,
    start_date: plusMonths(TODAY, -7),
    interval_type: 'daily',
  });
  const opening = await browser.open('/transactions/opening-balance');
  const began = { amount: '1250.50', date: plusDays(TODAY, -300) };
  await browser.submit(opening, opening.form('amount'), began);
  // Recorded twice: the last of them among the latest fifty, the others before.
  await record(
    person,
    ['Shoes', 'Lamp', 'Ticket', 'Glasses', 'Umbrella'].flatMap((description, place) => {
      const twice = { amount: 333 + place, description, date: plusDays(TODAY, -3 - 14 * place) };
      return [
        { ...twice, time: '12:00' },
        { ...twice, time: '12:01' },
      ];
    }),
  );
  await record(person, [
    // In this month, which says nothing of the health of finances.
    { amount: 90_000, description: 'Car', date: TODAY, time: '03:00' },
    ...[1, 2, 3, 4].map((minute) => ({
      amount: 95_000 + 1000 * minute,
      description: `Boat ${'wxyz'[minute % 4]}`,
      date: TODAY,
      time: `03:0${minute}`,
    })),
  ]);
});

/** Means, medians, bounds and numbers of months, which are not sums of rows. */
const DERIVED = [
  t('analytics:commonSize'),
  t('analytics:slope'),
  t('analytics:forecastOther'),
  t('analytics:factor.shortfalls'),
  t('analytics:factor.volatility'),
  t('analytics:factor.reserve'),
  t('category-analytics:perMonth'),
  t('manager:average'),
  t('common:trend'),
];

interface Figure {
  href: string;
  text: string;
  of: string;
}

const PART =
  /<dt[^>]*>([\s\S]*?)<\/dt>|<tr\b[^>]*>\s*<th\b[^>]*>([\s\S]*?)<\/th>([\s\S]*?)<\/tr>|<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g;
const LINK = /<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g;
const CELL = /<td\b[^>]*>([\s\S]*?)<\/td>/g;

/** Figures that lead to the list: linked themselves, or in the row of a link. */
function figuresIn(html: string): Figure[] {
  let of = '';
  const figures = [...html.matchAll(PART)].flatMap(([, term, head, cells = '', href = '', inside = '']) => {
    if (term !== undefined) of = words(term);
    if (head === undefined) return term === undefined ? [{ href, text: words(inside), of }] : [];
    const [, rowHref = ''] = [...head.matchAll(LINK)][0] ?? [];
    const own = [...cells.matchAll(LINK)].map(([, link = '', text = '']) => ({
      href: link,
      text: words(text),
    }));
    const beside = [...cells.matchAll(CELL)]
      .map(([, cell = '']) => cell)
      .filter((cell) => !cell.includes('<a '))
      .map((cell) => ({ href: rowHref, text: words(cell) }));
    return [...own, ...beside].map((figure) => ({ ...figure, of: words(head) }));
  });
  return figures
    .map((figure) => ({ ...figure, href: figure.href.replaceAll('&amp;', '&') }))
    .filter(({ href, text }) => href.startsWith('/transactions?') && /\d/.test(text));
}

const words = (html: string) =>
  textOf(html)
    .replaceAll(/[\u2066-\u2069]/g, '')
    .trim();

const AMOUNT = /₪[\d,.]*\d/g;

const lists = new Map<string, Promise<{ count: string; amounts: string[] }>>();

/** A list's count and stated amounts, with the balance: net plus opening balance. */
function listAt(href: string) {
  const cached = lists.get(href) ?? readList(href);
  lists.set(href, cached);
  return cached;
}

async function readList(href: string): Promise<{ count: string; amounts: string[] }> {
  const { html } = await browser.open(href);
  const [, totals = ''] =
    /data-list="results"[\s\S]*?<dl class="totals list-totals">([\s\S]*?)<\/dl>/.exec(html) ?? [];
  const [count = '0', ...sums] = [...totals.matchAll(/<dd[^>]*>([\s\S]*?)<\/dd>/g)].map(([, sum = '']) =>
    words(sum),
  );
  const minor = (text = '') => Number(text.replace('\u2212', '-').replaceAll(/[^\d-]/g, ''));
  const opening = sums.length > 3 ? minor(sums[2]) : 0;
  const balance = Math.abs(minor(sums.at(-1)) + opening) / 100;
  const written = `₪${balance.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
  return { count, amounts: [...sums.flatMap((sum) => sum.match(AMOUNT) ?? []), written] };
}

test.each([
  // This month may have begun today.
  ['/', 20],
  ['/analytics', 35],
  ['/analytics?period=this-month', 18],
  ['/analytics?period=last-3-months&by=weeks', 35],
  ['/analytics?period=everything', 35],
  ['/analytics/spending', 80],
  ['/analytics/spending?period=last-month&compare=year&recurring=with', 60],
  [`/analytics/spending?from=${plusDays(TODAY, -45)}&to=${plusDays(TODAY, -11)}`, 60],
  ['/analytics/cash-flow?period=last-6-months', 20],
  [`/analytics/cash-flow?period=this-year&date=${endOfMonth(TODAY)}`, 20],
  ['/analytics/health', 20],
  ['/categories/:category', 15],
  ['/categories/:category?months=3', 15],
  ['/categories/:income', 15],
  ['/categories/:category?months=12', 20],
  ['/transactions/insights', 6],
] as const)('each figure of %s leads to exactly the rows that it was made of', async (path, least) => {
  const { html } = await browser.open(path.replace(':category', category).replace(':income', income));
  const figures = figuresIn(html).filter(({ of }) => !DERIVED.includes(of));
  let checked = 0;
  for (const { href, text, of } of figures) {
    const list = await listAt(href);
    const name = `${of}: ${text} ${href}`;
    const amounts = text.match(AMOUNT);
    if (amounts) for (const amount of amounts) expect(list.amounts, name).toContain(amount);
    else if (/^[\d,]+$/.test(text)) expect(text, name).toBe(list.count);
    else continue;
    checked += 1;
  }
  expect(checked).toBeGreaterThanOrEqual(least);
});

function rowsIn(html: string, id: string): number {
  const section = html.slice(html.indexOf(`aria-labelledby="${id}"`)).split('</section>')[0] ?? '';
  const [, body = ''] = /<tbody[^>]*>([\s\S]*?)<\/tbody>/.exec(section) ?? [];
  return [...body.matchAll(/<tr\b/g)].length;
}

async function rowsAt(href: string): Promise<number> {
  const [path = '', part] = href.replaceAll('&amp;', '&').split('#');
  if (part) return rowsIn((await browser.open(path)).html, part);
  return Number((await listAt(path)).count.replace(',', ''));
}

test.each([
  ['/', 'attention', 1],
  ['/analytics/spending', 'recommendations', 2],
  ['/transactions/insights', 'recommendations', 2],
] as const)('each sentence with a count on %s leads to as many', async (path, id, least) => {
  const { html } = await browser.open(path);
  const section = html.slice(html.indexOf(`aria-labelledby="${id}"`)).split('</section>')[0] ?? '';
  const counted = [...section.matchAll(/<li\b[\s\S]*?<\/li>/g)].flatMap(([item]) => {
    const [, count] = /(?:^|\s)(\d+) (?:of|transactions?) /.exec(textOf(item)) ?? [];
    const [, href = ''] = /<a\b[^>]*href="([^"]+)"/.exec(item) ?? [];
    return count ? [{ count: Number(count), href }] : [];
  });
  expect(counted.length).toBeGreaterThanOrEqual(least);
  for (const { count, href } of counted) expect([href, await rowsAt(href)]).toEqual([href, count]);
});

test('the counts of what is unusual and of what may be there twice lead to as many rows', async () => {
  const { html } = await browser.open('/transactions/insights');
  for (const name of ['highRisk', 'duplicates'] as const) {
    const [, href = '', count] =
      new RegExp(
        `<dt>${t(`insights:${name}`)}</dt>\\s*<dd[^>]*>\\s*<a[^>]* href="([^"]+)">\\s*<bdi>(\\d+)`,
      ).exec(html) ?? [];
    expect(Number(count), name).toBeGreaterThan(1);
    expect(await rowsAt(`/transactions/insights${href.slice(href.indexOf('#'))}`), name).toBe(Number(count));
  }
});
