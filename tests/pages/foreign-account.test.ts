import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { isolatedAmount } from '../../src/i18n/isolated.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { createPerson } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';

// No rates are known here; those of the shared server may be.
let server: RunningServer;

beforeAll(async () => {
  server = await startServer();
  await createPerson(server);
});

afterAll(() => server.kill());

test.each(LOCALES)(
  'an account of another currency is added, shown and checked in it, in %s',
  async (language) => {
    const { browser, person } = await createNewcomer({ language_preference: language }, server);
    const words = translator(language);
    const empty = await browser.open('/accounts/new');
    expect(empty.form('opening_balance').fields.currency).toBe('ILS');
    const typed = { name: 'Dollars', kind: 'savings', currency: 'USD', opening_balance: '€5' };
    const refused = await browser.submit(empty, empty.form('opening_balance'), typed);
    expect(refused.form('opening_balance').fields).toMatchObject(typed);
    const added = await browser.submit(refused, refused.form('opening_balance'), {
      ...typed,
      opening_balance: '$1,200',
    });
    expect(added.status).toBe(200);

    const address =
      /href="(\/accounts\/[^"/]+)"[^>]*>(?:(?!<\/a>)[\s\S])*Dollars/.exec(added.html)?.[1] ?? '';
    for (const place of ['/accounts', address, '/']) {
      const text = textOf((await browser.open(place)).html);
      expect(text, place).toContain('$1,200.00');
      expect(text, place).not.toContain('₪1,200.00');
      expect(text, place).not.toMatch(/=\s*\S?₪/);
    }
    const edit = await browser.open(`${address}/edit`);
    expect(edit.form('opening_balance').fields).not.toHaveProperty('currency');
    expect(edit.form('opening_balance').fields.opening_balance).toBe('1200.00');

    const check = await browser.open(`${address}/check`);
    const off = await browser.submit(check, check.form('balance'), { balance: '$1,190', finish: '1' });
    expect(off.status).toBe(409);
    // Said once, with its amount and direction; what was typed is not wrong.
    const apart = words('money:differs.more', { amount: isolatedAmount('$10.00') });
    expect(textOf(off.html).split(apart)).toHaveLength(2);
    expect(off.html).not.toMatch(/error-summary|aria-invalid/);
    const done = await browser.submit(off, off.form('balance'), { balance: '$1,200', finish: '1' });
    expect(textOf(done.html).split(words('money:checkedUntil', { date: '' }).trim())).toHaveLength(2);

    const form = await browser.open('/transactions/transfer/new');
    const id = address.split('/')[2] ?? '';
    // Each account with what it has, in its currency.
    expect(textOf(form.html)).toContain(`${isolatedAmount('$1,200.00')}`);
    const sides = { fromAccountId: FIRST_ACCOUNT, toAccountId: id, description: 'Trip' };
    const moved = { ...sides, amount: '₪50', amountTo: '₪14' };
    const wrong = await browser.submit(form, form.form('amountTo'), moved);
    expect(wrong.form('amountTo').fields).toMatchObject(moved);
    await browser.submit(wrong, wrong.form('amountTo'), { ...moved, amountTo: '$14' });
    expect(textOf((await browser.open(address)).html)).toContain('$1,214.00');
    const again = await browser.open('/transactions/transfer/new');
    const earlier = { ...moved, amountTo: '1', date: '2026-04-20' };
    // It comes into the time that was checked.
    const asked = await browser.submit(again, again.form('amountTo'), earlier);
    await browser.submit(asked, asked.form('amountTo'), { confirmLocked: 'true' });
    const withCurve = textOf((await browser.open(address)).html);
    expect(withCurve).toContain(words('money:history'));
    expect(withCurve).toContain('$1,500');

    // What a merge does is said before it, and after it with its numbers.
    const merge = await browser.open(`${address}/merge`);
    const into = words('money:firstName');
    const said = textOf(merge.html);
    for (const sentence of [
      words('money:effect.moved', { count: 1, into }),
      words('money:effect.between', { count: 2 }),
    ])
      expect(said).toContain(sentence);
    expect(said).toMatch(language === 'he' ? /דולר אמריקאי/ : /from US Dollar to Israeli New Shekel/);
    // Its opening balance has no worth in the person's currency yet.
    const unrated = await browser.submit(merge, merge.form('moveTo'), {});
    expect(unrated.status).toBe(400);
    type Listed = { transactions: { id: string; description: string }[] };
    const { transactions } = await askApi<Listed>(person, 'GET', `/transactions?account=${id}&status=any`);
    for (const row of transactions)
      await askApi(person, 'PUT', `/transactions/income/${row.id}`, { rate: 3.7, confirmLocked: true });
    // Now it has one.
    for (const place of ['/accounts', '/'])
      expect(textOf((await browser.open(place)).html), place).toMatch(/=\s*\S?₪[\d,]+/);
    const ready = await browser.open(`${address}/merge`);
    // It was checked above.
    const question = await browser.submit(ready, ready.form('moveTo'), {});
    expect(question.status).toBe(409);
    const merged = await browser.submit(question, question.form('moveTo'), { confirmLocked: 'true' });
    expect(textOf(merged.html)).toContain(words('manager:moved', { count: 1 }));
    const gone = await browser.open(address);
    expect([gone.status, textOf(gone.html).includes(words('money:gone'))]).toEqual([404, true]);
  },
);
