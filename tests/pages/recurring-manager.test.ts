import { describe, expect, test } from 'vitest';
import { plusDays } from '../../src/domain/calendar.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { type Form, formsOf, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextPage } from '../support/text-browser.ts';
import { NOON_ZONE, TODAY } from '../support/today.ts';
import { makeAccount } from '../support/transactions.ts';

const t = translator('en');
const he = translator('he');

interface Made {
  id: string;
  next_date: string;
}

describe('the recurring manager', () => {
  const begin = (language = 'en') =>
    createNewcomer({
      language_preference: language,
      preferences: { timezone: NOON_ZONE, date_format: 'YYYY-MM-DD' },
    });

  const ask = <Data>(person: Person, method: string, path: string, body?: unknown) =>
    askApi<Data>(person, method, `/transactions${path}`, body);

  /** By default a daily expense of 10.00 from today on. */
  async function make(person: Person, changes: Record<string, unknown> = {}): Promise<Made> {
    const body = {
      name: 'Rent',
      amount: 10,
      type: 'expense',
      interval_type: 'daily',
      interval: 30,
      timezone: NOON_ZONE,
      start_date: TODAY,
      ...changes,
    };
    return (await ask<{ template: Made }>(person, 'POST', '/templates', body)).template;
  }

  const datesOf = async (person: Person, id: string) =>
    (await ask<{ upcoming: { date: string }[] }>(person, 'GET', `/templates/${id}`)).upcoming.map(
      ({ date }) => date,
    );
  const formTo = ({ html, address }: TextPage, action: string): Form =>
    formsOf(html).find((form) => form.action === action) ?? expect.fail(`no form to ${action} on ${address}`);

  test('without templates it offers to create the first one', async () => {
    const { browser } = await begin();
    const page = await browser.open('/recurring');
    expect(page.html.match(/class="button button-primary" href="\/recurring\/new"/g)).toHaveLength(1);
    expect(page.html).not.toContain(t('recurring:manager.newShort'));
    expect(textOf(page.html)).toContain(t('recurring:manager.emptyTitle'));
    const calendar = textOf((await browser.open('/recurring/calendar')).html);
    expect(calendar).toContain(t('common:nothingScheduled'));
  });

  test('templates have their sums and are filtered by status', async () => {
    const { person, browser } = await begin();
    const rent = await make(person);
    await make(person, { name: 'Salary', amount: 500, type: 'income', interval_type: 'weekly', interval: 2 });
    const paused = await make(person, { name: 'Gym' });
    await ask(person, 'POST', `/templates/${paused.id}/stop`);
    const long = { start_date: plusDays(TODAY, -70), end_type: 'occurrences', max_occurrences: 1 };
    await make(person, { name: 'Course', ...long });
    const list = await browser.open('/recurring');
    const all = textOf(list.html);
    expect(all).toContain('All 4 Active 2 Paused 1 Ended 1');
    expect(all).toMatch(/Every 30 days/);
    expect(all).toMatch(/Every 2 weeks on \w+day/);
    // Rows do not mention the active state, which most have.
    const rows = [...(/<tbody.*?<\/tbody>/s.exec(list.html)?.[0] ?? '').matchAll(/<tr.*?<\/tr>/gs)].map(
      ([row]) => textOf(row),
    );
    expect(rows.map((row) => /Active|Paused|Ended/.exec(row)?.[0])).toEqual([
      undefined,
      undefined,
      'Paused',
      'Ended',
    ]);
    expect(rows[1]).toContain(`${plusDays(TODAY, 30)} Expense`);
    // 500 every fortnight and 10 every thirty days.
    expect(all).toMatch(/Monthly average Income ₪1,071.43 Expenses ₪10.00 Net ₪1,061.43/);
    expect(all).toMatch(/Next 90 days Income ₪3,000.00 Expenses ₪30.00 Net ₪2,970.00/);
    const ended = textOf((await browser.open('/recurring?status=ended')).html);
    expect(ended).toContain('Course');
    expect(ended).not.toContain('Salary');
    const details = textOf((await browser.open(`/recurring/${rent.id}`)).html);
    expect(details).toContain('Every 30 days');
    expect(details).toContain(`3 dates. ${t('recurring:manager.endless')}`);
    expect(details).toContain(t('recurring:manager.countEndless', { shown: '4' }));
  });

  test('a transfer that repeats is set up, listed, changed and stopped as one', async () => {
    const { person, browser } = await begin();
    await make(person);
    const { account } = await askApi<{ account: { id: string } }>(person, 'POST', '/accounts', {
      name: 'Savings',
    });
    const before = textOf((await browser.open('/recurring')).html);
    const sums = /Monthly average.*after these 90 days/s.exec(before)?.[0];
    const start = plusDays(TODAY, 1);
    const page = await browser.open(`/transactions/transfer/new?to=${account.id}&amount=500&date=${start}`);
    const typed = {
      isRecurring: 'true',
      recurringFrequency: 'weekly',
      recurringInterval: '2',
      recurringEndType: 'date',
    };
    const early = await browser.submit(page, page.form('amount'), { ...typed, recurringEndDate: TODAY });
    expect(early.status).toBe(400);
    expect(early.html).toContain('href="#recurringEndDate"');
    expect(early.form('amount').fields).toMatchObject({ ...typed, amount: '500', recurringEndDate: TODAY });
    const made = await browser.submit(early, early.form('amount'), { recurringEndDate: plusDays(start, 40) });
    const id = /\/recurring\/([\da-f-]{36})/.exec(made.html)?.[1] ?? '';
    const list = await browser.open('/recurring');
    const all = textOf(list.html);
    expect(all).toContain(sums);
    expect(all.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
      /Main account → Savings.*Every 2 weeks on.*Transfer ₪500.00/,
    );
    const details = await browser.open(`/recurring/${id}`);
    expect(textOf(details.html)).toContain('3 dates');
    expect(textOf(details.html)).not.toContain('Expense');
    const calendar = textOf((await browser.open('/recurring/calendar?view=list')).html);
    expect(calendar.replaceAll(/[\u2066-\u2069]/g, '')).toContain('Main account → Savings');
    const form = await browser.open(`/recurring/${id}/edit`);
    expect(form.address).toBe(`/recurring/${id}/transfer`);
    // Nothing has happened yet that a change may concern.
    expect(form.html).not.toContain('name="scope"');
    const changed = await browser.submit(form, form.form('amount'), {
      amount: '600',
      recurringEndType: 'occurrences',
      recurringMaxOccurrences: '5',
    });
    expect(changed.address).toBe(`/recurring/${id}`);
    const { template } = await ask<{ template: object }>(person, 'GET', `/templates/${id}`);
    expect(template).toMatchObject({
      amount: 600,
      end_type: 'occurrences',
      max_occurrences: 5,
      interval: 2,
      interval_type: 'weekly',
      type: 'transfer',
    });
    const copy = await browser.open(`/recurring/${id}/duplicate`);
    expect(copy.form('amount').fields).toMatchObject({
      amount: '600.00',
      toAccountId: account.id,
      ...typed,
      recurringEndType: 'occurrences',
    });
    await askApi(person, 'PUT', `/accounts/${account.id}`, { is_archived: true });
    const paused = await browser.open(`/recurring/${id}`);
    expect(textOf(paused.html)).toContain(t('errors:transferArchived'));
    const refused = await browser.submit(paused, formTo(paused, `/recurring/${id}/resume`));
    expect(refused.status).toBe(200);
    expect(textOf(refused.html)).toContain('Paused');
    expect(await datesOf(person, id)).toEqual([]);
  });

  test('resuming is undone by its notice', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person, { start_date: plusDays(TODAY, 5) });
    await ask(person, 'POST', `/templates/${id}/stop`);
    const count = async () =>
      (await ask<{ pagination: { total: number } }>(person, 'GET', '?status=any')).pagination.total;
    const page = await browser.open(`/recurring/${id}`);
    const resumed = await browser.submit(page, formTo(page, `/recurring/${id}/resume`));
    expect(await count()).toBe(3);
    const undone = await browser.submit(resumed, formTo(resumed, `/recurring/${id}/pause`));
    expect(undone.address).toBe(`/recurring/${id}`);
    expect(await count()).toBe(0);
    // What was changed since is not overwritten.
    const again = await browser.submit(undone, formTo(undone, `/recurring/${id}/resume`));
    await ask(person, 'PUT', `/templates/${id}`, { name: 'Flat' });
    const refused = await browser.submit(again, formTo(again, `/recurring/${id}/pause`));
    expect(refused.status).toBe(409);
    expect(await count()).toBe(3);
  });

  test('a transfer that repeats is changed from tomorrow on, or with its past', async () => {
    const { person, browser } = await begin();
    const toAccountId = await makeAccount(person, { name: 'Savings' });
    const open = await browser.open(`/transactions/transfer/new?to=${toAccountId}&amount=500`);
    const made = await browser.submit(open, open.form('amount'), {
      isRecurring: 'true',
      date: plusDays(TODAY, -14),
      recurringFrequency: 'weekly',
    });
    const id = /\/recurring\/([\da-f-]{36})/.exec(made.html)?.[1] ?? '';
    const amounts = async () => {
      type Answer = { transfers: { amount: number; date: string }[] };
      const { transfers } = await askApi<Answer>(person, 'GET', '/transfers');
      return transfers.filter(({ date }) => date <= TODAY).map(({ amount }) => amount);
    };
    expect(await amounts()).toEqual([500, 500, 500]);
    const change = async (typed: Record<string, string>) => {
      const form = await browser.open(`/recurring/${id}/transfer`);
      await browser.submit(form, form.form('amount'), typed);
    };
    await change({ amount: '600' });
    expect(await amounts()).toEqual([500, 500, 500]);
    await change({ amount: '700', scope: 'all' });
    expect(await amounts()).toEqual([700, 700, 700]);
  });

  test('the transactions of a series do not repeat its category', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person);
    const { html } = await browser.open(`/recurring/${id}`);
    const past = textOf(html.split('id="recurring-past"')[1]?.split('</section>')[0] ?? '');
    expect(past).toMatch(/Rent.*10\.00/);
    expect(past).not.toContain(t('common:noCategory'));
  });

  test('chosen dates are skipped, and each is unskipped on the page of its template', async () => {
    const { person, browser } = await begin();
    const { id, next_date } = await make(person);
    const [second, third] = [plusDays(next_date, 30), plusDays(next_date, 60)];
    const form = await browser.open(`/recurring/${id}/skip`);
    const none = await browser.submit(form, form.form('dates'));
    expect(none.status).toBe(400);
    expect(none.html).toContain('<a href="#recurring-dates">Choose at least one date</a>');
    expect(none.html).toMatch(/id="recurring-dates-error">\s*Choose at least one date\s*</);
    const { _csrf = '' } = none.form('dates').fields;
    const page = await browser.post(`/recurring/${id}/skip`, [
      ['_csrf', _csrf],
      ['dates', next_date],
      ['dates', third],
    ]);
    expect(textOf(page.html)).toContain(t('recurring:manager.skippedDates', { name: 'Rent', count: 2 }));
    expect(await datesOf(person, id)).toEqual([second]);
    const back = await browser.submit(page, formTo(page, `/recurring/${id}/unskip`));
    expect(textOf(back.html)).toContain(t('recurring:manager.unskipped', { name: 'Rent', dates: next_date }));
    expect(await datesOf(person, id)).toEqual([next_date, second]);
  });

  test('an invalid date is refused at its field', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person);
    const { _csrf = '' } = (await browser.open(`/recurring/${id}/skip`)).form('dates').fields;
    for (const [dates, message] of [
      ['2026-02-31', t('errors:dateInvalid', { example: '2026-03-31' })],
      ['x', t('errors:dateInvalid', { example: '2026-03-31' })],
      ['1999-01-31', t('errors:skipDateUnscheduled', { date: '1999-01-31' })],
    ] as const) {
      const refused = await browser.post(`/recurring/${id}/skip`, { _csrf, dates });
      expect(refused.status).toBe(400);
      expect(refused.html).toMatch(/href="#recurring-dates(\.0)?"/);
      expect(textOf(refused.html)).toContain(message);
      if (dates === '1999-01-31') continue;
      expect((await browser.post(`/recurring/${id}/unskip`, { _csrf, dates })).status).toBe(400);
    }
  });

  test('a template ends on a day of one’s own', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person);
    const list = await browser.open('/recurring');
    expect(list.html).toContain(`href="/recurring/${id}/end`);
    const page = await browser.open(`/recurring/${id}/end?return=/recurring`);
    for (const end_date of ['', plusDays(TODAY, -1)]) {
      const refused = await browser.submit(page, page.form('end_date'), { end_date });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('id="end_date-error"');
    }
    const last = plusDays(TODAY, 30);
    const ended = await browser.submit(page, page.form('end_date'), { end_date: last });
    expect(ended.address).toBe('/recurring');
    expect(textOf(ended.html)).toContain(t('recurring:manager.endsOn', { name: 'Rent', date: last }));
    expect(textOf(ended.html)).toContain(t('recurring:manager.booked', { count: 1, shown: '1' }));
    expect(await datesOf(person, id)).toEqual([last]);
    const details = textOf((await browser.open(`/recurring/${id}`)).html);
    expect(details).toContain(t('recurring:manager.status.ends', { date: isolated(last) }));
    const now = await browser.submit(page, page.form('end_date'), { end_date: TODAY });
    expect(await datesOf(person, id)).toEqual([]);
    expect(textOf(now.html)).toContain(t('common:undo'));
    expect((await browser.open(`/recurring/${id}`)).html).not.toContain('/end"');
  });

  test('a template ends after the next date, or today, by a button that says what is still added', async () => {
    const { person, browser } = await begin();
    const { id, next_date } = await make(person);
    const page = await browser.open(`/recurring/${id}/end`);
    const buttons = [
      t('recurring:manager.endToday'),
      t('recurring:manager.endAfterNext', { date: isolated(next_date) }),
    ];
    for (const text of buttons) expect(textOf(page.html)).toContain(text);
    expect(textOf(page.html)).toContain(t('recurring:manager.bookedNone'));
    const ending = formsOf(page.html).filter(({ fields }) => 'end_date' in fields);
    expect(ending.map(({ fields }) => fields.end_date)).toEqual([TODAY, next_date, next_date]);
    const [today, afterNext] = ending;
    if (!today || !afterNext) throw new Error('The buttons are missing');
    await browser.submit(page, afterNext);
    expect(await datesOf(person, id)).toEqual([next_date]);
    await browser.submit(page, today);
    expect(await datesOf(person, id)).toEqual([]);
  });

  test('a pause is undone from its message, with what was edited and skipped', async () => {
    const { person, browser } = await begin();
    const { id, next_date } = await make(person);
    const read = () => ask<{ upcoming: { id: string; amount: number }[] }>(person, 'GET', `/templates/${id}`);
    await ask(person, 'POST', `/templates/${id}/skip`, { dates: [next_date] });
    const { upcoming } = await read();
    await ask(person, 'PUT', `/expense/${upcoming[0]?.id}`, { amount: 99 });
    const before = await read();
    const question = await browser.open(`/recurring/${id}/pause`);
    const paused = await browser.submit(question, question.form('confirmed'));
    expect(await datesOf(person, id)).toEqual([]);
    const undone = await browser.submit(paused, formTo(paused, '/transactions/restore'));
    expect(undone.address).toBe(`/recurring/${id}`);
    expect(textOf(undone.html)).toContain(t('recurring:manager.restored', { name: 'Rent', count: 2 }));
    expect(await read()).toEqual(before);
  });

  test('a pause that deletes edited occurrences asks for confirmation', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person);
    const { upcoming } = await ask<{ upcoming: { id: string }[] }>(person, 'GET', `/templates/${id}`);
    await ask(person, 'PUT', `/expense/${upcoming[1]?.id}`, { amount: 99 });
    const list = await browser.open('/recurring');
    const question = await browser.submit(list, formTo(list, `/recurring/${id}/pause`));
    expect(question.address).toBe(`/recurring/${id}/pause?return=%2Frecurring`);
    expect(textOf(question.html)).toContain(t('recurring:manager.pauseEdited', { count: 1 }));
    expect(textOf(question.html)).toContain(t('recurring:manager.pauseEndless'));
    expect(await datesOf(person, id)).toHaveLength(3);
    await browser.submit(question, question.form('confirmed'));
    expect(await datesOf(person, id)).toEqual([]);
  });

  test.each([
    ['template', '/recurring', [0, 1]],
    ['future', '/recurring/{id}', [1, 1]],
    ['all', '/recurring', [0, 0]],
  ] as const)(
    'a deletion with scope %s deletes what it announced, and can be undone',
    async (scope, to, left) => {
      const { person, browser } = await begin();
      const { id, next_date } = await make(person);
      const page = await browser.open(`/recurring/${id}/delete`);
      expect(textOf(page.html)).toContain(t('recurring:manager.effectEndless'));
      const from = scope === 'all' ? TODAY : next_date;
      const shown = String(scope === 'all' ? 4 : 3);
      const effect = { count: Number(shown), shown, from, to: plusDays(next_date, 60) };
      expect(textOf(page.html)).toContain(t('recurring:manager.effect', effect));
      expect(page.form('scope').fields).not.toHaveProperty('scope');
      const undecided = await browser.submit(page, page.form('scope'));
      expect(undecided.status).toBe(400);
      expect(undecided.html).toContain(`<a href="#recurring-scope">${t('errors:scopeInvalid')}</a>`);
      const count = async () => {
        const { templates } = await ask<{ templates: unknown[] }>(person, 'GET', '/templates');
        return [
          templates.length,
          (await ask<{ transactions: unknown[] }>(person, 'GET', '')).transactions.length,
        ];
      };
      const done = await browser.submit(page, page.form('scope'), { scope });
      expect(done.address).toBe(to.replace('{id}', id));
      if (scope !== 'future') expect(textOf(done.html)).toContain('Template deleted successfully!');
      expect(await count()).toEqual(left);
      const undone = await browser.submit(done, formTo(done, '/transactions/restore'));
      expect(textOf(undone.html)).toContain(
        t('recurring:manager.restored', { name: 'Rent', count: Number(shown) }),
      );
      expect(await datesOf(person, id)).toHaveLength(3);
    },
  );

  test('a series that has not begun cannot be ended, only deleted', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person, { start_date: plusDays(TODAY, 10) });
    const page = await browser.open(`/recurring/${id}/delete`);
    expect(page.html.match(/name="scope" value="\w+"/g)).toHaveLength(1);
    // As from an outdated page.
    const done = await browser.submit(page, page.form('scope'), { scope: 'future' });
    expect(done.address).toBe('/recurring');
    expect(textOf(done.html)).toContain(t('recurring:manager.deleted', { name: 'Rent' }));
  });

  test('the calendar shows each day with its sum, in months or as a list', async () => {
    const { person, browser } = await begin();
    const { id, next_date } = await make(person);
    await make(person, { name: 'Allowance', amount: 2.5, type: 'income' });
    await ask(person, 'POST', `/templates/${id}/skip`, { dates: [plusDays(next_date, 30)] });
    for (const view of ['', '?view=months', '?view=list']) {
      const { html } = await browser.open(`/recurring/calendar${view}`);
      const text = textOf(html);
      expect(text).toContain(next_date);
      expect(text.match(/Daily total −₪7.50/g)).toHaveLength(2);
      expect(text.match(/Rent Skipped/g)).toHaveLength(1);
      expect(html.includes('<table')).toBe(view !== '?view=list');
    }
  });

  test('a full day shows its first transactions, and all of them on a page of its own', async () => {
    const { person, browser } = await begin();
    const dates = [];
    for (let index = 0; index < 8; index++)
      dates.push((await make(person, { name: `Paper ${index}` })).next_date);
    for (const view of ['months', 'list']) {
      const { html } = await browser.open(`/recurring/calendar?view=${view}`);
      expect(html.match(/>Paper \d</g)).toHaveLength(3 * 5);
      expect(textOf(html).match(/Daily total −₪80.00/g)).toHaveLength(3);
      expect(textOf(html)).toContain(t('recurring:manager.moreOfDay', { count: 3 }));
      const day = `/recurring/calendar?view=${view}&amp;day=${dates[0]}`;
      expect(html).toContain(`href="${day}"`);
      const full = await browser.open(day.replace('&amp;', '&'));
      expect(full.html.match(/>Paper \d</g)).toHaveLength(8);
      expect(textOf(full.html).match(/Daily total −₪80.00/g)).toHaveLength(1);
      expect(full.html).toContain(`href="/recurring/calendar?view=${view}"`);
    }
  });

  test('the weeks of the calendar start on the preferred day', async () => {
    const { person, browser } = await begin();
    await make(person, { interval: 1 });
    const firstDay = async () => / abbr="(\w+)"/.exec((await browser.open('/recurring/calendar')).html)?.[1];
    expect(await firstDay()).toBe('Sunday');
    await askApi(person, 'PUT', '/users/profile', { preferences: { week_start: 'monday' } });
    expect(await firstDay()).toBe('Monday');
  });

  test('it is shown in Hebrew', async () => {
    const { person, browser } = await begin('he');
    const { id } = await make(person, { name: 'שכר דירה', interval: 2 });
    const page = textOf((await browser.open('/recurring')).html);
    for (const words of [he('common:recurringTransactions'), 'כל יומיים', 'פעילות'])
      expect(page).toContain(words);
    const removal = await browser.open(`/recurring/${id}/delete`);
    const done = await browser.submit(removal, removal.form('scope'), { scope: 'all' });
    expect(textOf(done.html)).toContain('התנועה הקבועה נמחקה בהצלחה!');
  });

  test('a template of another person is missing and stays unchanged', async () => {
    const { person } = await begin();
    const { id } = await make(person);
    const read = () => ask(person, 'GET', `/templates/${id}`);
    const before = await read();
    const { browser: stranger } = await begin();
    const { _csrf = '' } = (await stranger.open('/preferences')).form('_csrf').fields;
    const fields = { _csrf, dates: plusDays(TODAY, 30), scope: 'all', confirmed: 'yes' };
    for (const action of ['', '/skip', '/pause', '/delete'])
      expect((await stranger.open(`/recurring/${id}${action}`)).status).toBe(404);
    for (const action of ['skip', 'unskip', 'pause', 'resume', 'delete']) {
      const { status, address, html } = await stranger.post(`/recurring/${id}/${action}`, fields);
      expect({ status, address }).toEqual({ status: 200, address: '/recurring' });
      expect(textOf(html)).toContain(t('recurring:manager.gone'));
      expect(textOf(html)).not.toContain('Rent');
      expect(html).not.toContain(id);
    }
    expect(await read()).toEqual(before);
  });

  test('a GET of a URL that changes something changes nothing', async () => {
    const { person, browser } = await begin();
    const { id } = await make(person);
    for (const action of ['resume', 'unskip'])
      expect((await browser.open(`/recurring/${id}/${action}`)).address).toBe(`/recurring/${id}`);
    expect(await datesOf(person, id)).toHaveLength(3);
  });
});
