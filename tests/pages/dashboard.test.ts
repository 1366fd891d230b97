import { beforeAll, describe, expect, test } from 'vitest';
import { endOfMonth, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { linkedFigures, linkedNotes, money, type Summary, sectionOf } from '../support/linked-figures.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const t = translator('en');

let person: Person;
let browser: TextBrowser;

beforeAll(async () => {
  ({ person, browser } = await createNewcomer({ language_preference: 'en' }));
  const { categories } = await ask<{ categories: { id: string; type: string }[] }>('/categories');
  const spendable = categories.filter(({ type }) => type === 'expense');
  await record(
    person,
    Array.from({ length: 60 }, (_, place) => ({
      type: place % 9 === 0 ? 'income' : 'expense',
      amount: [4.2, 37, 120, 640, 2500][place % 5],
      description: `Shop ${String.fromCharCode(65 + (place % 26))}${place}`,
      categoryId: place % 9 === 0 || place % 4 === 0 ? null : spendable[place % 8]?.id,
      date: plusDays(TODAY, place < 20 ? -place : -6 * place),
    })),
  );
  await repeat(person, { description: 'Rent', amount: 900, start_date: plusMonths(TODAY, -5) });
});

const ask = <Data>(path: string) => askApi<Data>(person, 'GET', path);

async function summaryOf(href: string): Promise<Summary> {
  const query = href.replaceAll('&amp;', '&').split('?')[1] ?? '';
  // Chosen dates include upcoming ones in the list, and in the API with this status.
  const status = query.includes('dateTo=') ? '&status=any' : '';
  return (await ask<{ summary: Summary }>(`/transactions?${query}${status}`)).summary;
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

const linksIn = (html: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: textOf(text).trim(),
  }));

describe.each(['', `?date=${plusDays(TODAY, -40)}`, `?date=${endOfMonth(TODAY)}`])(
  'the panel of /%s',
  (query) => {
    test('agrees with the call of the API', async () => {
      const { html } = await browser.open(`/${query}`);
      const details = await ask<Record<string, Summary>>(
        `/transactions/balance/details${query || `?date=${TODAY}`}`,
      );
      const [, body = ''] = sectionOf(html, 'day-balance').split('<tbody');
      const texts = linksIn(body).map(({ text }) => text);
      const wanted = ['daily', 'weekly', 'monthly', 'yearly', 'total'].flatMap((period) => {
        const { income = 0, expenses = 0 } = details[period] ?? {};
        return [income, expenses, income - expenses].map(cents).map(money);
      });
      expect(texts).toEqual(wanted);
    });
  },
);

test('the panel leads a day and a week back and on, and back to today', async () => {
  const day = plusDays(TODAY, -40);
  const { html } = await browser.open(`/?date=${day}`);
  const [, moves = ''] = sectionOf(html, 'day-balance').split('<nav');
  expect(linksIn(moves.split('</nav>')[0] ?? '')).toEqual([
    { href: `/?date=${plusDays(day, -7)}#day-balance`, text: t('dashboard:day.weekBefore') },
    { href: `/?date=${plusDays(day, -1)}#day-balance`, text: t('dashboard:day.dayBefore') },
    { href: '/#day-balance', text: t('dashboard:day.today') },
    { href: `/?date=${plusDays(day, 1)}#day-balance`, text: t('dashboard:day.dayAfter') },
    { href: `/?date=${plusDays(day, 7)}#day-balance`, text: t('dashboard:day.weekAfter') },
  ]);
  const now = (await browser.open('/')).html;
  expect(textOf(sectionOf(now, 'day-balance'))).not.toContain(t('dashboard:day.today'));
});

test.each(['2026-02-30', 'yesterday', '31/12/2026'])(
  'the date “%s” is named as wrong beside its field, and stays',
  async (date) => {
    const page = await browser.open(`/?date=${encodeURIComponent(date)}`);
    expect(textOf(page.html).split(t('errors:dateInvalid'))).toHaveLength(3);
    expect(page.html).toMatch(/<a href="#day">/);
    expect(page.html).toMatch(new RegExp(`<input[^>]*id="day"[^>]*value="${date}"`));
    expect(page.html).toMatch(/<input[^>]*id="day"[^>]*aria-invalid="true"/);
  },
);

test('a day after this month leads to its list too, and says what it counts', async () => {
  const day = plusDays(endOfMonth(TODAY), 20);
  const section = sectionOf((await browser.open(`/?date=${day}`)).html, 'day-balance');
  const [, body = ''] = section.split('<tbody');
  const links = linksIn(body);
  expect(links).toHaveLength(15);
  const { income, expenses, net } = await summaryOf(links.at(-1)?.href ?? '');
  expect(links.slice(-3).map(({ text }) => text)).toEqual([income, expenses, net].map(money));
  expect(textOf(section)).toContain(t('dashboard:day.ahead'));
  const details = await ask<Record<string, Summary>>(`/transactions/balance/details?date=${day}`);
  expect(textOf(body)).toContain(money(Number(details.total?.income)));
});

test('what each figure above is compared with leads to its list', async () => {
  const { html } = await browser.open('/');
  const section = sectionOf(html, 'balance');
  const figures = await Promise.all(linkedFigures(section).map(({ href }) => summaryOf(href)));
  const notes = linkedNotes(section);
  const lists = await Promise.all(notes.map(({ href }) => summaryOf(href)));
  const changes = (['income', 'expenses'] as const).map((kind, place) =>
    changeText(figures[place]?.[kind] ?? Number.NaN, lists[place]?.[kind] ?? Number.NaN),
  );
  expect(notes.map(({ text }) => text)).toEqual([
    ...changes,
    `${t('dashboard:netBefore')} ${money(lists[2]?.net ?? Number.NaN)}`,
  ]);
});

function changeText(now: number, before: number): string {
  if (before === 0) return t('dashboard:nothingBefore');
  if (now === before) return t('dashboard:same');
  const change = Math.abs(now - before) / before;
  const percent = `${(Math.round(change * 1000) / 10).toLocaleString('en-US')}%`;
  return t(now > before ? 'dashboard:more' : 'dashboard:less', { percent });
}

test('each category leads to its transactions of this month, and the rest to all of theirs', async () => {
  const { html } = await browser.open('/');
  const rows = sectionOf(html, 'spending').match(
    /<tr[^>]*>(?:(?!<\/tr>)[\s\S])*<th[^>]*scope="row"[\s\S]*?<\/tr>/g,
  );
  let sum = 0;
  for (const row of rows ?? []) {
    const [link] = linksIn(row);
    const { expenses } = await summaryOf(link?.href ?? '');
    expect(textOf(row), link?.href).toContain(money(expenses));
    sum += expenses;
  }
  const { expenses } = await summaryOf(`?type=expense&dateFrom=${startOfMonth(TODAY)}&dateTo=${TODAY}`);
  expect(sum).toBeCloseTo(expenses, 2);
});

test('what wants attention has one link each', async () => {
  const section = sectionOf((await browser.open('/')).html, 'attention');
  const items = section.match(/<li[\s\S]*?<\/li>/g) ?? [];
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(linksIn(item)).toHaveLength(1);
  const [, count] = /(\d+) transactions of the last 90 days have no category/.exec(textOf(section)) ?? [];
  expect(Number(count)).toBe(
    (await summaryOf(`?category=none&dateFrom=${plusDays(TODAY, -90)}&dateTo=${TODAY}`)).total,
  );
});

describe('somebody new', () => {
  test('sees what to do first and no empty box', async () => {
    const { browser: fresh } = await createNewcomer({ language_preference: 'en' });
    const { html } = await fresh.open('/');
    expect(html.indexOf('id="first-steps"')).toBeLessThan(html.indexOf('aria-labelledby="balance"'));
    for (const id of ['latest', 'attention', 'pace', 'health', 'spending', 'day-balance', 'upcoming'])
      expect(html).not.toContain(`aria-labelledby="${id}"`);
    const notes = linkedNotes(html);
    expect(notes).toHaveLength(3);
    for (const { href } of notes) expect((await fresh.open(href)).html).toContain(t('list:noMatchTitle'));
  });

  test('is told what is missing for the pace and the health', async () => {
    const newcomer = await createNewcomer({ language_preference: 'en' });
    await record(newcomer.person, [
      { amount: 5, description: 'Tea', date: TODAY },
      { amount: 6, description: 'Bread', date: TODAY },
    ]);
    const { html } = await newcomer.browser.open('/');
    const missing = t('analytics:healthMissing', { count: 3 });
    const health = textOf(sectionOf(html, 'health'));
    expect(health).toContain('Not enough data to calculate financial health');
    expect(health).toContain(missing);
    // The first steps come before anything to tidy up or still unknown.
    for (const id of ['attention', 'pace']) expect(html).not.toContain(`aria-labelledby="${id}"`);
    expect(html).toContain('id="first-steps"');
    await record(
      newcomer.person,
      [...'abc'].map((description) => ({ amount: 7, description, date: TODAY })),
    );
    const later = (await newcomer.browser.open('/')).html;
    expect(textOf(sectionOf(later, 'pace'))).toContain(missing);
    expect(later).toContain('aria-labelledby="attention"');
    expect(later).not.toContain('id="first-steps"');
  });
});

test('spending beside hardly anything is not called usual, and names both amounts', async () => {
  const late = await createNewcomer({ language_preference: 'en' });
  const month = TODAY.slice(0, 8);
  const rows = [-3, -2, -1].map((ago) => ({
    amount: 1,
    description: 'Gum',
    date: plusMonths(`${month}01`, ago),
  }));
  const sofa = { amount: 2500, description: 'Sofa', date: `${month}01` };
  await record(late.person, [...rows, sofa, sofa]);
  const text = textOf((await late.browser.open('/')).html).replaceAll(/[\u2066-\u2069]/g, '');
  expect(text).toContain(
    `₪5,000.00 by day ${Number(TODAY.slice(8))}; usually it is ₪1.00 (median of 3 months).`,
  );
  expect(text).not.toContain('as usual');
});
