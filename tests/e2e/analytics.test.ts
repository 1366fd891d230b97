import { plusMonths } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(() => {
  test('the chosen period is in view on a phone @plain', async ({ page, person }) => {
    await record(person, [{ amount: 10, description: 'Bread', date: plusMonths(TODAY, -14) }]);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      for (const period of ['this-month', 'last-6-months', 'last-12-months', 'this-year', 'everything']) {
        await page.goto(`/analytics?period=${period}`);
        await expect(page.locator('.chip[aria-current]')).toBeInViewport({ ratio: 1 });
      }
    }
  });
});
