import { test } from 'vitest';
import { getTextBrowsers, type TextBrowserName } from '../../scripts/text-browsers.ts';
import { SESSION_NOTICES } from '../../src/i18n/error-catalogue.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson } from '../support/people.ts';
import { Lynx } from '../support/terminal/lynx.ts';
import type { TerminalBrowser } from '../support/terminal/terminal-browser.ts';
import { W3m } from '../support/terminal/w3m.ts';
import { record } from '../support/transactions.ts';

const COFFEE = 'קפה הפוך';
const server = declareOwnedServer();

const programs: { name: TextBrowserName; start: typeof Lynx | typeof W3m; language: Locale }[] = [
  { name: 'lynx', start: Lynx, language: 'en' },
  { name: 'w3m', start: W3m, language: 'he' },
];

async function begin(
  { name, start: Browser, language }: (typeof programs)[number],
  onTestFinished: (end: () => Promise<void>) => void,
) {
  const person = await createPerson(server, { language_preference: language });
  await record(person, [
    { amount: 20, description: 'Bread' },
    { amount: 30, description: 'Milk' },
  ]);
  const browser: TerminalBrowser = new Browser(getTextBrowsers()[name], server.url, language);
  onTestFinished(() => browser.kill());
  const t = translator(language);
  await browser.at(t('accounts:signIn'));
  browser.fill(t('accounts:email'), person.email);
  browser.fill(t('accounts:password'), person.password);
  browser.press(t('accounts:password'), t('accounts:signIn'));
  await browser.at(t('common:home'), 'Bread');
  return { browser, t, person };
}

test.concurrent.for(programs)(
  'in $name a transaction is added, found, changed, deleted and restored',
  async (program, { expect, onTestFinished }) => {
    const { browser, t } = await begin(program, onTestFinished);
    browser.press('Bread', t('common:addTransaction'));
    await browser.at(t('common:addTransaction'));
    // Only the stylesheet would separate them.
    if (program.name === 'w3m') expect(browser.text).not.toMatch(/[\p{L})]\([ *]\)|\]\p{L}/u);
    // The word BUTTON is lynx's; a value of ours would be untranslated.
    if (program.name === 'lynx') expect(browser.text).not.toMatch(/\(\[\d+\](?!BUTTON\))[^)]*\)/);
    browser.fill(t('transactions:form.amount'), '12.5');
    browser.fill(t('transactions:form.description'), COFFEE);
    browser.press(t('transactions:form.notes'), t('transactions:form.save'));
    await browser.at(t('common:home'), t('transactions:createSuccess'), COFFEE, '−₪12.50');

    browser.open('/transactions');
    await browser.at(t('common:transactions'), 'Bread');
    browser.fill(t('list:search'), COFFEE);
    browser.press(t('list:search'), t('common:find'));
    await browser.at(t('common:transactions'), t('list:chipSearch', { words: COFFEE }));
    expect(browser.text).not.toContain('Bread');

    browser.press(t('common:results'), COFFEE);
    await browser.at(t('transactions:dialog.edit'));
    browser.fill(t('transactions:form.amount'), '21');
    browser.press(t('transactions:form.notes'), t('transactions:form.saveChanges'));
    const found = [t('list:chipSearch', { words: COFFEE }), '−₪21.00'];
    await browser.at(t('common:transactions'), t('transactions:updateSuccess'), ...found);

    browser.press(t('common:results'), COFFEE, t('common:delete'));
    await browser.at(t('common:transactions'), t('transactions:deleteSuccess'), t('list:noMatchTitle'));
    const [, restored = ''] = t('list:restoredNamed', { name: '', count: 1 }).split('\u2069');
    browser.press(t('transactions:deleteSuccess'), t('common:undo'));
    await browser.at(t('common:transactions'), restored, ...found);

    browser.press(t('common:signOut'));
    await browser.at(t('accounts:signIn'), t('accounts:signedOut'));
    expect(browser.text).not.toContain(t(SESSION_NOTICES.SESSION_EXPIRED));
    await browser.quit();
  },
);

test.concurrent.for(programs)(
  'in $name several transactions are changed, and several deleted',
  async (program, { expect, onTestFinished }) => {
    const { browser, t } = await begin(program, onTestFinished);
    const groceries = t('categories:default.groceries');
    browser.open('/transactions');
    await browser.at(t('common:transactions'), 'Bread');
    browser.tick('Bread');
    browser.tick('Milk');
    browser.press(t('list:selectPage'), t('list:bulkShort.category'));
    await browser.at(t('list:bulkTitle.category', { count: 2, shown: '2' }));
    browser.choose(t('list:newCategory'), groceries);
    browser.press(t('list:newCategory'), t('list:bulkConfirm.category'));
    const changed = t('transactions:bulk.updateSuccess', { count: 2 });
    await browser.at(t('common:transactions'), changed);
    expect(browser.text.split(t('common:results'))[1]?.match(new RegExp(groceries, 'g'))).toHaveLength(2);

    browser.tick('Milk');
    browser.press(t('list:selectPage'), t('list:bulkShort.delete'));
    await browser.at(t('list:bulkTitle.delete', { count: 1, shown: '1' }), 'Milk');
    browser.press(t('list:deleteText').slice(-8), t('list:bulkConfirm.delete'));
    await browser.at(t('common:transactions'), t('transactions:deleteSuccess'), 'Milk');
    expect(browser.text.split(t('common:results'))[1]).not.toContain('Milk');
    await browser.quit();
  },
);
