import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { storeRates, storeTodaysRates } from '../support/rate-provider.ts';
import type { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();
let browser: TextBrowser;

const shown = (html: string) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');
const open = async (query = '', by = browser) => {
  const page = await by.open(`/exchange${query}`);
  return { ...page, text: shown(page.html) };
};

const HOUR = 60 * 60_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

async function clear(): Promise<void> {
  const { db } = await server.database();
  await db.deleteFrom('exchange_rates').execute();
  await db.deleteFrom('rate_failures').execute();
}

async function rest(): Promise<void> {
  const { db } = await server.database();
  const failed_at = new Date().toISOString();
  const providers = (['primary', 'secondary'] as const).map((provider) => ({ provider, failed_at }));
  await db.insertInto('rate_failures').values(providers).execute();
}

beforeAll(async () => {
  ({ browser } = await createNewcomer({ language_preference: 'en' }));
});

// Other tests of the server know no rates.
afterAll(clear);

beforeEach(async () => {
  await clear();
  await storeTodaysRates((await server.database()).db);
});

describe('the calculator', () => {
  test('begins with a hundred of the person’s own currency, which comes first', async () => {
    const { html, text } = await open();
    const form = formsOf(html).find(({ action }) => action === '/exchange');
    expect(form?.fields).toEqual({ amount: '100', from: 'ILS', to: 'USD' });
    expect(text).toContain('₪100.00 is $30.67.');
    const codes = [...html.matchAll(/<option value="([A-Z]{3})"/g)].map(([, code]) => code);
    expect(codes.slice(0, 2)).toEqual(['ILS', 'USD']);
    expect(new Set(codes).size).toBe(9);
  });

  test.each(['valueOf', 'hasOwnProperty', 'toString', '__proto__'])(
    'takes %s for no currency',
    async (name) => {
      for (const query of [`?from=${name}`, `?to=${name}`, `?from=${name}&to=${name}`]) {
        const { status, html } = await open(query);
        expect([query, status]).toEqual([query, 200]);
        expect(html).not.toContain('native code');
      }
    },
  );

  test('says the result in a sentence, with the rate, its day and its source', async () => {
    const { text } = await open('?amount=1,250.50&from=USD&to=ILS');
    expect(text).toContain('$1,250.50 is ₪4,077.13.');
    expect(text).toContain('1 USD = 3.2604 ILS');
    expect(text).toMatch(/Rate of \d\d\/\d\d\/\d{4}/);
    expect(text).toContain('Source: rates.example');
  });

  test('shows all nine at once, each with its own decimals', async () => {
    const { text } = await open('?amount=10&from=usd&to=euro');
    expect(text).toContain('$10.00 in all currencies');
    for (const money of '₪32.60 $10.00 €8.61 £7.52 ¥1,514 C$13.99 A$15.33 CN¥71.16'.split(' '))
      expect(text).toContain(money);
    expect(text).toContain('CHF\u00a08.04'.replace('\u00a0', ' '));
  });

  test('swaps the currencies and leads to an address of its own', async () => {
    const { address, text } = await open('?amount=5&from=USD&to=ILS&swap=1');
    expect(address).toBe('/exchange?amount=5&from=ILS&to=USD');
    expect(text).toContain('₪5.00 is $1.53.');
  });

  test('shows the history of the rate with its lowest and highest day', async () => {
    const { text, html } = await open('?amount=1&from=USD&to=ILS');
    expect(text).toMatch(/Lowest on .{10} at 3\.2104, highest on .{10} at 3\.2604\./);
    expect(html).toMatch(/<path class="plot-line"/);
    expect(text).toContain('3.2504');
  });

  test('says that rates of a day long ago are old, although they were just fetched', async () => {
    await clear();
    const date = hoursAgo(40 * 24).slice(0, 10);
    await storeRates((await server.database()).db, { fetchedAt: hoursAgo(0), date });
    const [year, month, day] = date.split('-');
    const { text } = await open();
    expect(text).toContain(`These rates are old: they are of ${month}/${day}/${year}, and newer ones`);
  });

  test('has nothing to draw on the first day', async () => {
    await clear();
    await storeRates((await server.database()).db, {
      fetchedAt: hoursAgo(0),
      date: hoursAgo(0).slice(0, 10),
    });
    const { text, html } = await open();
    expect(text).toContain('The history of rates starts on the first day');
    expect(html).not.toContain('<polyline');
  });

  test.each([
    ['amount=x&from=USD&to=ILS', 'exchange-amount', 'Amount must be a valid number'],
    ['amount=&from=USD&to=ILS', 'exchange-amount', 'Amount is required'],
    ['amount=1.5&from=JPY&to=ILS', 'exchange-amount', 'Amounts in ¥ have no decimal places'],
    ['amount=1&from=SEK&to=ILS', 'exchange-from', 'Choose a supported currency'],
  ])('%s is refused beside its field, and what was typed stays', async (query, field, message) => {
    const { html, text } = await open(`?${query}`);
    expect(html).toContain(`<a href="#${field}">`);
    expect(text).toContain(message);
    expect(text).not.toContain(' is ₪');
    const given = Object.fromEntries(new URLSearchParams(query));
    const form = formsOf(html).find(({ action }) => action === '/exchange');
    expect(form?.fields).toMatchObject({ amount: given.amount, to: given.to });
  });

  test('takes and writes numbers as the person does', async () => {
    const preferences = { thousand_separator: '.', decimal_separator: ',', symbol_position: 'after' };
    const { browser } = await createNewcomer({ language_preference: 'he', preferences });
    const { text } = await open('?amount=1.250,50&from=USD&to=ILS', browser);
    expect(text).toContain('1.250,50\u00a0$ שווים 4.077,13\u00a0₪.'.replaceAll('\u00a0', ' '));
    expect(text).toContain('1 USD = 3,2604 ILS');
  });
});

describe('without new rates', () => {
  test('the last ones are shown, and called old after twelve hours', async () => {
    const { db } = await server.database();
    await clear();
    await rest();
    await storeRates(db, { date: hoursAgo(24).slice(0, 10), fetchedAt: hoursAgo(11.9) });
    const { text } = await open('?amount=100&from=USD&to=ILS');
    expect(text).toContain('$100.00 is ₪326.04.');
    expect(text).not.toContain('These rates are old');
    await db
      .updateTable('exchange_rates')
      .set({ fetched_at: hoursAgo(12.1) })
      .execute();
    const { text: later } = await open('?amount=100&from=USD&to=ILS');
    expect(later).toContain('$100.00 is ₪326.04.');
    expect(later).toMatch(/These rates are old: they were fetched on \d\d\/\d\d\/\d{4} \d/);
  });

  test('it says so when there have never been any, and shows no figure', async () => {
    await clear();
    await rest();
    const { text, html } = await open('?amount=7&from=USD&to=ILS');
    expect(text).toContain('Exchange rates temporarily unavailable. Please try again later.');
    expect(text).not.toMatch(/[$₪]7/);
    expect(formsOf(html).find(({ action }) => action === '/exchange')?.fields.amount).toBe('7');
  });
});
