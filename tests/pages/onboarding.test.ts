import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { askApi } from '../support/ask-api.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import type { Person } from '../support/people.ts';
import type { TextPage } from '../support/text-browser.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();

const begin = (profile: Record<string, unknown> = {}) =>
  createNewcomer({ onboarding_completed: false, ...profile });

const textOf = ({ html }: TextPage) =>
  (html.split('<main')[1] ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;|&#34;/g, '"')
    .replace(/\s+/g, ' ');

interface Template {
  name: string;
  amount: number;
  type: string;
  category_name: string;
  day_of_month: number;
}

const templatesOf = async (person: Person) =>
  (await askApi<{ templates: Template[] }>(person, 'GET', '/transactions/templates')).templates.sort(
    (one, other) => other.amount - one.amount,
  );

const statusOf = (person: Person) => askApi<Record<string, unknown>>(person, 'GET', '/onboarding/status');

describe.each([
  ['en', 'Profile and Preferences', 'Learn the Basics', 'Quick Setup'],
  ['he', 'פרופיל והעדפות', 'להכיר את הבסיס', 'הגדרה מהירה'],
] as const)('the setup guide in %s', (language, first, second, third) => {
  test('is done from the dashboard to the dashboard', async () => {
    const { person, browser } = await begin({ language_preference: language });
    const home = await browser.open('/');
    expect(home.html).toContain('href="/setup"');
    const one = await browser.open('/setup');
    expect(one.address).toBe('/setup/1');
    expect(textOf(one)).toContain(first);
    const two = await browser.submit(one, one.form('currency'), { firstName: 'דנה', currency: 'EUR' });
    expect(two.address).toBe('/setup/2');
    expect(textOf(two)).toContain(second);
    const next = two.html.split('<form').length - 1;
    expect(next).toBeGreaterThan(0);
    const [, main = ''] = two.html.split('data-setup=');
    expect(main).toContain('action="/setup/2"');
    const csrf = one.form('currency').fields._csrf ?? '';
    const three = await browser.post('/setup/2', { _csrf: csrf });
    expect(three.address).toBe('/setup/3');
    expect(textOf(three)).toContain(third);
    const typed = {
      'amount-salary': '12000',
      'amount-rent': '4500',
      'day-rent': '17',
      'amount-streaming': '30',
      'amount-gym': '0',
    };
    const month = await browser.submit(three, three.form('amount-salary'), { ...typed, intent: 'preview' });
    expect(month.status).toBe(200);
    expect(textOf(month)).toContain('7,470.00');
    expect(await templatesOf(person)).toEqual([]);
    const end = await browser.submit(month, month.form('amount-salary'));
    expect(end.address).toBe('/');
    expect(textOf(end)).toContain(
      language === 'en' ? 'Setup completed successfully!' : 'ההגדרה הושלמה בהצלחה!',
    );
    expect(end.html).not.toContain('href="/setup"');
    expect((await templatesOf(person)).map(({ amount, day_of_month }) => [amount, day_of_month])).toEqual([
      [12000, 1],
      [4500, 17],
      [30, 5],
    ]);
    expect(await statusOf(person)).toMatchObject({ onboarding_completed: true, version: '4.0.0' });
  });
});

async function onStep3() {
  const { person, browser } = await begin();
  const one = await browser.open('/setup/1');
  const two = await browser.submit(one, one.form('currency'));
  const csrf = one.form('currency').fields._csrf ?? '';
  const three = await browser.post('/setup/2', { _csrf: csrf });
  expect(two.address).toBe('/setup/2');
  return { person, browser, three, csrf };
}

describe('the first step', () => {
  test('guesses names, and begins with dollars', async () => {
    const { browser, person } = await begin();
    const { db } = await server.database();
    await db
      .updateTable('users')
      .set({ first_name: '', last_name: '', email: 'dana.ben-ami@example.org' })
      .where('id', '=', person.id)
      .execute();
    const { fields } = (await browser.open('/setup/1')).form('currency');
    expect(fields).toMatchObject({ firstName: 'Dana', lastName: 'Ben Ami', currency: 'USD', language: 'en' });
  });

  test('asks what there is today, and not what is known', async () => {
    const { browser, person } = await begin();
    const one = await browser.open('/setup/1');
    const [, folded = ''] = /data-setup-known[^>]*>([\s\S]*?)<\/details>/.exec(one.html) ?? [];
    for (const name of ['firstName', 'language', 'theme']) expect(folded).toContain(`name="${name}"`);
    expect(folded).not.toContain('name="balance"');
    // The heading is the question, and the folded line is in the person's language.
    expect(one.html).toContain('<h1>How much money do you have today?</h1>');
    expect(/<summary>.*?<\/summary>/s.exec(folded)?.[0]).not.toMatch(/\w\/\w/);
    const refused = await browser.submit(one, one.form('currency'), { balance: 'abc' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#setup-balance"');
    const two = await browser.submit(refused, refused.form('currency'), { balance: '-1,200.50' });
    expect(two.address).toBe('/setup/2');
    const { balance } = await askApi<{ balance: number }>(person, 'GET', '/transactions/balance');
    expect(balance).toBe(-1200.5);
    const again = await browser.open('/setup/1');
    expect(textOf(again)).toContain('1,200.50');
    expect(again.form('currency').fields.balance).toBeUndefined();
    // Today's balance, not the one that it began with.
    await record(person, [{ amount: 5000.25, type: 'income', description: 'Salary' }]);
    expect(textOf(await browser.open('/setup/1'))).toContain('3,799.75');
  });

  test('takes the balance in the currency that is chosen with it', async () => {
    const { browser, person } = await begin();
    const { db } = await server.database();
    const yen = { currency_preference: 'JPY', currency_chosen: 1 };
    await db.updateTable('users').set(yen).where('id', '=', person.id).execute();
    const one = await browser.open('/setup/1');
    const two = await browser.submit(one, one.form('currency'), { currency: 'EUR', balance: '10.50' });
    expect(two.address).toBe('/setup/2');
    const { balance } = await askApi<{ balance: number }>(person, 'GET', '/transactions/balance');
    expect(balance).toBe(10.5);
  });

  test('shows the next page in the language that was chosen', async () => {
    const { browser } = await begin();
    const one = await browser.open('/setup/1');
    const two = await browser.submit(one, one.form('currency'), { language: 'he', theme: 'dark' });
    expect(two.html).toMatch(/<html lang="he" dir="rtl" data-theme="dark"/);
  });

  test('begins with the theme on the screen', async () => {
    const { browser } = await begin();
    await browser.post('/preferences/visit', {
      _csrf: (await browser.open('/setup/1')).form('currency').fields._csrf ?? '',
      theme: 'dark',
      return: '/setup/1',
    });
    const { fields } = (await browser.open('/setup/1')).form('currency');
    expect(fields.theme).toBe('dark');
    const typed = { theme: 'light', currency: '' };
    const page = await browser.open('/setup/1');
    const again = await browser.submit(page, page.form('currency'), typed);
    expect(again.form('currency').fields.theme).toBe('light');
  });

  test('keeps what was typed, and says what is missing', async () => {
    const { browser } = await begin();
    const one = await browser.open('/setup/1');
    const again = await browser.submit(one, one.form('currency'), { firstName: 'Dana', currency: '' });
    expect(again.status).toBe(400);
    expect(textOf(again)).toContain('Please complete the required fields');
    expect(again.form('currency').fields.firstName).toBe('Dana');
  });

  test('asks an account without a password for one, unless it is not wanted', async () => {
    const { browser, person } = await begin();
    const { db } = await server.database();
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute();
    const one = await browser.open('/setup/1');
    const form = one.form('currency');
    const refused = await browser.submit(one, form);
    expect(textOf(refused)).toContain('Password is required for hybrid authentication');
    const differ = await browser.submit(one, form, {
      password: 'Korrekt-Pferd-7',
      confirmPassword: 'Korrekt',
    });
    expect(textOf(differ)).toContain('Passwords do not match');
    expect(differ.html).not.toContain('Korrekt-Pferd-7');
    const both = await browser.submit(one, form, { password: 'kurz', confirmPassword: 'kürz', currency: '' });
    for (const message of ['at least 8 characters', 'Passwords do not match', 'required fields'])
      expect(textOf(both)).toContain(message);
    const { wantsPassword: _wantsPassword, ...fields } = form.fields;
    expect((await browser.post('/setup/1', fields)).address).toBe('/setup/2');
  });
});

describe('jumping', () => {
  test('ahead leads to the current step', async () => {
    const { browser } = await begin();
    const page = await browser.open('/setup/3');
    expect(page.address).toBe('/setup/1');
    expect(textOf(page)).toContain('Please complete the current step before continuing');
  });

  test('to the end names the step that is required', async () => {
    const { browser } = await begin();
    const one = await browser.open('/setup/1');
    const { _csrf = '' } = one.form('currency').fields;
    const page = await browser.post('/setup/3', { _csrf });
    expect(page.address).toBe('/setup/1');
    expect(textOf(page)).toContain('Please complete required step: Profile and Preferences');
  });

  test('is free once the guide is completed', async () => {
    const { browser } = await createNewcomer();
    expect((await browser.open('/setup/3')).address).toBe('/setup/3');
  });
});

describe('leaving', () => {
  test('skipping from the first step leads to the dashboard, which offers it until it is closed there', async () => {
    const { browser, person } = await begin();
    const one = await browser.open('/setup/1');
    const home = await browser.submit(one, one.form('step'));
    expect(home.address).toBe('/');
    expect(textOf(home)).toContain('Setup skipped.');
    expect(home.html).toContain('href="/setup"');
    expect(await statusOf(person)).toMatchObject({
      skipped: true,
      should_show: false,
      onboarding_completed: false,
    });
    const { _csrf = '' } = home.form('_csrf').fields;
    const closed = await browser.post('/setup/close', { _csrf });
    expect(closed.html).not.toContain('href="/setup"');
  });

  test('no other step can be skipped', async () => {
    const { browser, csrf, person } = await onStep3();
    const page = await browser.post('/setup/skip', { _csrf: csrf, step: '3' });
    expect(page.address).toBe('/setup/3');
    expect(textOf(page)).toContain('This step cannot be skipped');
    expect(await statusOf(person)).toMatchObject({ skipped: false });
  });

  test('the card of the dashboard is closed for a day', async () => {
    const { browser, person } = await begin();
    const home = await browser.open('/');
    const { _csrf = '' } = home.form('_csrf').fields;
    const closed = await browser.post('/setup/close', { _csrf });
    expect(closed.html).not.toContain('href="/setup"');
    expect((await statusOf(person)).dismissed_until).not.toBeNull();
  });
});

describe('the second step', () => {
  test.each([
    ['overview', 'household=student', '300.00'],
    ['transactions', 'kind=income&amount=100', '2,500.00'],
    ['balance', 'day=10', '8,890.00'],
    ['benefits', 'week=10', '520.00'],
  ])('%s answers to what is tried', async (tab, query, expected) => {
    const { browser } = await createNewcomer();
    expect(textOf(await browser.open(`/setup/2?tab=${tab}&${query}`))).toContain(expected);
  });

  test.each([
    ['USD', '$1,050.00', '30.00', '15.00'],
    ['JPY', '¥168,000', '4800', '2400'],
    ['ILS', '₪4,200.00', '120.00', '60.00'],
  ])('has examples in %s, of a usual size', async (currency_preference, income, amount, week) => {
    const { browser } = await createNewcomer({ currency_preference });
    expect(textOf(await browser.open('/setup/2?tab=overview&household=student'))).toContain(income);
    const tried = await browser.open('/setup/2?tab=transactions');
    expect(tried.form('amount').fields.amount).toBe(amount);
    expect((await browser.open('/setup/2?tab=benefits')).form('week').fields.week).toBe(week);
  });

  test.each(['en', 'he'])('has at most 60 words a tab in %s', async (language_preference) => {
    const { browser } = await createNewcomer({ language_preference });
    for (const tab of ['overview', 'transactions', 'balance', 'benefits']) {
      const { html } = await browser.open(`/setup/2?tab=${tab}`);
      const [, content = ''] = /data-setup-tab[^>]*>([\s\S]*?)<\/section>/.exec(html) ?? [];
      const words = content.replace(/<[^>]*>/g, ' ').match(/\p{L}[\p{L}'״־-]*/gu) ?? [];
      expect(words.length, tab).toBeGreaterThan(10);
      expect(words.length, tab).toBeLessThanOrEqual(60);
    }
  });
});

describe('the third step', () => {
  test('creates once when it is sent twice', async () => {
    const { browser, person, three } = await onStep3();
    const form = three.form('amount-salary');
    await browser.submit(three, form, { 'amount-salary': '100' });
    const again = await browser.submit(three, form, { 'amount-salary': '100' });
    expect(again.address).toBe('/');
    expect(await templatesOf(person)).toHaveLength(1);
  });

  test('creates nothing from zero, and completes', async () => {
    const { browser, person, three } = await onStep3();
    const end = await browser.submit(three, three.form('amount-salary'), { 'amount-salary': '0.00' });
    expect(end.address).toBe('/');
    expect(await templatesOf(person)).toEqual([]);
  });

  test('needs a name and an amount for a template of one’s own, and creates the rest', async () => {
    const { browser, person, three } = await onStep3();
    const nameless = await browser.submit(three, three.form('amount-salary'), {
      customAmount: '5',
      'amount-rent': '7',
    });
    expect(nameless.status).toBe(400);
    expect(textOf(nameless)).toContain('Something else: A name is required');
    expect(nameless.form('customName').fields.customAmount).toBe('5');
    const free = await browser.submit(nameless, nameless.form('customName'), {
      customName: 'Piano',
      customAmount: '0',
    });
    expect(textOf(free)).toContain('Piano: Amount is required');
    const end = await browser.submit(free, free.form('customName'), {
      customAmount: '5',
      customType: 'income',
    });
    expect(end.address).toBe('/');
    expect((await templatesOf(person)).map(({ name, type }) => [name, type])).toEqual([
      ['Rent or mortgage', 'expense'],
      ['Piano', 'income'],
    ]);
  });

  test('shows the month first when Enter sends it, and names what the month leaves out', async () => {
    const { browser, person, three } = await onStep3();
    const [, form = ''] = /<form[^>]*data-setup-templates[^>]*>([\s\S]*?)<\/form>/.exec(three.html) ?? [];
    const [button = ''] = /<button[^>]*>/.exec(form) ?? [];
    expect(button).toContain('name="intent=preview"');
    expect(button).toMatch(/formaction="\/setup\/3#setup-month"/i);
    const month = await browser.submit(three, three.form('amount-salary'), {
      intent: 'preview',
      'amount-salary': '100',
      'amount-gym': 'abc',
      customName: 'Piano',
    });
    expect(month.status).toBe(200);
    const [, shown = ''] = month.html.split('id="setup-month"');
    expect(shown).toContain('100.00');
    expect(shown).toContain('<a href="#setup-amount-gym">Gym: Amount must be a valid number</a>');
    expect(shown).toContain('<a href="#setup-customAmount">Piano: Amount is required</a>');
    expect(month.form('amount-gym').fields).toMatchObject({ 'amount-gym': 'abc', customName: 'Piano' });
    expect(await templatesOf(person)).toEqual([]);
  });

  test('shows what is there already, counts it, and books no second one', async () => {
    const { browser, person, three } = await onStep3();
    const typed = { 'amount-salary': '12,500.50', 'amount-streaming': '30', 'amount-rent': 'abc' };
    const part = await browser.submit(three, three.form('amount-salary'), typed);
    expect(textOf(part)).toContain('Rent or mortgage: Amount must be a valid number');
    const [, cards = '', month = ''] = part.html.split(/class="setup-templates"|id="setup-month"/);
    expect(cards).toContain('12,500.50');
    expect(cards).toMatch(/href="\/recurring\/[^/]+\/edit"/);
    expect(month).toContain('12,470.50');
    expect(Object.keys(part.form('amount-rent').fields)).not.toContain('amount-salary');
    const again = await browser.submit(part, part.form('amount-rent'), {
      'amount-rent': '',
      'amount-salary': '9000',
    });
    expect(again.status).toBe(400);
    expect(textOf(again)).toContain('Salary: You have this one already');
    expect((await templatesOf(person)).map(({ amount }) => amount)).toEqual([12_500.5, 30]);
    const end = await browser.submit(again, again.form('amount-rent'));
    expect(end.address).toBe('/');
    const later = await browser.open('/setup/3');
    expect(later.html.split('id="setup-month"')[1]).toContain('12,470.50');
    expect(Object.keys(later.form('amount-rent').fields)).not.toContain('amount-salary');
  });

  test('makes budgets of groceries and coffee, once, and counts them in the month', async () => {
    const { browser, person, three } = await onStep3();
    const budgetsOf = async () =>
      (
        await askApi<{ budgets: { period: string; amount: number }[] }>(person, 'GET', '/budgets')
      ).budgets.map(({ period, amount }) => [period, amount]);
    const typed = { 'amount-groceries': '2,400', 'amount-coffee': '10000000', 'amount-rent': '4000' };
    const part = await browser.submit(three, three.form('amount-salary'), typed);
    expect(part.status).toBe(400);
    expect(textOf(part)).toContain('Not added: Coffee and snacks');
    expect(await budgetsOf()).toEqual([['monthly', 2400]]);
    expect(part.html.split('id="setup-month"')[1]).toContain('6,400.00');
    expect(part.html).toMatch(/href="\/budgets\/[\da-f-]{36}"/);
    const form = part.form('amount-coffee');
    expect(form.fields).not.toHaveProperty('amount-groceries');
    const again = await browser.submit(part, form, { 'amount-groceries': '5', 'amount-coffee': '' });
    expect(textOf(again)).toContain('Groceries: You have this one already');
    const end = await browser.submit(again, again.form('amount-coffee'), { 'amount-coffee': '150' });
    expect(end.address).toBe('/');
    expect(await budgetsOf()).toEqual([
      ['monthly', 2400],
      ['monthly', 150],
    ]);
    expect((await templatesOf(person)).map(({ name }) => name)).toEqual(['Rent or mortgage']);
  });

  test('takes a preset again whose template is paused', async () => {
    const { browser, person, three } = await onStep3();
    await browser.submit(three, three.form('amount-salary'), { 'amount-salary': '100' });
    const { db } = await server.database();
    await db.updateTable('templates').set({ is_active: 0 }).where('user_id', '=', person.id).execute();
    const { fields } = (await browser.open('/setup/3')).form('amount-rent');
    expect(fields['amount-salary']).toBe('');
  });

  test('names what could not be created, and creates the rest once', async () => {
    const { browser, person, three } = await onStep3();
    const typed = { 'amount-salary': '100', 'amount-rent': '10000000', 'amount-gym': 'abc' };
    const part = await browser.submit(three, three.form('amount-salary'), typed);
    expect(part.status).toBe(400);
    expect(textOf(part)).toContain('Some templates could not be created. Please try again.');
    expect(textOf(part)).toContain('Not added: Rent or mortgage and Gym');
    expect(part.html).toMatch(/<title[^>]*>Error: /);
    expect(part.html.indexOf('class="error-summary"')).toBeLessThan(part.html.indexOf('<h1'));
    expect(await templatesOf(person)).toHaveLength(1);
    expect(await statusOf(person)).toMatchObject({ onboarding_completed: false });
    const form = part.form('amount-rent');
    expect(form.fields).toMatchObject({ 'amount-rent': '10000000', 'amount-gym': 'abc' });
    const end = await browser.submit(part, form, { 'amount-rent': '1000', 'amount-gym': '' });
    expect(end.address).toBe('/');
    expect((await templatesOf(person)).map(({ name, category_name }) => [name, category_name])).toEqual([
      ['Rent or mortgage', 'Rent and housing'],
      ['Salary', 'Salary'],
    ]);
  });
});

test('where no template can be created, the guide is completed and says so', async () => {
  const { person, browser, three } = await onStep3();
  const { db } = await server.database();
  await sql`create trigger fails before insert on templates when new.name = 'Salary'
    begin select raise(abort, 'an error of the storage'); end`.execute(db);
  const end = await browser.submit(three, three.form('amount-salary'), { 'amount-salary': '100' });
  await sql`drop trigger fails`.execute(db);
  expect(end.address).toBe('/');
  expect(textOf(end)).toContain('Templates could not be created, but onboarding will continue.');
  expect(await templatesOf(person)).toEqual([]);
  expect(await statusOf(person)).toMatchObject({ onboarding_completed: true });
});

test('a preview shows every step and changes nothing', async () => {
  const { browser, person } = await begin();
  const one = await browser.open('/setup/1?preview');
  const two = await browser.submit(one, one.form('currency'), { firstName: 'Dana', currency: 'EUR' });
  expect(two.address).toBe('/setup/2?preview');
  const three = await browser.open('/setup/3?preview');
  const month = await browser.submit(three, three.form('amount-salary'), {
    'amount-salary': '100',
    intent: 'preview',
  });
  expect(textOf(month)).toContain('100.00');
  const end = await browser.submit(three, three.form('amount-salary'), { 'amount-salary': '100' });
  expect(end.address).toBe('/');
  expect(await templatesOf(person)).toEqual([]);
  expect(await statusOf(person)).toMatchObject({ steps_completed: 0, onboarding_completed: false });
  const { user } = await askApi<{ user: Record<string, unknown> }>(person, 'GET', '/users/profile');
  expect(user).toMatchObject({ firstName: 'Noa', currency_preference: 'ILS' });
});
