import { expect, test } from 'vitest';
import { plusDays, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import { monthName } from '../../src/i18n/dates.ts';
import { formatter } from '../../src/i18n/format.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf as markedText } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, record, repeat } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

/** Without the marks that isolate amounts. */
const textOf = (html: string) => markedText(html).replaceAll(/[\u2068\u2069]/g, '');

const dayFrom = (days: number) => plusDays(TODAY, days);
const monthAfter = (date: string) => {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month)).toISOString().slice(0, 10);
};
const daysTo = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const shekels = (minor: number) =>
  `₪${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** What a budget by calendar month plans for some days, rounded up by month; minor units. */
function plannedBetween(from: string, before: string, amount: number): number {
  if (from >= before) return 0;
  const next = monthAfter(from);
  const days = daysTo(from, next < before ? next : before);
  const month = daysTo(`${from.slice(0, 7)}-01`, next);
  return Math.ceil((amount * days) / month) + plannedBetween(next, before, amount);
}

test.each(LOCALES)(
  'a budget is made, seen on Home, changed, deleted and back again, in %s',
  async (language) => {
    const { browser } = await createNewcomer({ language_preference: language });
    const t = translator(language);
    const empty = await browser.open('/budgets');
    expect(empty.html).not.toContain('href="/budgets/suggest"');
    const page = await browser.open('/budgets/new');
    const refused = await browser.submit(page, page.form('amount'), { amount: '' });
    expect(refused.status).toBe(400);
    for (const field of ['amount', 'category_ids']) expect(refused.html).toContain(`href="#${field}"`);
    const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(page.html) ?? [];
    const list = await browser.submit(page, page.form('amount'), { amount: '300', category_ids: category });
    expect(textOf(list.html)).toContain(t('budgets:created'));
    expect(textOf(list.html)).not.toContain(t('budgets:pace.under'));
    const entry = await browser.open('/transactions/new');
    const typed = { amount: '350', description: 'Shop', categoryId: category };
    const entryLeft = { left: '₪300.00', total: '₪300.00', category: '' };
    expect(textOf(entry.html)).not.toContain(t('transactions:budget.left', entryLeft));
    // Where the category is known as the form opens, the form says it, and needs no scripts for it.
    const chosen = await browser.open(`/transactions/new?categoryId=${category}`);
    expect(textOf(chosen.html)).toContain(t('transactions:budget.left', entryLeft));
    const again = await browser.submit(entry, entry.form('amount'), { ...typed, amount: '' });
    expect(again.status).toBe(400);
    expect(textOf(again.html)).toContain(t('transactions:budget.left', entryLeft));
    const added = await browser.submit(entry, entry.form('amount'), typed);
    const entryOver = { left: '₪50.00', total: '₪300.00', category: '' };
    expect(textOf(added.html)).toContain(t('transactions:budget.over', entryOver));
    const [, edited = ''] = /\/transactions\/([\da-f-]{36})/.exec(added.html) ?? [];
    const change = await browser.open(`/transactions/${edited}/edit`);
    expect(textOf(change.html)).toContain(t('transactions:budget.over', entryOver));
    expect(textOf((await browser.open(`/categories/${category}`)).html)).toContain(t('budgets:ofCategory'));
    const home = await browser.open('/');
    expect(home.html).toMatch(/<h2[^>]* id="budgets"/);
    expect(textOf(home.html)).toMatch(/50(\.00)?/);
    // 300 of 350.
    expect(home.html).toMatch(/<rect class="bar-fill bar-expense" width="86%"/);

    const [, id] = /href="\/budgets\/([\da-f-]{36})"/.exec(list.html) ?? [];
    const spending = '/analytics/spending?period=this-month';
    const compared = await browser.open(spending);
    expect(compared.html).toContain(`data-point="budget:${id}"`);
    expect(textOf(compared.html)).toContain(t('budgets:overBy', { amount: '₪50.00' }));
    expect(compared.html).toContain('bar-expense');
    const own = await browser.open(`/budgets/${id}`);
    const kept = await browser.submit(own, own.form('amount'), { amount: '1000', category_ids: category });
    expect(textOf(kept.html)).toContain(t('budgets:saved'));
    const asked = await browser.open(`/budgets/${id}/delete`);
    const { _csrf = '' } = asked.form('_csrf').fields;
    const gone = await browser.post(`/budgets/${id}/delete`, { _csrf });
    expect(gone.html).not.toContain(`/budgets/${id}`);
    expect(textOf((await browser.open(spending)).html)).not.toContain(t('analytics:plan'));
    const back = await browser.submit(gone, gone.form('undo_id'), { return: '/budgets' });
    expect(textOf(back.html)).toContain(t('budgets:undone'));
    expect(back.html).toContain(`/budgets/${id}`);
  },
);

test.each(LOCALES)('what was spent last month becomes budgets, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  const [category] = await categoriesOf(person, '?type=expense');
  const { as_of } = await askApi<{ as_of: string }>(person, 'GET', '/transactions/balance');
  const date = plusDays(startOfMonth(as_of), -1);
  await record(person, [{ amount: 119.5, date, description: 'Shop', categoryId: category?.id }]);
  const usual = await browser.open('/budgets/suggest');
  expect(usual.html).toContain('href="/budgets/suggest?months=1"');
  const page = await browser.open('/budgets/suggest?months=1');
  expect(textOf(page.html)).toContain(t('budgets:copyLastText'));
  const saved = await browser.submit(page, page.form('pick'));
  expect(textOf(saved.html)).toContain(t('budgets:suggestedCount', { count: 1 }));
  const { budgets } = await askApi<{ budgets: object[] }>(person, 'GET', '/budgets');
  expect(budgets).toMatchObject([{ category_ids: [category?.id], amount: 120 }]);
});

test.each(LOCALES)('a new budget says what is usual, and a link fills it in, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  const [category] = await categoriesOf(person, '?type=expense');
  const { as_of } = await askApi<{ as_of: string }>(person, 'GET', '/transactions/balance');
  const months = Array.from({ length: 6 }, (_, index) => plusMonths(startOfMonth(as_of), -index - 1));
  await record(
    person,
    months.map((date) => ({ amount: 119.5, date, description: 'Shop', categoryId: category?.id })),
  );
  const page = await browser.open('/budgets/new');
  expect(textOf(page.html)).toContain(t('budgets:usual.monthly', { amount: '₪120.00' }));
  const [, link = ''] = /href="(\/budgets\/new\?[^"]+)"/.exec(page.html) ?? [];
  const filled = await browser.open(link.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  expect(filled.form('amount').fields).toMatchObject({ amount: '120', period: 'monthly' });
  await browser.submit(filled, filled.form('amount'), { category_ids: category?.id ?? '' });
  const { budgets } = await askApi<{ budgets: object[] }>(person, 'GET', '/budgets');
  expect(budgets).toMatchObject([{ category_ids: [category?.id], amount: 120, period: 'monthly' }]);
  // What has a budget needs no other one.
  expect(textOf((await browser.open('/budgets/new')).html)).not.toContain(t('budgets:usual'));
});

test.each(LOCALES)('budgets of the next month can be planned, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  const [category] = await categoriesOf(person, '?type=expense');
  const { as_of } = await askApi<{ as_of: string }>(person, 'GET', '/transactions/balance');
  const next = plusMonths(startOfMonth(as_of), 1);
  await askApi(person, 'POST', '/budgets', { amount: 100, category_ids: [category?.id] });
  await record(person, [{ amount: 30, date: next, description: 'Rent', categoryId: category?.id }]);
  const address = `/budgets?date=${next}`;
  expect((await browser.open('/budgets')).html).toContain(`href="${address}"`);
  const { html } = await browser.open(address);
  expect(textOf(html)).toContain(t('budgets:spentOf', { spent: '₪0.00', total: '₪100.00' }));
  expect(textOf(html)).toContain(t('budgets:committed', { amount: '₪30.00' }));
  expect(html).not.toContain('href="/budgets?date=');
  expect(html).toContain(monthName(next.slice(0, 7), language));
});

test.each(LOCALES)('budgets and analytics say the same of what is left in all, in %s', async (language) => {
  const { person, browser } = await createNewcomer({ language_preference: language });
  const t = translator(language);
  const [one, other] = await categoriesOf(person, '?type=expense');
  for (const [amount, category] of [
    [500, one],
    [100, other],
  ] as const) {
    await askApi(person, 'POST', '/budgets', { amount, category_ids: [category?.id] });
    await record(person, [{ amount: 120, description: 'Shop', categoryId: category?.id }]);
  }
  const said = [t('budgets:left', { amount: '₪380.00' }), t('budgets:overBy', { amount: '₪20.00' })].join(
    ' · ',
  );
  expect(textOf((await browser.open('/budgets')).html)).toContain(
    `${t('budgets:leftIn', { amount: '₪380.00', count: 1 })} · ${t('budgets:overIn', { amount: '₪20.00', count: 1 })}`,
  );
  expect(textOf((await browser.open('/analytics/spending?period=this-month')).html)).toContain(said);
  const { budgets } = await askApi<{ budgets: { id: string }[] }>(person, 'GET', '/budgets');
  await askApi(person, 'PUT', `/budgets/${budgets[0]?.id}`, { carry: 'all' });
  const { html } = await browser.open('/analytics/spending?period=this-month');
  expect(textOf(html)).toContain(`${said} · ${t('analytics:plan.uncarried')}`);
});

test.each(LOCALES)(
  'over several months, a plan says what is left in all, and which budget is over, in %s',
  async (language) => {
    const { person, browser } = await createNewcomer({ language_preference: language });
    const t = translator(language);
    const [one, other] = await categoriesOf(person, '?type=expense');
    const { as_of } = await askApi<{ as_of: string }>(person, 'GET', '/transactions/balance');
    const before = plusDays(startOfMonth(as_of), -1);
    const from = startOfMonth(before);
    // Each month one is over what the other leaves, and the first one in all.
    for (const [category, amounts] of [
      [one, [250, 10]],
      [other, [20, 130]],
    ] as const) {
      await askApi(person, 'POST', '/budgets', { amount: 100, category_ids: [category?.id], from });
      const bought = amounts.map((amount, index) => ({
        ...{ amount, description: 'Shop', categoryId: category?.id },
        date: index === 0 ? before : as_of,
      }));
      await record(person, bought);
    }
    const { html } = await browser.open('/analytics/spending?period=last-3-months');
    const over = { count: 1, name: one?.name ?? '', amount: '₪60.00' };
    expect(textOf(html)).toContain(
      `: ${t('budgets:overBy', { amount: '₪10.00' })} · ${t('analytics:plan.over', over)}`,
    );
  },
);

test('money that has not come yet is said beside what is free to spend', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 400, type: 'income', description: 'Gift' }]);
  await repeat(person, { name: 'Salary', type: 'income', amount: 9000, start_date: dayFrom(40) });
  const said = /Includes \S*55\.50\S* still to come in/;
  for (const path of ['/', '/budgets']) expect(textOf((await browser.open(path)).html)).not.toMatch(said);
  await record(person, [{ amount: 55.5, type: 'income', description: 'Refund', date: dayFrom(10) }]);
  for (const path of ['/', '/budgets']) expect(textOf((await browser.open(path)).html)).toMatch(said);
});

test('what is left of the plan is said with what the accounts allow, and its lines add up', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/budgets/new');
  const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(page.html) ?? [];
  const list = await browser.submit(page, page.form('amount'), { amount: '500', category_ids: category });
  expect(textOf(list.html)).toMatch(/Left in your budgets\s*₪500\.00\s*until/);
  const asked = await browser.submit(list, list.form('left_by'), { left_by: 'balance' });
  expect(textOf(asked.html)).toContain('Add your opening balance');
  await record(person, [
    { amount: 400, type: 'income', description: 'Gift' },
    { amount: 120, description: 'Shop', categoryId: category },
  ]);
  const unknown = await browser.open('/');
  expect(textOf(unknown.html)).toContain('Tell us when money comes in');
  await repeat(person, { name: 'Salary', type: 'income', amount: 9000, start_date: dayFrom(40) });
  await record(person, [{ amount: 70, description: 'Rent', date: dayFrom(40) }]);
  await browser.submit(list, list.form('left_by'), { left_by: 'auto' });
  const goal = await browser.open('/goals/new');
  await browser.submit(goal, goal.form('amount'), { name: 'Bicycle', amount: '900' });
  const start = await browser.open('/');
  const home = textOf(start.html);
  // Of the month in which the records begin, the days before are left out.
  const thisMonth = plannedBetween(dayFrom(0), monthAfter(dayFrom(0)), 50_000);
  const planned =
    Math.max(0, thisMonth - 12_000) + plannedBetween(monthAfter(dayFrom(0)), dayFrom(40), 50_000);
  const short = shekels(planned - 28_000);
  expect(home).toMatch(
    new RegExp(`Short by\\s*${short.replace('.', '\\.')}\\s*How it adds up\\s*until payday on`),
  );
  expect(home).toContain(`₪280.00 in all, less ${shekels(planned)} planned in budgets`);
  // One press leads to the sum, each line of it, and each budget of that of budgets.
  const [, how = ''] = /href="([^"#]+)#available"/.exec(start.html) ?? [];
  const adding = await browser.open(how);
  expect(adding.html).toMatch(/<details[^>]* open[^>]*>\s*<summary>How it adds up/);
  expect(textOf(adding.html)).toMatch(/Not taken off: ₪70\.00 due on payday itself, [\d/]+\./);
  const byBudget = `Still planned in budgets before then\\s*\\S[^₪]*${shekels(planned)}.*, \\d+ of \\d+ days: ₪`;
  expect(textOf(adding.html)).toMatch(new RegExp(byBudget.replace('.', '\\.'), 's'));
  expect(home).toMatch(/Budgets and goals.*₪380\.00 left.*Bicycle/s);
  const counted = await browser.submit(list, list.form('left_by'), { left_by: 'plan' });
  // The accounts have less than that, which comes first.
  expect(textOf(counted.html)).toMatch(
    /Short by\s*₪[\d.]+\s*until payday on .*₪380\.00 left in your budgets\s*until/,
  );
  expect(textOf(counted.html)).toMatch(
    /The month's budgets.*My balance until payday.*In your accounts.*280\.00.*Before budgets\s*₪280\.00\s*Still planned in budgets.*Free to spend/s,
  );
  await record(person, [{ amount: 2000, type: 'income', description: 'Another gift' }]);
  const free = shekels(228_000 - planned);
  expect(textOf((await browser.open('/')).html)).toContain(`${free} free for anything else`);
  await browser.submit(list, list.form('left_by'), { left_by: 'auto' });
  // One budget says nothing of all the money.
  const all = textOf((await browser.open('/')).html);
  expect(all).toMatch(
    new RegExp(
      `Free to spend\\s*${free.replace('.', '\\.')}\\s*How it adds up\\s*until payday on .*about ₪\\d+ a day`,
    ),
  );
  expect(all).toContain(`₪2,280.00 in all, less ${shekels(planned)} planned in budgets`);
  expect(textOf(counted.html)).toMatch(/Planned for the month.*500\.00.*Spent so far.*120\.00/);
});

test('the sum of a month says apart what is left and what is over, as the answer above it does', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const { categories } = await askApi<{ categories: { id: string; type: string }[] }>(
    person,
    'GET',
    '/categories',
  );
  const [food, fun] = categories.filter(({ type }) => type === 'expense');
  await askApi(person, 'POST', '/budgets', { category_ids: [food?.id], amount: 300 });
  await askApi(person, 'POST', '/budgets', { category_ids: [fun?.id], amount: 500 });
  await record(person, [{ amount: 350, description: 'Shop', categoryId: food?.id }]);
  const list = textOf((await browser.open('/budgets')).html);
  expect(list).toMatch(/Left in your budgets\s*₪500\.00/);
  // The same of each budget in a table, the one nearest to its end first.
  expect(list).toMatch(
    /Budgets\s+Budget\s+Left\s+Spent\s+\S.*₪50\.00 over\s+₪350\.00 of ₪300\.00 \(116\.7%\)\s+\S.*₪500\.00 left\s+₪0\.00 of ₪500\.00/s,
  );
  expect(list).toMatch(/₪350\.00 of ₪800\.00\s+₪500\.00 left in one budget · ₪50\.00 over in one/);
});

test('each bill and goal of the sum leads to it', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await repeat(person, { name: 'Salary', type: 'income', amount: 9000, start_date: dayFrom(20) });
  const [, doctor] = await record(person, [
    { amount: 900, type: 'income', description: 'Gift' },
    { amount: 80, description: 'Doctor', date: dayFrom(5) },
  ]);
  const goal = { name: 'Bicycle', amount: 700 };
  const { id } = (await askApi<{ goal: { id: string } }>(person, 'POST', '/goals', goal)).goal;
  await askApi(person, 'POST', `/goals/${id}/save`, { amount: 150 });
  const { html } = await browser.open('/budgets?how');
  expect(textOf(html)).toMatch(
    /Bills before then\s*\S*₪80\.00\s*Doctor\s*[\d/]+\s*\S*₪80\.00\s*Set aside for goals\s*\S*₪150\.00\s*Bicycle/,
  );
  for (const href of [`/transactions/${doctor?.id}`, `/goals/${id}`]) {
    expect(html).toContain(`href="${href}"`);
    expect((await browser.open(href)).status).toBe(200);
  }
});

test('what is missing to say what is left stands on Home once the first steps are done', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 400, type: 'income', description: 'Gift' }]);
  expect(textOf((await browser.open('/')).html)).not.toContain('Tell us when money comes in');
  await record(
    person,
    ['Bread', 'Milk', 'Tea', 'Rice', 'Salt'].map((description) => ({ amount: 5, description })),
  );
  expect(textOf((await browser.open('/')).html)).toContain('Tell us when money comes in');
});

test('months of one’s own begin on the preferred day, in analytics and for budgets', async () => {
  const preferences = { month_start: 10, date_format: 'YYYY-MM-DD' };
  const { person, browser } = await createNewcomer({ language_preference: 'en', preferences });
  const page = await browser.open('/budgets/new');
  expect(page.form('amount').fields.start_day).toBe('10');
  const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(page.html) ?? [];
  const list = await browser.submit(page, page.form('amount'), { amount: '500', category_ids: category });
  expect(textOf(list.html)).toMatch(/\d-10 to \d{4}-\d\d-09/);
  await record(person, [{ amount: 120, description: 'Shop', categoryId: category }]);
  expect(textOf((await browser.open('/analytics?period=last-month')).html)).toMatch(/\d-10 to \d{4}-\d\d-09/);
  const settings = await browser.open('/preferences');
  const refused = await browser.submit(settings, settings.form('month_start'), { month_start: '29' });
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).toContain('Choose a day from 1 to 28');
});

test('money is set aside for a goal on its page, and no more is taken back than there is', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/goals/new');
  await browser.submit(page, page.form('amount'), {
    name: 'Bicycle',
    amount: '1000',
    due_date: dayFrom(100),
  });
  const list = await browser.open('/budgets');
  const [, id] = /href="\/goals\/([\da-f-]{36})"/.exec(list.html) ?? [];
  const own = await browser.open(`/goals/${id}`);
  expect(own.html).toMatch(/\?aside=333\.34/);
  const saved = await browser.submit(own, own.form('aside'), { aside: '250', act: 'set' });
  expect(textOf(saved.html)).toMatch(/250\.00 of .*1,000\.00 set aside/);
  expect(textOf(saved.html)).toMatch(/250\.00 a month gets you there by/);
  const undone = await browser.submit(saved, saved.form('undo_id'), {});
  expect(textOf(undone.html)).toContain(translator('en')('budgets:undone'));
  expect(textOf(undone.html)).toContain('₪0.00 of ₪1,000.00 set aside');
  await browser.submit(undone, undone.form('aside'), { aside: '250', act: 'set' });
  const refused = await browser.submit(saved, saved.form('aside'), { aside: '251', act: 'take' });
  expect(refused.status).toBe(400);
  expect(refused.form('aside').fields.aside).toBe('251');
});

test('a share of what is left is offered for a goal as an amount, and is set aside once that is saved', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  await record(person, [{ amount: 400.5, type: 'income', description: 'Gift' }]);
  const page = await browser.open('/goals/new');
  await browser.submit(page, page.form('amount'), { name: 'Bicycle', amount: '50' });
  const [, id] = /href="\/goals\/([\da-f-]{36})"/.exec((await browser.open('/budgets')).html) ?? [];
  expect((await browser.open(`/goals/${id}`)).html).not.toContain('?aside=');
  await repeat(person, { name: 'Salary', type: 'income', amount: 9000, start_date: dayFrom(40) });
  const own = await browser.open(`/goals/${id}`);
  expect(textOf(own.html)).toMatch(/A share of the ₪400\.50 free to spend/);
  const offered = [...own.html.matchAll(/href="(\/goals\/[^"?]+\?aside=([\d.]+))"/g)];
  expect(offered.map(([, , amount]) => amount)).toEqual(['20.02', '40.05']);
  const chosen = await browser.open(offered[1]?.[1] ?? '');
  expect(chosen.form('aside').fields.aside).toBe('40.05');
  expect(textOf(chosen.html)).toContain('₪0.00 of ₪50.00 set aside');
  const saved = await browser.submit(chosen, chosen.form('aside'), { act: 'set' });
  expect(textOf(saved.html)).toContain('₪40.05 of ₪50.00 set aside');
  expect(saved.form('aside').fields.aside).toBe('');
  // What budgets need is not offered.
  const budget = await browser.open('/budgets/new');
  const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(budget.html) ?? [];
  await browser.submit(budget, budget.form('amount'), { amount: '10', category_ids: category });
  const goal = await browser.open('/goals/new');
  const made = await browser.submit(goal, goal.form('amount'), { name: 'Trip', amount: '5000' });
  // One lands at the goal.
  expect(made.address).toMatch(/^\/goals\/[\da-f-]{36}$/);
  expect(textOf(made.html)).toContain('Goal added: Trip');
  const free = /Free to spend\s*(₪[\d.]+)/.exec(textOf((await browser.open('/budgets')).html))?.[1];
  expect(textOf((await browser.open(made.address)).html)).toContain(
    `A share of the ${free} that no budget needs`,
  );
});

test('a new amount holds from the current period on, unless another day is chosen or none', async () => {
  const { browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/budgets/new');
  const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(page.html) ?? [];
  const first = { amount: '300', category_ids: category, from: dayFrom(-40) };
  const list = await browser.submit(page, page.form('amount'), first);
  const [, id] = /href="\/budgets\/([\da-f-]{36})"/.exec(list.html) ?? [];
  const own = await browser.open(`/budgets/${id}`);
  expect(own.form('amount').fields.from).toBe(written(startOfMonth(dayFrom(0))));
  const raised = await browser.submit(own, own.form('amount'), { amount: '450' });
  expect(textOf(raised.html)).toMatch(/₪0\.00 of ₪450\.00.*Earlier periods.*₪0\.00 of ₪300\.00/);
  const same = await browser.submit(raised, raised.form('amount'), { period: 'monthly' });
  expect(textOf(same.html)).toMatch(/Earlier periods.*₪0\.00 of ₪300\.00/);
  const all = await browser.submit(same, same.form('amount'), { from: '' });
  expect(textOf(all.html)).toMatch(/Earlier periods.*₪0\.00 of ₪450\.00/);
});

test('a budget that is overspent before it begins is said without an amount below zero', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/budgets/new');
  const [, category = ''] = /name="category_ids" value="([^"]+)"/.exec(page.html) ?? [];
  const month = `${dayFrom(0).slice(0, 7)}-01`;
  const before = new Date(Date.parse(month) - 86_400_000).toISOString().slice(0, 10);
  await record(person, [{ amount: 900, description: 'Shoes', date: before, categoryId: category }]);
  const budget = { amount: '300', category_ids: category, carry: 'overspent', from: before };
  const list = textOf((await browser.submit(page, page.form('amount'), budget)).html);
  expect(list).toMatch(/₪300\.00 over\s*₪0\.00 spent · ₪600\.00 overspent before/);
});

test('a refund lowers what is spent of a budget that names its category', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const page = await browser.open('/budgets/new');
  const [expenses = '', refunds = ''] = page.html.split('Refunds, from income categories');
  const [, food = ''] = /name="category_ids" value="([^"]+)"/.exec(expenses) ?? [];
  const [, refund = ''] = /value="([^"]+)"(?:(?!value=)[\s\S])*?<span>\s*Refunds\b/.exec(refunds) ?? [];
  const { fields } = page.form('amount');
  await browser.post('/budgets/new', [
    ...Object.entries({ ...fields, amount: '500' }).filter(([name]) => name !== 'category_ids'),
    ['category_ids', food],
    ['category_ids', refund],
  ]);
  await record(person, [
    { amount: 120, description: 'Shoes', categoryId: food },
    { amount: 40, type: 'income', description: 'Shoes, sent back', categoryId: refund },
  ]);
  expect(textOf((await browser.open('/budgets')).html)).toContain('₪80.00 of ₪500.00');
});

test('Home draws the line of the budgets only where they cover the spending beside it', async () => {
  const t = translator('en');
  const { person, browser } = await createNewcomer({ language_preference: 'en' });
  const [food, rent] = (await categoriesOf(person)).filter(({ type }) => type === 'expense');
  const today = startOfMonth(dayFrom(0));
  for (const months of [3, 2, 1, 0]) {
    const date = startOfMonth(plusDays(today, -28 * months));
    await record(person, [
      { amount: 100, description: 'Bread', date, category_id: food?.id },
      { amount: 1000, description: 'Rent', date, category_id: rent?.id },
    ]);
  }
  const isDrawn = async () => {
    const { html } = await browser.open('/');
    const [heads = ''] = /<thead[\s\S]*?<\/thead>/.exec(html.slice(html.indexOf('home-days'))) ?? [];
    expect(textOf(heads)).toContain(t('dashboard:pace.usually'));
    return textOf(heads).includes(t('budgets:title'));
  };
  await askApi(person, 'POST', '/budgets', { amount: 1200, category_ids: [food?.id] });
  expect(await isDrawn()).toBe(false);
  await askApi(person, 'POST', '/budgets', { amount: 1000, category_ids: [rent?.id] });
  expect(await isDrawn()).toBe(true);
});
