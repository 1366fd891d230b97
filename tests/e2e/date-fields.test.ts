import type { Locator } from '@playwright/test';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { rowAction } from '../support/row-menu.ts';
import { TODAY } from '../support/today.ts';
import { record, transactionsOf } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

const shortly = (date: string) => written(date).replaceAll(/\b0|\b20/g, '');

/** The calendar itself is the browser's, which no test can press. */
const choose = (calendar: Locator, day: string) =>
  calendar.evaluate((field: HTMLInputElement, value) => {
    field.value = value;
    field.dispatchEvent(new Event('change'));
  }, day);

inEachLanguage(({ t }) => {
  test('a day of the browser’s calendar, or a word, becomes a date of one’s own format @javascript @once', async ({
    page,
    person,
  }) => {
    const chosen = plusDays(TODAY, -3);
    // Where it is another day than in the browser, which is where it is noon.
    const dayIn = (timezone: string) => localNow(new Date(), timezone).date;
    const timezone = ['Etc/GMT+12', 'Pacific/Kiritimati'].find((zone) => dayIn(zone) !== TODAY) ?? '';
    await setProfile(person, { preferences: { timezone } });
    await page.goto('/transactions/new');
    const date = page.locator('#date');
    await page.getByLabel(t('transactions:form.amount'), { exact: true }).fill('5');
    await page.locator('#description').fill('Tea');
    const button = page.getByRole('button', {
      name: `${t('transactions:form.calendar')}: ${t('transactions:form.date')}`,
      exact: true,
    });
    await expect(button).toBeVisible();
    await date.evaluate((field: HTMLInputElement, text) => {
      field.value = text;
    }, shortly(chosen));
    await button.click();
    const calendar = page.locator('.picker:has(#date) [type=date]');
    await expect(calendar).toHaveValue(chosen);
    await page.keyboard.press('Escape');
    expect(await calendar.boundingBox()).toEqual(await date.boundingBox());
    await choose(calendar, '');
    await expect(date).toHaveValue('');
    await choose(calendar, chosen);
    await expect(date).toHaveValue(written(chosen));
    await expect(date).toBeFocused();
    await date.fill('yesterday');
    await date.blur();
    await expect(date).toHaveValue(written(plusDays(dayIn(timezone), -1)));
    await date.fill('31/02/2026');
    // To the button beside it, as the keyboard leaves it.
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    await expect(page.locator('#date-error')).toHaveText(t('errors:dateInvalid', { example: '03/31/2026' }));
    await date.fill(written(chosen));
    await page.locator('form.form .button-primary').click();
    await expect.poll(async () => (await transactionsOf(person)).map((row) => row.date)).toEqual([chosen]);
  });

  const opens = (picker: 'calendar' | 'clock', of: 'date' | 'time') => ({
    name: `${t(`transactions:form.${picker}`)}: ${t(`transactions:form.${of}`)}`,
    exact: true,
  });

  test('dialogs, cells and pages help with dates and times in the same way @javascript @once', async ({
    page,
    person,
  }) => {
    const yesterday = written(plusDays(TODAY, -1));
    const [tea] = await record(person, [{ amount: 5, description: 'Tea' }]);
    await page.goto('/transactions');
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', opens('calendar', 'date'))).toBeVisible();
    await dialog.locator('[data-more] > summary').click();
    await expect(dialog.getByRole('button', opens('clock', 'time'))).toBeVisible();
    const time = dialog.locator('[name=time]');
    await choose(dialog.locator('[type=time]'), '21:30');
    await expect(time).toHaveValue('9:30 PM');
    await time.fill('2145');
    await time.blur();
    await expect(time).toHaveValue('9:45 PM');
    await time.fill('later');
    await time.blur();
    await expect(dialog.locator('.error')).toHaveText(t('errors:timeInvalid'));

    await page.goto('/transactions');
    await (await rowAction(page, t, 'Tea', t('list:bulkShort.date'))).click();
    const cell = page.locator('.cell-editor');
    await expect(cell.getByRole('button', opens('calendar', 'date'))).toBeVisible();
    await cell.getByRole('textbox').fill(' ');
    await page.keyboard.press('Enter');
    await expect(cell.locator('.error')).toHaveText(t('errors:dateRequired'));
    await expect(cell).toBeInViewport({ ratio: 1 });
    await choose(cell.locator('[type=date]'), plusDays(TODAY, -1));
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await transactionsOf(person)).map(({ id, date }) => ({ id, date })))
      .toEqual([{ id: tea?.id, date: plusDays(TODAY, -1) }]);

    await page.goto('/export');
    const from = page.locator('#dateFrom');
    await from.fill('yesterday');
    await from.blur();
    await expect(from).toHaveValue(yesterday);
  });
});
