import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson } from '../support/people.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { makeCategory } from '../support/transactions.ts';

const server = declareOwnedServer();

describe.each(LOCALES)('two people edit the same category, in %s', (language) => {
  const t = translator(language);

  async function begin() {
    const person = await createPerson(server, { language_preference: language });
    const [browser, other] = [new TextBrowser(server.url, language), new TextBrowser(server.url, language)];
    browser.addCookies(person.cookies);
    other.addCookies(person.cookies);
    const id = await makeCategory(person, { name: 'Clay', description: 'Red' });
    const address = `/categories/${id}/edit`;
    return { browser, other, id, page: await browser.open(address), theirs: await other.open(address) };
  }

  test('the second sees the differences, loses nothing, and can overwrite the other version', async () => {
    const { browser, other, id, page, theirs } = await begin();
    await other.submit(theirs, theirs.form('name'), { name: 'Porcelain', color: '#EC4899' });
    const refused = await browser.submit(page, page.form('name'), { name: 'Stoneware', color: '#EC4899' });
    expect(refused.status).toBe(409);
    const text = textOf(refused.html);
    expect(text).toContain(t('manager:conflict.changedTitle'));
    expect(text).toContain(`${t('common:name')} Porcelain Stoneware`);
    expect(refused.html).toContain(`href="/categories/${id}/edit"`);
    expect(refused.form('name').fields).toMatchObject({ name: 'Stoneware', description: 'Red' });
    const saved = await browser.submit(refused, refused.form('name'));
    expect(saved.address).toBe('/categories');
    expect(textOf((await other.open(`/categories/${id}`)).html)).toContain('Stoneware');
  });

  test('a change to the same values is no conflict', async () => {
    const { browser, other, page, theirs } = await begin();
    await other.submit(theirs, theirs.form('name'), { name: 'Porcelain' });
    const saved = await browser.submit(page, page.form('name'), { name: 'Porcelain' });
    expect(saved.address).toBe('/categories');
  });

  test('a category deleted in the meantime can be created again with the typed values', async () => {
    const { browser, other, id, page } = await begin();
    const question = await other.open(`/categories/${id}/delete`);
    await other.post(question.address, { _csrf: question.form('_csrf').fields._csrf ?? '' });
    const refused = await browser.submit(page, page.form('name'), { name: 'Stoneware' });
    expect(refused.status).toBe(409);
    expect(textOf(refused.html)).toContain(t('manager:conflict.goneTitle'));
    const saved = await browser.submit(refused, refused.form('name'));
    expect(saved.address).toBe('/categories');
    expect(textOf(saved.html)).toContain('Stoneware');
  });
});
