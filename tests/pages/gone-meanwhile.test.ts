import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { makeCategory, record, repeat } from '../support/transactions.ts';

describe.each(LOCALES)('what a page is about is deleted in another tab, in %s', (language) => {
  const t = translator(language);
  const begin = () => createNewcomer({ language_preference: language });

  test('a copy of a transaction is saved as it was typed', async () => {
    const { person, browser } = await begin();
    const [tea] = await record(person, [{ description: 'tea', amount: 5 }]);
    const id = tea?.id;
    const page = await browser.open(`/transactions/${id}/duplicate`);
    await askApi(person, 'DELETE', `/transactions/expense/${id}`);
    const refused = await browser.submit(page, page.form('amount'), { amount: 'x' });
    expect(refused.status).toBe(400);
    expect(refused.form('amount').fields).toMatchObject({ amount: 'x', description: 'tea' });
    const saved = await browser.submit(refused, refused.form('amount'), { amount: '7' });
    expect(saved.address).toBe('/transactions');
    expect(textOf(saved.html)).toContain('tea');
  });

  test('a copy of a series is saved as it was typed, and so is a series like a transaction', async () => {
    const { person, browser } = await begin();
    const [tea] = await record(person, [{ description: 'tea', amount: 5 }]);
    const like = tea?.id;
    const id = await repeat(person, { description: 'gym', amount: 5 });
    for (const [address, path] of [
      [`/recurring/${id}/duplicate`, `/transactions/templates/${id}?scope=all`],
      [`/recurring/new?like=${like}`, `/transactions/expense/${like}`],
    ] as const) {
      const page = await browser.open(address);
      await askApi(person, 'DELETE', path);
      const form = page.form('amount');
      const saved = await browser.submit(page, form, { amount: '7', description: 'club', step: 'save' });
      expect(saved.status).toBe(200);
      expect(textOf(saved.html)).toContain(t('recurring:wizard.created', { name: 'club' }));
    }
  });

  test('deleting, merging and archiving it leads to the list, which says that it is gone', async () => {
    const { person, browser } = await begin();
    const [tea] = await record(person, [{ description: 'tea', amount: 5 }]);
    const transaction = tea?.id;
    const [first, second] = [
      await makeCategory(person, { name: 'Clay' }),
      await makeCategory(person, { name: 'Sand' }),
    ];
    const pages = [
      [`/transactions/${transaction}/delete`, `/transactions/expense/${transaction}`, 'list:gone'],
      [`/categories/${first}/delete`, `/categories/${first}`, 'manager:gone'],
      [`/categories/${second}/merge`, `/categories/${second}`, 'manager:gone'],
    ] as const;
    for (const [address, path, gone] of pages) {
      const page = await browser.open(address);
      await askApi(person, 'DELETE', path);
      const form = formsOf(page.html).find(({ action }) => action.includes(address)) ?? expect.fail();
      const after = await browser.submit(page, form);
      expect(after.status).toBe(200);
      expect(textOf(after.html)).toContain(t(gone));
    }
    const list = await browser.open('/categories');
    const { _csrf = '' } = list.form('_csrf').fields;
    const archived = await browser.post(`/categories/${first}/archive`, { _csrf });
    expect(textOf(archived.html)).toContain(t('manager:gone'));
  });
});
