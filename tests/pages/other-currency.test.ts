import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { storeTodaysRates } from '../support/rate-provider.ts';

const server = declareOwnedServer();

beforeAll(async () => storeTodaysRates((await server.database()).db));

const plain = (html: string) => textOf(html).replaceAll(/[\u2066-\u2069]/g, '');

test.each(LOCALES)('an amount in another currency is refused in every form, in %s', async (language) => {
  const t = translator(language);
  const { browser } = await createNewcomer({ language_preference: language });
  const message = t('errors:amountCurrency', { currency: '₪' });
  for (const [address, typed] of [
    ['/transactions/new', { description: 'Book' }],
    ['/recurring/new', { description: 'Rent', step: 'preview' }],
    ['/transactions/opening-balance', {}],
  ] as const) {
    const page = await browser.open(address);
    const refused = await browser.submit(page, page.form('amount'), { ...typed, amount: '$5' });
    expect([address, refused.status]).toEqual([address, 400]);
    expect(plain(refused.html)).toContain(message);
    expect(refused.form('amount').fields.amount).toBe('$5');
    const own = await browser.submit(refused, refused.form('amount'), { ...typed, amount: '₪5' });
    expect([address, own.status]).toEqual([address, 200]);
    expect(plain(own.html)).not.toContain(message);
  }
  const list = await browser.open('/transactions?min=%245');
  expect(plain(list.html)).toContain(message);
  expect(list.html).toContain('value="$5"');
});

test('the calculator takes the symbol of the currency that it converts from, and no other one', async () => {
  const t = translator('en');
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const shown = async (query: string) => plain((await browser.open(`/exchange?${query}`)).html);
  expect(await shown('amount=%24100&from=USD&to=ILS')).toContain('$100.00 is ₪');
  const error = t('errors:convertedCurrency', { currency: '₪' });
  expect(await shown('amount=%24100&from=ILS&to=USD')).toContain(error);
  expect(await shown('amount=1.5&from=JPY&to=USD')).toContain(t('errors:amountWhole', { currency: '¥' }));
});
