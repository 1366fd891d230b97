import type { Page } from '@playwright/test';
import { datesOfPeriod, type Period } from '../../src/domain/transactions/list/periods.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { expect } from './browser.ts';
import type { Person } from './people.ts';
import type { RunningServer } from './server.ts';
import { TODAY } from './today.ts';

interface Answer {
  data: {
    transactions: { description: string }[];
    summary: { total: number; income: number; expenses: number; net: number };
  };
}

const { money } = formatter('ILS', DEFAULT_PREFERENCES);

export async function expectAnswerOfApi(
  page: Page,
  server: RunningServer,
  { accessToken }: Person,
): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/transactions?${asApi(page.url())}`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(response.status).toBe(200);
  const { transactions, summary } = ((await response.json()) as Answer).data;
  await expect(page.locator('.row-link')).toHaveText(transactions.map(({ description }) => description));
  const shown = [summary.income, summary.expenses, summary.net].map((amount) =>
    money(Math.round(amount * 100)),
  );
  await expect(page.locator('.totals dd')).toHaveText(
    summary.total > 0 ? [String(summary.total), ...shown] : [],
  );
}

// Page and API share their names, except for periods.
function asApi(address: string): URLSearchParams {
  const { searchParams } = new URL(address);
  const period = searchParams.get('period') as Period | null;
  if (!period) return searchParams;
  const { from, to } = datesOfPeriod(period, TODAY, 'sunday');
  searchParams.set('dateFrom', from);
  searchParams.set('dateTo', to);
  // Unlike a page, the API ends its lists with this month unless asked.
  searchParams.set('status', 'any');
  return searchParams;
}

export async function openFilters(page: Page): Promise<void> {
  const panel = page.locator('[data-filter-panel]');
  if ((await panel.getAttribute('open')) === null) await panel.locator('summary').click();
  await expect(page.locator('#filter-apply')).toBeVisible();
}
