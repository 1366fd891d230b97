import { endOfMonth, monthOf, plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { monthName } from '../../src/i18n/month-name.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

const firstOf = (back: number) => `${plusMonths(TODAY, -back).slice(0, 8)}01`;

inEachLanguage(({ t, language }) => {
  test.describe('without scripts', { tag: '@plain' }, () => {
    test('a period is chosen by one press, and stays from tab to tab', async ({ page, person }) => {
      await record(
        person,
        [0, 1, 2, 3].map((back) => ({ amount: 10 + back, description: 'Bread', date: firstOf(back) })),
      );
      await page.goto('/analytics');
      const named = page.locator('.period-now strong');
      await page.getByRole('link', { name: t('analytics:period.last-month'), exact: true }).click();
      await expect(named).toHaveText(monthName(monthOf(firstOf(1)), language));
      await page.getByRole('link', { name: t('analytics:earlier') }).click();
      await expect(named).toHaveText(monthName(monthOf(firstOf(2)), language));
      const query = `?from=${firstOf(2)}&to=${endOfMonth(firstOf(2))}`;
      for (const [tab, path] of [
        ['spending', '/analytics/spending'],
        ['cash-flow', '/analytics/cash-flow'],
        ['health', '/analytics/health'],
        ['overview', '/analytics'],
      ] as const) {
        await page.getByRole('link', { name: t(`analytics:tab.${tab}`), exact: true }).click();
        await expect(page).toHaveURL(`${path}${query}`);
        if (tab !== 'health') await expect(named).toHaveText(monthName(monthOf(firstOf(2)), language));
      }
      await page.getByRole('link', { name: t('analytics:later') }).click();
      await expect(named).toHaveText(monthName(monthOf(firstOf(1)), language));
      await expect(page.locator('.chip[aria-current]')).toHaveText(t('analytics:period.last-month'));
    });

    test('the chosen period is in view on a phone', async ({ page, person }) => {
      await record(person, [{ amount: 10, description: 'Bread', date: firstOf(14) }]);
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        for (const period of ['this-month', 'last-6-months', 'last-12-months', 'this-year', 'everything']) {
          await page.goto(`/analytics?period=${period}`);
          await expect(page.locator('.chip[aria-current]')).toBeInViewport({ ratio: 1 });
        }
      }
    });

    test('other dates and the comparison are in a form of their own', async ({ page, person }) => {
      await record(person, [{ amount: 10, description: 'Bread', date: firstOf(1) }]);
      await page.goto('/analytics/spending?period=last-month');
      await expect(page.getByLabel(t('common:from'))).toBeHidden();
      await page.getByText(t('analytics:period.dates'), { exact: true }).click();
      await page.getByLabel(t('analytics:compare')).selectOption('year');
      await page.getByRole('button', { name: t('common:show') }).click();
      // The dates are still those of last month, so its name stays.
      await expect(page).toHaveURL(/period=last-month/);
      await expect(page.locator('.chip[aria-current]')).toHaveText(t('analytics:period.last-month'));
      await page.getByText(t('analytics:period.dates'), { exact: true }).click();
      await expect(page.getByLabel(t('analytics:compare'))).toHaveValue('year');
      await page.getByLabel(t('common:from')).fill(plusDays(firstOf(1), 1));
      await page.getByRole('button', { name: t('common:show') }).click();
      await expect(page.locator('main')).toContainText(t('analytics:emptyTitle'));
      await expect(page.locator('.chip[aria-current]')).toHaveCount(0);
    });

    test('patterns leave out what recurs by itself until it is asked for', async ({ page, person }) => {
      await repeat(person, { description: 'Rent', amount: 900, start_date: plusMonths(TODAY, -5) });
      await record(person, [{ amount: 50, description: 'Shoes', date: plusDays(TODAY, -3), time: '18:30' }]);
      await page.goto('/analytics/spending');
      const largest = page.locator('section[aria-labelledby="largest"] tbody tr');
      await expect(largest).toHaveCount(1);
      await expect(largest).toContainText('Shoes');
      const patterns = page.locator('section[aria-labelledby="patterns"]');
      await patterns.getByRole('link', { name: t('analytics:patterns.with'), exact: true }).click();
      await expect(largest.first()).toContainText('Rent');
      expect(await largest.count()).toBeGreaterThan(5);
      // Where nothing recurs, there is nothing to switch.
      await record(person, [{ amount: 5, description: 'Bread', date: firstOf(14) }]);
      const { from, to } = { from: firstOf(14), to: endOfMonth(firstOf(14)) };
      for (const recurring of ['with', 'without']) {
        await page.goto(`/analytics/spending?from=${from}&to=${to}&recurring=${recurring}`);
        await expect(largest).toHaveCount(1);
        await expect(patterns).toBeVisible();
        await expect(patterns.getByRole('navigation')).toHaveCount(0);
      }
    });

    test('the balance of a day keeps the period', async ({ page, person }) => {
      const day = plusDays(firstOf(1), 4);
      await record(person, [
        { type: 'income', amount: 500, description: 'Pay', date: firstOf(1) },
        { amount: 80, description: 'Bread', date: day },
        { amount: 7, description: 'Tea', date: plusDays(day, 1) },
      ]);
      await page.goto('/analytics/cash-flow?period=last-month');
      const panel = page.locator('section[aria-labelledby="day-balance"]');
      await panel.getByLabel(t('transactions:form.date')).fill(day);
      await panel.getByRole('button', { name: t('common:show') }).click();
      await expect(panel).toContainText('420.00');
      await expect(page).toHaveURL(/period=last-month.*date=/);
      await panel.getByRole('link', { name: t('dashboard:day.dayAfter') }).click();
      await expect(panel).toContainText('413.00');
      await expect(page.locator('.chip[aria-current]')).toHaveText(t('analytics:period.last-month'));
    });
  });
});
