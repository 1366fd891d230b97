import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf, textsOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { countTransactions, record, transactionsOf } from '../support/transactions.ts';

const t = translator('he');

/** A person, their one transaction, and a change of it elsewhere. */
async function createEdited() {
  const newcomer = await createNewcomer({ language_preference: 'he' });
  const [recorded] = await record(newcomer.person, [{ amount: 10, description: 'לפני before' }]);
  const path = `/transactions/expense/${recorded?.id}`;
  const changeElsewhere = () => askApi(newcomer.person, 'PUT', path, { description: 'אחרי after' });
  return { ...newcomer, path, address: `/transactions/${recorded?.id}`, changeElsewhere };
}

test('who saves over another change sees both versions, and overwrites or takes over', async () => {
  const { person, browser, address, changeElsewhere } = await createEdited();
  const page = await browser.open(`${address}/edit`);
  await changeElsewhere();
  const typed = { amount: '99.05', notes: 'שלי\nmine' };
  const refused = await browser.submit(page, page.form('amount'), typed);
  expect(refused.status).toBe(409);
  const notice = /class="[^"]*conflict[\s\S]*?<\/section>/.exec(refused.html)?.[0] ?? '';
  expect(textOf(notice)).toContain(t('transactions:conflict.changedTitle'));
  const rows = [...notice.matchAll(/<tr\b[\s\S]*?<\/tr>/g)].map(([row]) => textOf(row));
  expect(rows.find((row) => row.includes(t('transactions:form.description')))).toMatch(
    /אחרי after.*לפני before/,
  );
  expect(rows.find((row) => row.includes(t('transactions:form.amount')))).toMatch(/₪10\.00.*₪99\.05/);
  expect(refused.form('amount').fields).toMatchObject({ ...typed, description: 'לפני before' });

  const take = new RegExp(`href="([^"]*)"[^>]*>\\s*${t('transactions:conflict.take')}`).exec(notice)?.[1];
  const taken = await browser.open(take?.replaceAll('&amp;', '&') ?? '');
  expect(taken.html).not.toContain('class="conflict');
  expect(taken.form('amount').fields).toMatchObject({ description: 'אחרי after', amount: '10.00' });

  const saved = await browser.submit(refused, refused.form('amount'));
  expect(textOf(saved.html)).toContain(t('transactions:updateSuccess'));
  expect(await transactionsOf(person)).toMatchObject([{ description: 'לפני before', amount: 99.05 }]);
});

test('what was deleted in the meantime can be saved as a new one', async () => {
  const { person, browser, address, path } = await createEdited();
  const page = await browser.open(`${address}/edit?return=/`);
  await askApi(person, 'DELETE', path);
  const gone = await browser.submit(page, page.form('amount'), { amount: '99.05' });
  expect(gone.status).toBe(409);
  expect(textOf(gone.html)).toContain(t('transactions:conflict.goneTitle'));
  expect(textOf(gone.html)).toContain(t('transactions:conflict.saveAsNew'));
  expect(gone.form('amount').fields.amount).toBe('99.05');
  const saved = await browser.submit(gone, gone.form('amount'));
  expect(saved.address).toBe('/');
  expect(textOf(saved.html)).toContain(t('transactions:createSuccess'));
  expect(textsOf(saved.html, 'row-link')).toEqual(['לפני before']);
  expect(await countTransactions(person)).toBe(1);
});

test('who deletes what was changed since is asked again', async () => {
  const { person, browser, address, changeElsewhere } = await createEdited();
  const page = await browser.open(`${address}/delete`);
  await changeElsewhere();
  const asked = await browser.submit(page, page.form('basedOn'));
  expect(asked.status).toBe(409);
  const words = textOf(asked.html);
  expect(words).not.toContain(t('errors:CONFLICT'));
  for (const text of [
    t('transactions:conflict.deletionTitle'),
    'אחרי after',
    t('transactions:conflict.deleteAnyway'),
  ])
    expect(words).toContain(text);
  const deleted = await browser.submit(asked, asked.form('basedOn'));
  expect(textOf(deleted.html)).toContain(t('transactions:deleteSuccess'));
  expect(await countTransactions(person)).toBe(0);
});
