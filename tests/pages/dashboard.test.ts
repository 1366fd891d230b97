import { beforeAll, describe, expect, test } from 'vitest';
import { endOfMonth, plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { shortMonthName } from '../../src/i18n/dates.ts';
import { isolated, withoutIsolates } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { linkedFigures, linkedNotes, money, type Summary, sectionOf } from '../support/linked-figures.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, makeAccount, record, repeat } from '../support/transactions.ts';

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

const linksIn = (html: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, href = '', text = '']) => ({
    href: href.replaceAll('&amp;', '&'),
    text: textOf(text).trim(),
  }));

test('what each figure of the month is compared with leads to its list', async () => {
  const { html } = await browser.open('/');
  const section = sectionOf(html, 'month');
  const [, expenses] = await Promise.all(linkedFigures(section).map(({ href }) => summaryOf(href)));
  const notes = linkedNotes(section);
  const [before, past] = await Promise.all(notes.map(({ href }) => summaryOf(href)));
  const change = changeText(expenses?.expenses ?? Number.NaN, before?.expenses ?? Number.NaN);
  const amount = isolated(money(past?.net ?? Number.NaN));
  // There was no income a month before, and so there is no list of it.
  expect(textOf(section)).toContain(t('dashboard:nothingBefore'));
  expect(notes.map(({ text }) => text.replaceAll('\u2060', ''))).toEqual([
    change,
    isWhole
      ? t('dashboard:netBeforeWhole', { before: comparedMonth, amount })
      : t('dashboard:netBefore', { day: comparedDay, amount }),
  ]);
});

// A whole month is compared with all of the month before.
const sameDay = plusMonths(TODAY, -1);
const compared = TODAY === endOfMonth(TODAY) ? endOfMonth(sameDay) : sameDay;
const comparedDay = Number(compared.slice(8));
const comparedMonth = shortMonthName(compared.slice(0, 7), 'en');
const isWhole = [TODAY, compared].every((date) => date === endOfMonth(date));

function changeText(now: number, before: number): string {
  if (now === before) return t('dashboard:same');
  const change = (now - before) / before;
  const percent = `${(Math.round(Math.abs(change) * 1000) / 10).toLocaleString('en-US')}%`;
  const signed = isolated((change > 0 ? '+' : '\u2212') + percent);
  return isWhole
    ? t('dashboard:changeWhole', { before: comparedMonth, percent: signed })
    : t('dashboard:change', { day: comparedDay, percent: signed });
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

test('what needs attention has an act each, and what has no category leads to its list', async () => {
  const section = sectionOf((await browser.open('/')).html, 'attention');
  const items = section.match(/<li[\s\S]*?<\/li>/g) ?? [];
  expect(items.length).toBeGreaterThan(0);
  for (const item of items) expect(item).toMatch(/class="button button-small/);
  const [, count] = /(\d+) transactions of the last 90 days have no category/.exec(textOf(section)) ?? [];
  const choose = linksIn(section).find(({ text }) => text.startsWith('Choose categories'));
  expect((await summaryOf(choose?.href ?? '')).total).toBe(Number(count));
});

test('no figure that is zero is a link', async () => {
  const fresh = await createNewcomer({ language_preference: 'en' });
  await record(fresh.person, [{ amount: 5, description: 'Tea', date: TODAY }]);
  const { html } = await fresh.browser.open('/');
  expect(textOf(sectionOf(html, 'month'))).toContain('₪0.00');
  for (const { text } of linksIn(html)) expect(text).not.toContain('₪0.00');
});

test('what is due in two weeks stands with the balance it leads to', async () => {
  const fresh = await createNewcomer({ language_preference: 'en' });
  await record(fresh.person, [
    { amount: 900, description: 'Rent', date: plusDays(TODAY, 14) },
    { amount: 70, description: 'Insurance', date: plusDays(TODAY, 15) },
  ]);
  const section = textOf(sectionOf((await fresh.browser.open('/')).html, 'upcoming'));
  expect(section).toContain('Rent');
  expect(section).not.toContain('Insurance');
  expect(section).toMatch(/In 14 days\s+−₪900.00/);
  expect(section).toMatch(/In 90 days\s+−₪970.00/);
});

describe('somebody new', () => {
  test('sees what to do first and no empty box', async () => {
    const { browser: fresh } = await createNewcomer({ language_preference: 'en' });
    const { html } = await fresh.open('/');
    expect(html.indexOf('id="first-steps"')).toBeLessThan(html.indexOf('aria-labelledby="balance"'));
    for (const id of ['latest', 'attention', 'month', 'spending', 'upcoming'])
      expect(html).not.toContain(`aria-labelledby="${id}"`);
    expect(linksIn(html).filter(({ text }) => text.includes('₪'))).toEqual([]);
  });

  test('is told what is missing for the pace', async () => {
    const newcomer = await createNewcomer({ language_preference: 'en' });
    await record(newcomer.person, [
      { amount: 5, description: 'Tea', date: TODAY },
      { amount: 6, description: 'Bread', date: TODAY },
    ]);
    const { html } = await newcomer.browser.open('/');
    const missing = t('analytics:healthMissing', { count: 3 });
    expect(textOf(sectionOf(html, 'month'))).toContain(missing);
    // The first steps come before anything to tidy up or still unknown.
    expect(html).not.toContain('aria-labelledby="attention"');
    expect(html).toContain('id="first-steps"');
    await record(
      newcomer.person,
      [...'abc'].map((description) => ({ amount: 7, description, date: TODAY })),
    );
    const later = (await newcomer.browser.open('/')).html;
    expect(later).toContain('aria-labelledby="attention"');
    expect(later).not.toContain('id="first-steps"');
  });
});

test('when money comes in is asked once, by the guide or by the balance', async () => {
  const { person, browser: own } = await createNewcomer({
    language_preference: 'en',
    onboarding_completed: false,
  });
  const pay = { amount: 900, date: TODAY, type: 'income' };
  await record(
    person,
    [...'abcde'].map((description) => ({ ...pay, description })),
  );
  const asked = t('budgets:cannot.noIncome');
  const home = await own.open('/');
  expect(home.html).toContain('id="setup-title"');
  expect(textOf(home.html)).not.toContain(asked);
  const { _csrf = '' } = home.form('_csrf').fields;
  await own.post('/setup/close', { _csrf });
  expect(textOf((await own.open('/')).html)).toContain(asked);
});

test('spending beside hardly anything is not called usual, and names the difference', async () => {
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
    `You spent ₪5,000.00 this month, ₪4,999.00 more than usual by day ${Number(TODAY.slice(8))}.`,
  );
  expect(text).not.toContain('as usual');
});

test('the one transaction without a category is led to its choice', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const [category] = await categoriesOf(newcomer.person, '?type=expense');
  await record(
    newcomer.person,
    Array.from({ length: 40 }, (_, place) => ({
      amount: 40 + place,
      description: `Shop ${place}`,
      date: plusDays(TODAY, -9 * place),
      ...(place > 0 && { category_id: category?.id }),
    })),
  );
  const { html } = await newcomer.browser.open('/');
  const act = t('dashboard:attention.uncategorizedLink', { count: 1 });
  const link = linksIn(html).find(({ text }) => text.startsWith(act));
  expect(link?.href).toMatch(/^\/transactions\/[\da-f-]{36}\/edit\?return=\/#category$/);
});

test('a paused series is resumed from the inbox, which stays Home', async () => {
  const newcomer = await createNewcomer({ language_preference: 'en' });
  const [category] = await categoriesOf(newcomer.person, '?type=expense');
  await record(
    newcomer.person,
    Array.from({ length: 8 }, (_, place) => ({
      amount: 40 + place,
      description: `Shop ${place}`,
      date: plusDays(TODAY, -9 * place),
      category_id: category?.id,
    })),
  );
  const id = await repeat(newcomer.person, { description: 'Gym', amount: 120, start_date: TODAY });
  await askApi(newcomer.person, 'POST', `/transactions/templates/${id}/stop`);
  const home = await newcomer.browser.open('/');
  const attention = sectionOf(home.html, 'attention');
  expect(textOf(attention)).toMatch(new RegExp(`Gym.*${t('recurring:manager.resume')}`));
  const [form] = formsOf(attention).filter(({ action }) => action.includes(id));
  const resumed = await newcomer.browser.submit(home, form ?? expect.fail(attention));
  expect(resumed.address).toBe('/');
  expect(textOf(sectionOf(resumed.html, 'attention'))).not.toContain('Gym');
});

test('what a new account had before is no change of the balance', async () => {
  const saver = await createNewcomer({ language_preference: 'en' });
  await record(saver.person, [
    { type: 'income', amount: 700, date: plusMonths(startOfMonth(TODAY), -1) },
    { amount: 95, date: startOfMonth(TODAY) },
  ]);
  const pages = async () => [
    textOf((await saver.browser.open('/')).html),
    textOf((await saver.browser.open('/analytics/cash-flow?period=3-months')).html),
  ];
  // The curve of the balance shows its changes, wherever that begins.
  expect(withoutIsolates((await pages())[0] ?? '')).toContain('₪600 ₪650 ₪700');
  await makeAccount(saver.person, {
    name: 'Savings',
    opening_balance: 3000,
    opening_date: startOfMonth(TODAY),
  });
  const [home = '', cashFlow = ''] = await pages();
  // What the line rises by is said, but not as a change.
  expect(withoutIsolates(home ?? '').replaceAll('\u2060', '')).toMatch(
    /3,605\.00 \( −₪95\.00, Opening balance \+₪3,000\.00 vs\. \w+ \d+ \)/,
  );
  expect(withoutIsolates(cashFlow ?? '').replaceAll('\u2060', '')).toMatch(
    /\( −₪95\.00, Opening balance \+₪3,000\.00 vs\. \w+ \d+ \)/,
  );
});
