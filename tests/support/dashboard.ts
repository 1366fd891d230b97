import type { Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect } from './browser.ts';

export interface Figures {
  balance: string;
  income: string;
  expenses: string;
  net: string;
  /** Category, then amount and share, largest first. */
  spending: [string, string][];
  /** Description, then word and signed amount, newest first. */
  latest: [string, string][];
}

/** Opens the dashboard and expects exactly these figures. */
export async function expectFigures(page: Page, t: Translate, figures: Figures): Promise<void> {
  await page.goto('/');
  const hero = page.getByRole('region', { name: t('common:balance'), exact: true });
  const amountOf = (name: string) =>
    page
      .locator('section[aria-labelledby=month]')
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd.amount');
  await expect(hero.locator('.amount-hero')).toHaveText(figures.balance);
  await expect(amountOf(t('dashboard:monthIncome'))).toHaveText(figures.income);
  await expect(amountOf(t('dashboard:monthExpenses'))).toHaveText(figures.expenses);
  await expect(amountOf(t('dashboard:monthNet'))).toHaveText(figures.net);
  const spending = page.getByRole('region', { name: t('dashboard:spending') });
  await expect(spending.locator('tbody th')).toHaveText(figures.spending.map(([name]) => name));
  // Marks of direction between amount and share.
  const amounts = async () =>
    (await spending.locator('tbody .numeric').allTextContents()).map((text) =>
      text.replace(/[\u200e\u200f\u2066-\u2069]/g, '').trim(),
    );
  await expect.poll(amounts).toEqual(figures.spending.map(([, amount]) => amount));
  const latest = page.getByRole('region', { name: t('dashboard:latest') });
  await expect(latest.locator('.row-link')).toHaveText(figures.latest.map(([name]) => name));
  await expect(latest.locator('.amount')).toHaveText(figures.latest.map(([, amount]) => amount));
}
