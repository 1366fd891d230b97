import { describe, expect, test } from 'vitest';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import type { Person } from '../support/people.ts';
import type { TextBrowser, TextPage } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

interface Template {
  id: string;
  name: string;
  description: string;
  amount: number;
  category_name: string;
  interval_type: string;
  interval: number;
  day_of_month: number;
  start_date: string;
  end_type: string;
  end_date: string | null;
  max_occurrences: number | null;
  preferred_time: string;
  occurrences_count: number;
}

describe('the wizard without scripts', () => {
  const begin = (language = 'en') =>
    createNewcomer({
      language_preference: language,
      preferences: { date_format: 'YYYY-MM-DD' },
    });

  const ask = <Data>(person: Person, method: string, path = '', body?: object) =>
    askApi<Data>(person, method, `/transactions/templates${path}`, body);

  const templatesOf = async (person: Person) =>
    (await ask<{ templates: Template[] }>(person, 'GET')).templates;

  const makeOne = async (person: Person, changes: object = {}) => {
    const body = { description: 'Rent', amount: 10, type: 'expense', start_date: TODAY, ...changes };
    return (await ask<{ template: Template }>(person, 'POST', '', body)).template;
  };

  /** Leaves the form's other fields unchanged. */
  const press = (browser: TextBrowser, page: TextPage, step: string, typed: Record<string, string> = {}) =>
    browser.submit(page, page.form('amount'), { ...typed, step });

  const TYPED = { amount: '1,234.50', description: 'שכר דירה rent', notes: 'one\ntwo' };

  test.each(LOCALES)('creates a template once after showing what it means, in %s', async (language) => {
    const t = translator(language);
    const { person, browser } = await begin(language);
    const start = plusMonths(TODAY, -3);
    const page = await browser.open('/recurring/new');
    expect(page.html).toContain(`<h1>${t('recurring:new')}</h1>`);
    expect(page.html.match(/<li><span><bdi>\d{4}-/g)).toHaveLength(6);
    const preview = await press(browser, page, 'preview', { ...TYPED, date: start, dayOfMonth: '31' });
    const shown = textOf(preview.html);
    expect(preview.status).toBe(200);
    for (const title of ['preview', 'confirm'] as const)
      expect(shown).toContain(t(`recurring:wizard.title.${title}`));
    expect(shown).toContain(t('recurring:wizard.endless'));
    expect(shown).toMatch(/₪1,234\.50/);
    expect(preview.html.match(/<li><span><bdi>\d{4}-/g)).toHaveLength(6);
    expect(shown).toContain(t('transactions:form.expense'));
    expect(shown).toContain('שכר דירה rent');
    expect(shown).toContain('one two');
    expect(await templatesOf(person)).toEqual([]);
    const form = preview.form('amount');
    const [saved] = await Promise.all([
      browser.submit(preview, form, { step: 'save' }),
      browser.submit(preview, form, { step: 'save' }),
    ]);
    expect(saved.address).toBe('/recurring');
    const [made, ...more] = await templatesOf(person);
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      description: 'שכר דירה rent',
      name: 'שכר דירה rent',
      amount: 1234.5,
      interval_type: 'monthly',
      day_of_month: 31,
      start_date: start,
      end_type: 'never',
      preferred_time: '09:00',
    });
  });

  test('shows how many past transactions a start in the past creates, and links to the template', async () => {
    const { person, browser } = await begin();
    const page = await browser.open('/recurring/new?return=/transactions');
    const typed = { ...TYPED, recurringFrequency: 'daily', date: plusDays(TODAY, -14) };
    const preview = await press(browser, page, 'preview', typed);
    expect(textOf(preview.html)).toContain(translator('en')('recurring:wizard.past', { count: 14 }));
    const saved = await press(browser, preview, 'save');
    expect(saved.address).toBe('/transactions');
    const [made] = await templatesOf(person);
    expect(saved.html).toContain(`href="/recurring/${made?.id}"`);
    expect(saved.html).not.toContain('class="remark"');
    expect(textOf(saved.html)).toContain(
      translator('en')('recurring:wizard.created', { name: TYPED.description }),
    );
  });

  test('keeps all values on the way back, those of a preset too', async () => {
    const { browser } = await begin();
    const page = await browser.open('/recurring/new');
    const typed = {
      ...TYPED,
      recurringFrequency: 'weekly',
      dayOfWeek: '3',
      recurringInterval: '2',
      recurringEndType: 'occurrences',
      recurringMaxOccurrences: '4',
      name: 'Flat',
      newCategoryName: 'Home base',
    };
    const preview = await press(browser, page, 'preview', typed);
    expect(preview.html.match(/<li><span><bdi>\d{4}-/g)).toHaveLength(4);
    const back = await press(browser, preview, 'setup');
    expect(back.form('amount').fields).toMatchObject(typed);
    expect(textOf(back.html)).toContain(translator('en')('recurring:wizard.title.setup'));
    const preset = await browser.submit(back, back.form('amount'), { preset: 'time:18:00' });
    expect(preset.form('amount').fields).toMatchObject({ ...typed, time: '6:00 PM' });
  });

  test('moves the suggested first day with the frequency, and leaves one of the person’s own', async () => {
    const { person, browser } = await begin();
    const { transaction } = await askApi<{ transaction: { id: string } }>(
      person,
      'POST',
      '/transactions/expense',
      { amount: 10, description: 'Pool' },
    );
    const page = await browser.open(`/recurring/new?like=${transaction.id}`);
    const dateOf = (shown: TextPage) => shown.form('amount').fields.date;
    expect(dateOf(page)).toBe(plusMonths(TODAY, 1));
    const weekly = await press(browser, page, 'preview', { recurringFrequency: 'weekly' });
    expect(dateOf(weekly)).toBe(plusDays(TODAY, 7));
    const back = await press(browser, weekly, 'setup');
    const daily = await press(browser, back, 'preview', { recurringFrequency: 'daily' });
    expect(dateOf(daily)).toBe(plusDays(TODAY, 1));
    const own = plusDays(TODAY, 10);
    const kept = await press(browser, back, 'preview', { recurringFrequency: 'daily', date: own });
    expect(dateOf(kept)).toBe(own);
  });

  test('begins with the salary that came twice, for who is asked when money comes in', async () => {
    const { person, browser } = await begin();
    const day = Number(TODAY.slice(8)) > 27 ? plusDays(TODAY, -5) : TODAY;
    const pay = (date: string) => ({
      type: 'income' as const,
      amount: 12_890,
      description: 'Salary of Acme',
      date,
    });
    await record(person, [pay(plusMonths(day, -1))]);
    const empty = await browser.open('/recurring/new?type=income');
    expect(empty.form('amount').fields).toMatchObject({ type: 'income', amount: '', description: '' });
    await record(person, [pay(day)]);
    const filled = await browser.open('/recurring/new?type=income');
    expect(filled.form('amount').fields).toMatchObject({
      type: 'income',
      amount: '12890.00',
      description: 'Salary of Acme',
      date: plusMonths(day, 1),
    });
  });

  test('shows no dates after the end date', async () => {
    const { browser } = await begin();
    const page = await browser.open('/recurring/new');
    const preview = await press(browser, page, 'preview', {
      ...TYPED,
      recurringFrequency: 'daily',
      recurringEndType: 'date',
      recurringEndDate: plusDays(TODAY, 2),
      // Belongs to another choice, and is ignored.
      recurringMaxOccurrences: 'many',
      dayOfWeek: '9',
    });
    expect(preview.html.match(/<li><span><bdi>\d{4}-/g)).toHaveLength(3);
  });

  test.each([
    [{ amount: '0' }, 'amount', 'errors:amountMin'],
    [{ description: ' ' }, 'description', 'errors:descriptionTooShort'],
    [{ date: '' }, 'date', 'errors:dateRequired'],
    [{ date: '2001-01-01' }, 'date', 'errors:datePast'],
    [{ recurringInterval: '366' }, 'recurringInterval', 'errors:intervalInvalid'],
    [{ recurringFrequency: 'hourly' }, 'recurringFrequency', 'errors:intervalTypeInvalid'],
    [{ recurringEndType: 'date' }, 'recurringEndDate', 'errors:endDateRequired'],
    [{ recurringEndType: 'date', recurringEndDate: TODAY }, 'recurringEndDate', 'errors:endDateAfterStart'],
    [{ recurringEndType: 'occurrences' }, 'recurringMaxOccurrences', 'errors:maxOccurrencesRequired'],
    [{ categoryId: '0197a000-0000-7000-8000-000000000000' }, 'categoryId', 'errors:categoryMissing'],
  ] as const)('refuses %j at its first step, whichever step validates it', async (error, field, message) => {
    const { person, browser } = await begin();
    const page = await browser.open('/recurring/new');
    for (const step of ['preview', 'save']) {
      const refused = await press(browser, page, step, { ...TYPED, ...error });
      const words = translator('en')(message);
      expect(refused.status, step).toBe(field === 'categoryId' ? 404 : 400);
      expect(refused.html).toContain(`<a href="#${field}">${words}</a>`);
      expect(refused.html).toMatch(new RegExp(`id="${field}-error"[^>]*>${words}<`));
      expect(textOf(refused.html)).toContain(translator('en')('recurring:wizard.title.setup'));
      expect(refused.form('amount').fields).toMatchObject({ notes: TYPED.notes });
    }
    expect(await templatesOf(person)).toEqual([]);
  });

  test('creates a new category with the template and not with its preview', async () => {
    const { person, browser } = await begin();
    const page = await browser.open('/recurring/new');
    const preview = await press(browser, page, 'preview', { ...TYPED, newCategoryName: 'Pottery' });
    expect((await browser.open('/recurring/new')).html).not.toContain('>Pottery<');
    await press(browser, preview, 'save');
    expect(await templatesOf(person)).toMatchObject([{ category_name: 'Pottery' }]);
  });

  test('is linked from the form of a transaction', async () => {
    const { browser } = await begin();
    const page = await browser.open('/transactions/new?kind=recurring&type=income&date=2026-03-31');
    expect(page.address).toBe('/recurring/new?type=income&date=2026-03-31');
    expect(page.form('amount').fields).toMatchObject({ type: 'income', date: '2026-03-31' });
  });

  test('duplicates a template with today as its start', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person, {
      start_date: plusMonths(TODAY, -12),
      end_date: plusMonths(TODAY, -1),
      interval: 2,
    });
    const page = await browser.open(`/recurring/${id}/duplicate`);
    await press(browser, await press(browser, page, 'preview'), 'save', { description: 'Second' });
    const [first, second] = await templatesOf(person);
    expect(first).toMatchObject({ id, end_type: 'date' });
    expect(second).toMatchObject({
      description: 'Second',
      amount: 10,
      interval: 2,
      start_date: TODAY,
      end_type: 'never',
    });
  });

  test('changes a template from tomorrow on or with its past, with the figures of the preview', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person, {
      interval_type: 'daily',
      start_date: plusDays(TODAY, -9),
      end_type: 'occurrences',
      max_occurrences: 20,
    });
    const t = translator('en');
    const page = await browser.open(`/recurring/${id}/edit`);
    const preview = await press(browser, page, 'preview', { amount: '12' });
    const shown = textOf(preview.html);
    expect(preview.form('amount').fields.scope).toBe('future');
    expect(shown).toContain('Changes 10 upcoming transactions.');
    expect(shown).toContain('Changes 10 past transactions and 10 upcoming transactions.');
    const saved = await press(browser, preview, 'save', { scope: 'all' });
    expect(textOf(saved.html)).not.toContain(t('errors:VALIDATION_ERROR'));
    expect(await templatesOf(person)).toMatchObject([{ id, amount: 12, occurrences_count: 20 }]);

    const again = await browser.open(`/recurring/${id}/edit`);
    await press(browser, again, 'save', { amount: '15' });
    expect(await templatesOf(person)).toMatchObject([
      {
        ...{ id, amount: 15, occurrences_count: 20, max_occurrences: 20 },
        prices: [
          { amount: 12, until: TODAY },
          { amount: 15, until: null },
        ],
      },
    ]);
  });

  test('shows the next dates of a template before anything is changed, without the skipped', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person, { interval_type: 'daily', start_date: plusDays(TODAY, -3) });
    const skipped = plusDays(TODAY, 2);
    await ask(person, 'POST', `/${id}/skip`, { dates: [skipped] });
    const { html } = await browser.open(`/recurring/${id}/edit`);
    const dates = [...html.matchAll(/<li><span><bdi>([\d-]+)/g)].map(([, date]) => date);
    expect(dates).toEqual([1, 3, 4, 5, 6, 7].map((days) => plusDays(TODAY, days)));
    const [template] = await templatesOf(person);
    expect(template?.occurrences_count).toBe(3 + 1 + 90 - 1);
  });

  test('asks for no scope when only the name changes', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person, { start_date: plusMonths(TODAY, -3) });
    const page = await browser.open(`/recurring/${id}/edit`);
    const preview = await press(browser, page, 'preview', { name: 'Flat' });
    expect(textOf(preview.html)).not.toContain(translator('en')('recurring:wizard.scope'));
    await press(browser, preview, 'save');
    expect(await templatesOf(person)).toMatchObject([{ id, name: 'Flat', description: 'Rent' }]);
  });

  test('shows a conflict when the template was changed, and can overwrite the other version', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person);
    const t = translator('en');
    const page = await browser.open(`/recurring/${id}/edit`);
    const preview = await press(browser, page, 'preview', { amount: '99' });
    await ask(person, 'PUT', `/${id}`, { description: 'Elsewhere', scope: 'all' });
    const refused = await press(browser, preview, 'save', { scope: 'all' });
    expect(refused.status).toBe(409);
    const shown = textOf(refused.html);
    expect(shown).toContain(t('recurring:wizard.changedTitle'));
    expect(shown).toContain('Elsewhere');
    expect(refused.form('amount').fields).toMatchObject({ amount: '99', description: 'Rent' });
    await press(browser, refused, 'save', { scope: 'all' });
    expect(await templatesOf(person)).toMatchObject([{ id, amount: 99, description: 'Rent' }]);
  });

  test('creates the template anew when it was deleted during the edit', async () => {
    const { person, browser } = await begin();
    const { id } = await makeOne(person);
    const page = await browser.open(`/recurring/${id}/edit`);
    await ask(person, 'DELETE', `/${id}`, { scope: 'all' });
    const refused = await press(browser, page, 'preview', { amount: '99' });
    expect(refused.status).toBe(409);
    expect(textOf(refused.html)).toContain(translator('en')('recurring:wizard.goneTitle'));
    await press(browser, await press(browser, refused, 'preview'), 'save');
    expect(await templatesOf(person)).toMatchObject([{ amount: 99, description: 'Rent' }]);
  });

  test('does not show the template of another person', async () => {
    const { browser } = await begin();
    const { id } = await makeOne((await begin()).person);
    for (const action of ['edit', 'duplicate']) {
      expect((await browser.open(`/recurring/${id}/${action}`)).status).toBe(404);
    }
  });
});
