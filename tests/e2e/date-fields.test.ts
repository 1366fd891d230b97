import { plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { transactionsOf } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

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
    // The calendar itself is the browser's, which no test can press.
    await expect(page.getByRole('button', { name: t('transactions:form.calendar') }).first()).toBeVisible();
    await page.locator('.picker:has(#date) [type=date]').evaluate((calendar: HTMLInputElement, day) => {
      calendar.value = day;
      calendar.dispatchEvent(new Event('change'));
    }, chosen);
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
