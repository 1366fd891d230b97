import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { makeAccount, record } from '../support/transactions.ts';

const addressOf = (line: string) => `/transactions/new?return=%2F&line=${encodeURIComponent(line)}`;

describe('a transaction in one line, without scripts', () => {
  test.each(LOCALES)('leads from the dashboard to the filled form, in %s', async (language) => {
    const t = translator(language);
    const { browser } = await createNewcomer({ language_preference: language });
    const dashboard = await browser.open('/');
    const entry = dashboard.form('line');
    expect(entry.action).toBe('/transactions/new');
    const query = new URLSearchParams({ ...entry.fields, line: '+45.90 קפה אתמול' });
    const preview = await browser.open(`${entry.action}?${query}`);
    expect(preview.status).toBe(200);
    const { fields } = preview.form('amount');
    expect(fields).toMatchObject({ type: 'income', amount: '45.90', description: 'קפה' });
    expect(textOf(preview.html)).toContain(t('transactions:line.understood'));
    // On a phone the other Save is below the screen.
    const form = preview.html.slice(preview.html.indexOf(t('transactions:line.understood')));
    expect(form.indexOf('button button-primary')).toBeLessThan(form.indexOf('id="amount"'));
    const saved = await browser.submit(preview, preview.form('amount'));
    expect(saved.address).toBe('/');
    expect(textOf(saved.html)).toContain('קפה');
  });

  test.each(LOCALES)('offers to repeat what it says recurs, in %s', async (language) => {
    const t = translator(language);
    const { browser } = await createNewcomer({ language_preference: language });
    const preview = await browser.open(
      addressOf(language === 'en' ? 'rent 4000 every month' : 'שכירות 4000 כל חודש'),
    );
    expect(preview.form('amount').fields.description).toBe(language === 'en' ? 'rent' : 'שכירות');
    const saved = await browser.submit(preview, preview.form('amount'));
    expect(textOf(saved.html)).toContain(t('transactions:line.once'));
    const [, href = ''] = /href="(\/recurring\/new\?like=[^"]*)"/.exec(saved.html) ?? [];
    expect((await browser.open(href)).form('amount').fields.amount).toBe('4000.00');
  });

  test('its example is one that the person’s currency takes', async () => {
    const { browser } = await createNewcomer({ currency_preference: 'JPY' });
    const { html } = await browser.open('/');
    const [, example = ''] = /name="line"[^>]*placeholder="([^"]*)"/.exec(html) ?? [];
    const preview = await browser.open(addressOf(example));
    expect(preview.form('amount').fields.amount).toMatch(/^\d+$/);
    expect(preview.html).not.toContain('error-summary');
  });

  test('the list has it too, and an empty line opens the empty form', async () => {
    const { person, browser } = await createNewcomer();
    await record(person, [{ amount: 1, description: 'Tea' }]);
    const entry = (await browser.open('/transactions')).form('line');
    const query = new URLSearchParams({ ...entry.fields, line: ' ' });
    const empty = await browser.open(`${entry.action}?${query}`);
    expect(empty.form('amount').fields).toMatchObject({ amount: '', description: '' });
    expect(empty.html).not.toContain('error-summary');
  });

  test.each(LOCALES)('the accounts of expenses and incomes stand below it, in %s', async (language) => {
    const t = translator(language);
    const { person, browser } = await createNewcomer({ language_preference: language });
    const below = async () => {
      const [, text] = /data-list="into"[^>]*>(.*?)<\/p>/s.exec((await browser.open('/')).html) ?? [];
      return text && textOf(text).trim();
    };
    expect(await below()).toBeUndefined();
    const accountId = await makeAccount(person, { name: 'Wallet' });
    const account = t('transactions:form.account');
    const main = t('money:firstName');
    expect(await below()).toBe(`${account}: ${main}`);
    await record(person, [{ amount: 1, description: 'Tea', accountId }]);
    expect(await below()).toBe(`${account}: Wallet · ${t('common:income')}: ${main}`);
    // The account of most, though the latest has another.
    await record(person, [
      ...[2, 3, 4].map((amount) => ({ amount, description: 'Bread' })),
      { amount: 5, description: 'Oil', accountId },
    ]);
    expect(await below()).toBe(`${account}: ${main}`);
  });

  test('an account that the line leaves open is chosen, with one that may be meant', async () => {
    const { person, browser } = await createNewcomer();
    const wallet = await makeAccount(person, { name: 'Wallet', kind: 'cash' });
    const savings = await makeAccount(person, { name: 'Savings', kind: 'savings' });
    const preview = await browser.open(addressOf('transfer 500 to main account'));
    expect([wallet, savings]).toContain(preview.form('fromAccountId').fields.fromAccountId);
    expect(textOf(preview.html)).toContain('Choose an account');
    expect(textOf(preview.html)).not.toContain('Write which account');
  });

  test.each(LOCALES)('a transfer is read over, recorded, and taken back as one, in %s', async (language) => {
    const t = translator(language);
    const { person, browser } = await createNewcomer({ language_preference: language });
    await makeAccount(person, { name: 'Wallet' });
    const preview = await browser.open(addressOf('transfer 500 bank to wallet'));
    const made = await browser.submit(preview, preview.form('fromAccountId'));
    const message = textOf(made.html).replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '');
    expect(message).toMatch(/₪ ?500\.00: .* (→|←) Wallet/);
    const transfers = async () =>
      (await askApi<{ transfers: { id: string }[] }>(person, 'GET', '/transfers')).transfers;
    const [transfer] = await transfers();
    const undo = `/transactions/transfer/${transfer?.id}/undo-add`;
    const form = formsOf(made.html).find(({ action }) => action === undo) ?? expect.fail();
    const deleted = await browser.submit(made, form);
    expect(textOf(deleted.html)).toContain(t('transactions:transfer.deleted'));
    expect(await transfers()).toEqual([]);
    const back = await browser.submit(deleted, deleted.form('undo_id'));
    const name = t('categories:default.transfer');
    expect(textOf(back.html)).toContain(t('list:restoredNamed', { name, count: 1 }));
    expect(await transfers()).toHaveLength(1);
  });

  test('a category that is unknown is refused, and offered as a new one, which saving creates', async () => {
    const t = translator('en');
    const { browser } = await createNewcomer({ language_preference: 'en' });
    const page = await browser.open(addressOf('5 coffee #Nothing'));
    expect(page.form('amount').fields).toMatchObject({ amount: '5', newCategoryName: 'Nothing' });
    expect(textOf(page.html).split(t('errors:categoryUnknown'))).toHaveLength(3);
    expect(page.html).not.toContain(t('transactions:line.understood'));
    await browser.submit(page, page.form('amount'));
    expect(textOf((await browser.open('/categories')).html)).toContain('Nothing');
  });

  test.each(LOCALES)(
    'says that several numbers may be the amount, beside what was understood, in %s',
    async (language) => {
      const t = translator(language);
      const { browser } = await createNewcomer({ language_preference: language });
      const page = await browser.open(addressOf('100 gift for dana 7'));
      expect(page.form('amount').fields).toMatchObject({ amount: '100', description: 'gift for dana 7' });
      expect(textOf(page.html)).toContain(t('transactions:line.unsure'));
      const saved = await browser.submit(page, page.form('amount'));
      expect(textOf(saved.html)).toContain('gift for dana 7');
    },
  );

  test.each(
    LOCALES.flatMap((language) =>
      (
        [
          ['300 doctor in 400 days', { amount: '300', description: 'doctor' }, 'date', 'errors:dateFuture'],
          ['1200 rent 31/2', { amount: '1200', description: 'rent 31/2' }, 'date', 'errors:dateInvalid'],
          ['$5.50 קפה אתמול', { amount: '$5.50', description: 'קפה' }, 'amount', 'errors:amountCurrency'],
        ] as const
      ).map((row) => [language, ...row] as const),
    ),
  )(
    'in %s what is wrong with "%s" is said at its field and kept',
    async (language, line, fields, field, error) => {
      const t = translator(language);
      const { browser } = await createNewcomer({ language_preference: language });
      const page = await browser.open(addressOf(line));
      expect(page.form('amount').fields).toMatchObject(fields);
      expect(page.html).toContain(`id="${field}-error"`);
      expect(textOf(page.html)).toContain(t(error, { currency: '₪', example: '03/31/2026' }));
      expect(textOf(page.html)).not.toContain(t('transactions:line.understood'));
    },
  );

  test('what is missing or wrong is said at its field, with everything else kept', async () => {
    const t = translator('en');
    const { browser } = await createNewcomer();
    const page = await browser.open(addressOf('coffee yesterday #Nothing'));
    expect(page.form('amount').fields).toMatchObject({ amount: '', description: 'coffee' });
    const text = textOf(page.html);
    expect(text).toContain(t('errors:amountRequired'));
    expect(text).toContain(t('errors:categoryUnknown'));
    expect(text).not.toContain(t('transactions:line.understood'));
    expect((await browser.open('/transactions/new')).html).not.toContain('error-summary');
    const saved = await browser.submit(page, page.form('amount'), { amount: '3' });
    expect(saved.address).toBe('/');
  });
});
