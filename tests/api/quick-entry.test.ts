import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record, type Transaction } from '../support/members.ts';

/** The current day of test apps. */
const today = '2026-06-15';

interface Added {
  transaction: Transaction & { category_name: string | null };
  understood: string[];
  says_recurring: boolean;
  possible_duplicate: string | null;
}

forEachApp((testApp, { once }) => {
  const add = (as: Member, line: unknown, headers?: Record<string, string>) =>
    testApp.call<Added>('POST', '/transactions/line', { as, body: { line }, ...(headers && { headers }) });

  once('a line becomes a transaction, and says how it was understood', async () => {
    const member = await createMember(testApp, { preferences: { date_format: 'DD/MM/YYYY' } });
    const expense = await add(member, '45.90 bread yesterday #Groceries');
    expect(expense.status).toBe(201);
    expect(expense.data.transaction).toMatchObject({
      type: 'expense',
      amount: 45.9,
      description: 'bread',
      date: '2026-06-14',
      category_name: 'Groceries',
    });
    expect(expense.data.understood).toEqual(['bread', '−₪45.90', 'Yesterday', 'Groceries']);
    const income = await add(member, '+12,000 משכורת 1.6 #משכורת');
    expect(income.data.transaction).toMatchObject({
      type: 'income',
      amount: 12_000,
      description: 'משכורת',
      date: '2026-06-01',
      category_name: 'Salary',
    });
    const shekels = await add(member, '5 שח לחם');
    expect(shekels.data.transaction).toMatchObject({ amount: 5, description: 'לחם' });
    const one = await add(member, 'Netflix monthly 40 #Groceries');
    expect(one.data.says_recurring).toBe(true);
    expect(one.data.understood).toEqual(['Netflix', '−₪40.00', 'Today', 'Groceries', 'One-time']);
    const rent = await add(member, 'שכר דירה 4000 כל חודש');
    expect([rent.data.transaction.description, rent.data.says_recurring]).toEqual(['שכר דירה', true]);
    expect(shekels.data.says_recurring).toBe(false);
    const bare = await add(member, '7');
    expect(bare.data.transaction).toMatchObject({ description: 'Quick Expense', date: today });
  });

  test('an amount that may be a thousand times as much is asked about', async () => {
    const member = await createMember(testApp);
    const { status, error } = await testApp.call('POST', '/transactions/line', {
      as: member,
      body: { line: '1.200 coffee' },
    });
    expect(status).toBe(400);
    expect(error.details).toEqual([
      { field: 'amount', message: 'Did you mean 1,200.00 or 1.20? Write 1200 or 1.2' },
    ]);
  });

  once(
    'where several numbers may be the amount, it is added once the person has seen what was understood',
    async () => {
      const member = await createMember(testApp, { preferences: { date_format: 'DD/MM/YYYY' } });
      const body = { line: '100 gift for dana 7 #Gifts' };
      const send = (more: object) =>
        testApp.call<Added>('POST', '/transactions/line', { as: member, body: { ...body, ...more } });
      const asked = await send({});
      expect(asked.status).toBe(400);
      const [{ field, message } = { field: '', message: '' }] = asked.error.details as {
        field: string;
        message: string;
      }[];
      expect(field).toBe('amount');
      expect(message.replace(/[\u2060\u2068\u2069]/g, '')).toBe(
        'More than one number may be the amount. Understood: gift for dana 7 · −₪100.00 · Today · Gifts and donations. Press Add again to save this',
      );
      expect((await testApp.call('GET', '/transactions', { as: member })).data).toMatchObject({
        pagination: { total: 0 },
      });
      const added = await send({ confirmed: true });
      expect(added.data.transaction).toMatchObject({ amount: 100, description: 'gift for dana 7' });
    },
  );

  once('its time of day is taken', async () => {
    const member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const { data } = await add(member, 'pizza 60 yesterday at 8:05 pm #Restaurants');
    expect(data.transaction).toMatchObject({ amount: 60, date: '2026-06-14', time: '20:05' });
    expect(data.understood[2]).toMatch(/^Yesterday, (?:20:05|8:05 PM)$/);
  });

  once.each([
    ['9000 salary', 'income', 'Salary'],
    ['9000 משכורת', 'income', 'Salary'],
    ['refund fee 20', 'expense', 'Taxes and fees'],
    ['income tax 800', 'expense', 'Taxes and fees'],
    ['-9000 salary', 'expense', null],
    ['12 coffee', 'expense', 'Coffee and snacks'],
    ['שכירות 4500', 'expense', 'Rent and housing'],
    ['דמי ניהול 50', 'expense', 'Taxes and fees'],
    ['ריבית משכנתא 900', 'expense', 'Rent and housing'],
    ['נסיעה לעבודה 20', 'expense', 'Public transport'],
    ['parking at work 20', 'expense', 'Car and fuel'],
    ['overdraft interest 12', 'expense', null],
    ['freelance 2500', 'income', 'Freelance work'],
    ['דמי אבטלה 5000', 'income', 'Allowances and benefits'],
    ['rent received 3000', 'income', 'Rent received'],
    ['מספרה 90', 'expense', null],
    ['ספרים 90', 'expense', 'Education'],
  ])('its words say whether it is an income: %s', async (line, type, category_name) => {
    const member = await createMember(testApp);
    expect((await add(member, line)).data.transaction).toMatchObject({ type, category_name });
  });

  once('it is an income where the person always recorded the same words as one', async () => {
    const member = await createMember(testApp);
    await add(member, '+500 zumba class #Salary');
    await add(member, '+500 zumba class #Salary');
    expect((await add(member, '500 zumba class')).data.transaction).toMatchObject({
      type: 'income',
      category_name: 'Salary',
    });
  });

  test('what was recorded before goes into its account, though another was named for something else', async () => {
    const member = await createMember(testApp);
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body: { name: 'Wallet', kind: 'cash' },
    });
    // The latest is told by its id, which has the time.
    const addNext = (line: string) => {
      testApp.advance(1);
      return add(member, line);
    };
    await addNext('45 train');
    await addNext('+9000 salary');
    await addNext('12 falafel @Wallet');
    await addNext('+5 found @Wallet');
    for (const [line, account_id] of [
      ['47 Train', FIRST_ACCOUNT],
      ['9100 salary', FIRST_ACCOUNT],
      ['13 falafel', data.account.id],
      ['20 something new', data.account.id],
    ] as const)
      expect((await addNext(line)).data.transaction).toMatchObject({ account_id });
  });

  test('without an account it is the one that most of the last ten had, and no income comes to a card', async () => {
    const member = await createMember(testApp);
    const make = async (name: string, kind: string) => {
      const body = { name, kind };
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: member,
        body,
      });
      return data.account.id;
    };
    const wallet = await make('Wallet', 'cash');
    const visa = await make('Visa', 'credit_card');
    const addedTo = async (line: string) => {
      testApp.advance(1);
      return (await add(member, line)).data.transaction;
    };
    for (const line of ['45 qwa', '46 qwb', '120 qwc wallet']) await addedTo(line);
    expect(await addedTo('1250 qwd')).toMatchObject({ account_id: FIRST_ACCOUNT });
    await addedTo('80 refund to visa');
    expect(await addedTo('500 income qwe')).toMatchObject({ account_id: FIRST_ACCOUNT });
    // As many in both: the latest.
    await addedTo('501 income qwf wallet');
    expect(await addedTo('502 income qwg')).toMatchObject({ account_id: wallet });
    // The ten latest expenses.
    for (let count = 0; count < 6; count += 1) await addedTo(`${10 + count} qwh visa`);
    expect(await addedTo('1251 qwi')).toMatchObject({ account_id: visa });
    for (const id of [FIRST_ACCOUNT, wallet])
      await testApp.call('PUT', `/accounts/${id}`, { as: member, body: { is_archived: true } });
    await make('Amex', 'credit_card');
    expect(await addedTo('503 income qwj')).toMatchObject({ account_id: visa });
  });

  once('cash leaves the usual bank, and is asked about where it is in another currency', async () => {
    const member = await createMember(testApp);
    const make = async (body: object) => {
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: member,
        body,
      });
      return data.account.id;
    };
    const joint = await make({ name: 'Bank Leumi', kind: 'bank' });
    const cash = await make({ name: 'Cash', kind: 'cash' });
    const visa = await make({ name: 'Visa', kind: 'credit_card' });
    for (const line of ['45 qwa visa', '+900 qwb']) await add(member, line);
    const { understood } = (await add(member, 'withdraw 400')).data;
    expect(understood).toContain('Main account → Cash');
    // Names of another direction do not turn the arrow around.
    await make({ name: 'חיסכון', kind: 'savings' });
    const read = await add(member, 'transfer 100 from Main account to חיסכון');
    expect(read.data.understood).toContain('\u200e\u2068Main account\u2069 → \u2068חיסכון\u2069');
    // The text of a transfer says nothing of what is paid.
    const transfer = { fromAccountId: cash, toAccountId: joint, amount: 1, description: 'gift' };
    await testApp.call('POST', '/transactions/transfer', { as: member, body: transfer });
    expect((await add(member, '100 gift')).data.transaction).toMatchObject({ account_id: visa });
    const dollars = await make({ name: 'Travel', kind: 'bank', currency: 'USD' });
    expect(dollars).toBeDefined();
    const refused = await add(member, 'withdraw 400 cash from travel');
    expect(refused.status).toBe(400);
    expect(refused.error?.details).toMatchObject([{ field: 'amountTo' }]);
  });

  once('a word of an earlier income makes no income', async () => {
    const member = await createMember(testApp);
    for (let time = 0; time < 3; time += 1) await add(member, '+450 child allowance #Salary');
    for (const line of ['12 child', '90 child clothes'])
      expect((await add(member, line)).data.transaction).toMatchObject({ type: 'expense' });
    expect((await add(member, '450 child allowance')).data.transaction).toMatchObject({ type: 'income' });
  });

  once('such an income goes into the account of the last income', async () => {
    const member = await createMember(testApp);
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body: { name: 'Cash', kind: 'cash' },
    });
    await add(member, '+500 zumba class #Salary @Cash');
    await add(member, '+500 zumba class #Salary @Cash');
    await add(member, '12 coffee');
    const { transaction, understood } = (await add(member, '500 zumba class')).data;
    expect(transaction).toMatchObject({ type: 'income', account_id: data.account.id });
    expect(understood).toContain('Cash');
  });

  once('all of the name of an account is it, but not what a payee is known by', async () => {
    const member = await createMember(testApp, { locale: 'he', preferences: { date_format: 'DD.MM.YYYY' } });
    for (const name of ['מקס', 'בית', 'Dollars'])
      await testApp.call('POST', '/accounts', {
        as: member,
        body: { name, kind: 'credit_card', ...(name === 'Dollars' && { currency: 'USD' }) },
      });
    await record(testApp, member, { description: 'מגבות', merchant_name: 'מקס סטוק', amount: 30 });
    const understood = async (line: string) => (await add(member, line)).data.understood;
    expect(await understood('120 דלק במקס')).toEqual(['דלק', '−₪120.00', 'היום', 'רכב ודלק', 'מקס']);
    expect(await understood('130 דלק מקס')).toEqual(['דלק', '−₪130.00', 'היום', 'רכב ודלק', 'מקס']);
    expect(await understood('45 tea max')).toEqual(['tea', '−₪45.00', 'היום', 'ללא קטגוריה', 'מקס']);
    expect(await understood('80 מקס סטוק')).toContain('מקס סטוק');
    expect(await understood('300 ועד בית')).toContain('ועד בית');
    expect(await understood('3600 מקרר במקס 6 תשלומים')).toEqual(
      expect.arrayContaining(['מקרר', 'מקס', '6 תשלומים']),
    );
    expect((await add(member, '12 tea by dollars')).data.transaction).toMatchObject({ account_amount: 12 });
  });

  once('a line that may repeat another says which', async () => {
    const member = await createMember(testApp, { preferences: { date_format: 'DD/MM/YYYY' } });
    const first = await add(member, '45.90 bread', { 'idempotency-key': 'one' });
    expect(first.data.possible_duplicate).toBeNull();
    const again = await add(member, '45.90 bread', { 'idempotency-key': 'two' });
    expect(again.data.possible_duplicate?.replace(/[\u2068\u2069]/g, '')).toBe(
      'Possible duplicate of bread · ₪45.90 · 15/06/2026',
    );
  });

  once('a line that waited means the days around its writing', async () => {
    const member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const send = (age: number) =>
      testApp.call<Added>('POST', '/transactions/line', {
        as: member,
        body: { line: '7 bread yesterday', age },
        headers: { 'idempotency-key': 'one' },
      });
    const first = await send(5 * 86_400);
    expect(first.data.transaction.date).toBe('2026-06-09');
    expect((await send(6 * 86_400)).text).toBe(first.text);
    expect((await send(-1)).status).toBe(400);
  });

  once('its words are in the language of the person', async () => {
    const member = await createMember(testApp, { locale: 'he', preferences: { date_format: 'DD.MM.YYYY' } });
    const { data } = await add(member, '20 בלון היום');
    expect(data.understood).toEqual(['בלון', '−₪20.00', 'היום', 'ללא קטגוריה']);
  });

  once('without a category it gets the one that was always chosen for the same words', async () => {
    const member = await createMember(testApp);
    const named = await add(member, '10 zumba #Sport');
    const sport = named.data.transaction.category_id;
    expect(sport).not.toBeNull();
    expect((await add(member, '12 zumba')).data.transaction.category_id).toBe(sport);
    await record(testApp, member, { description: 'Qwxz', amount: 3 });
    expect((await add(member, '12 Qwxz')).data.transaction.category_id).toBeNull();
  });

  once.each([
    ['4 coffee', 'Coffee and snacks'],
    ['60 groceries', 'Groceries'],
    ['20 bus', 'Public transport'],
    ['12 pizza', 'Restaurants'],
    ['12 קפה', 'Coffee and snacks'],
    ['+9000 salary', 'Salary'],
    ['90 תקשורת ארז', 'Phone and internet'],
    ['40 ירקן השדרה', 'Groceries'],
    ['12 לחם', 'Groceries'],
    ['80 חנות הספרים', 'Education'],
    ['12 עמ.הקצאת אשראי', 'Taxes and fees'],
    ['1500 מזגני הכפר', 'Home and furniture'],
    ['3600 מקרר', 'Home and furniture'],
    ['2400 מכונת כביסה', 'Home and furniture'],
    ['2400 washing machine', 'Home and furniture'],
    // A description that fits two categories equally is left to the person.
    ['30 bus gym', null],
    ['30 qwxz', null],
  ])('on a new account the words of %s choose %s', async (line, name) => {
    const member = await createMember(testApp);
    const { data } = await add(member, line);
    expect(data.transaction.category_name).toBe(name);
    expect(data.understood.at(-1)).toBe(name ?? 'No category');
    // The form fills in the same for the same words.
    const { description, type } = data.transaction;
    const query = new URLSearchParams({ description, type });
    const offered = await testApp.call<{ certain: string | null }>(
      'GET',
      `/categories/suggestions?${query}`,
      { as: member },
    );
    expect(offered.data.certain).toBe(data.transaction.category_id);
  });

  once.each([
    ['חשמל לבית 400', 'Electricity, water and gas'],
    ['בית מרקחת 45', 'Health and pharmacy'],
    ['פארם 45', 'Health and pharmacy'],
    ['מאפייה 20', 'Coffee and snacks'],
    ['דמי כרטיס 12', 'Taxes and fees'],
    ['withdrawal fee 8', 'Taxes and fees'],
    ['עמלה 8', 'Taxes and fees'],
    ['תקשורת ארז 90', 'Phone and internet'],
    ['לחם 8', 'Groceries'],
    ['ארז 20', 'Coffee and snacks'],
  ])('single words of earlier entries choose no other category than the words of %s', async (line, name) => {
    const member = await createMember(testApp);
    for (const earlier of [
      ...Array.from({ length: 9 }, (_, index) => `${100 + index} ועד בית #Rent`),
      ...['5 בית מרקחת #Health', '6 בית מרקחת #Health', '7 בית מרקחת #Health'],
      ...['12 חוברות לבית #Education', '13 כיסא לבית #Home', '80 חשבון חשמל #Electricity'],
      ...['20 לחם ארז #Coffee', '21 לחם ארז #Coffee', '22 לחם ארז #Coffee'],
      ...['30 דמי חנוכה #Gifts', '40 flight change fee #Travel'],
    ])
      expect((await add(member, earlier)).status, earlier).toBe(201);
    expect((await add(member, line)).data.transaction.category_name).toBe(name);
  });

  once('what the person chose before counts more than the words', async () => {
    const member = await createMember(testApp);
    await add(member, '4 coffee #Gifts');
    expect((await add(member, '5 coffee')).data.transaction.category_name).toBe('Gifts and donations');
    await add(member, '4 coffee #Travel');
    expect((await add(member, '5 coffee')).data.transaction.category_name).toBeNull();
  });

  once.each([
    ['bread', 'amount', 'Amount is required'],
    ['$5 x', 'amount', 'Amounts are in ₪. Convert the amount and leave out the other currency'],
    ['usd 5 x 3 cups', 'amount', 'Amounts are in ₪. Convert the amount and leave out the other currency'],
    ['', 'line', 'Enter an amount, and what it was for'],
    [`5 ${'x'.repeat(300)}`, 'line', 'The line cannot exceed 300 characters'],
    ['5 x #Nothing', 'categoryId', 'You have no category with this name'],
    ['-5 x #Salary', 'categoryId', 'This category does not match the type. Choose another one'],
    ['5 x 1.1.2010', 'date', 'Date cannot be more than 5 years in the past'],
    ['5 x 6 years ago', 'date', 'Date cannot be more than 5 years in the past'],
    ['5 x in 400 days', 'date', 'Date cannot be more than 1 year in the future'],
    ['3 kg apples', 'amount', 'Amount is required'],
    ['2000000 x', 'amount', 'Amount cannot exceed 1000000'],
    [5, 'line', 'This must be text'],
  ])('%s is refused by the name of the field', async (line, field, message) => {
    const member = await createMember(testApp);
    const refused = await add(member, line);
    expect(refused.status).toBe(400);
    expect(refused.error?.details).toEqual([{ field, message }]);
    expect((await testApp.call('GET', '/transactions', { as: member })).data).toMatchObject({
      pagination: { total: 0 },
    });
  });

  once('the sign of the dollar belongs to the currency of a person who has another dollar', async () => {
    const member = await createMember(testApp);
    await testApp.call('PUT', '/users/profile', { as: member, body: { currency_preference: 'CAD' } });
    expect((await add(member, '$5 x')).data.transaction).toMatchObject({ amount: 5, description: 'x' });
    const refused = await add(member, '€5 x');
    expect(refused.error?.details).toEqual([
      { field: 'amount', message: 'Amounts are in C$. Convert the amount and leave out the other currency' },
    ]);
  });

  once('the same key has the same answer, even if the line would be refused now', async () => {
    const member = await createMember(testApp);
    const body = { name: 'Snails', type: 'expense' };
    const made = await testApp.call<{ category: { id: string } }>('POST', '/categories', {
      as: member,
      body,
    });
    const key = { 'Idempotency-Key': 'line-2' };
    const first = await add(member, '9 lunch #Snails', key);
    expect(first.status).toBe(201);
    const renamed = { as: member, body: { name: 'Frogs' } };
    await testApp.call('PUT', `/categories/${made.data.category.id}`, renamed);
    expect((await add(member, '9 lunch #Snails')).status).toBe(400);
    expect((await add(member, '9 lunch #Snails', key)).text).toBe(first.text);
  });
});
