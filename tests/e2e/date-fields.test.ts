import type { Locator } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { transactionsOf } from '../support/transactions.ts';

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
    await expect(date).toHaveValue(written(plusDays(TODAY, -1)));
    await date.fill('31/02/2026');
    await date.blur();
    await expect(page.locator('#date-error')).toHaveText(t('errors:dateInvalid', { example: '03/31/2026' }));
    await date.fill(written(chosen));
    await page.locator('form.form .button-primary').click();
    await expect.poll(async () => (await transactionsOf(person)).map((row) => row.date)).toEqual([chosen]);
  });
});
