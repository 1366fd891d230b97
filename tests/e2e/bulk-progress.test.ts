import type { Page } from '@playwright/test';
import { addressOf, beginMerge, resumeOneBatch } from '../support/begun-changes.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t, language }) => {
  const messageOf = (page: Page) => page.locator('.flash p, .toast:not(.toast-loading) .toast-text');
  const progressOf = (page: Page, done: string, total: string) =>
    page.getByText(t('transactions:bulk.progress', { done, total }), { exact: true });

  test('the page of a long merge renews itself @javascript @once', async ({ page, person, server }) => {
    const merge = await beginMerge(server, person, language, 250);
    await page.goto(addressOf(merge.changeId, '/categories'));
    await expect(progressOf(page, '100', '250')).toBeVisible();
    const button = page.getByRole('button', { name: t('list:bulkStop'), exact: true });
    await button.focus();
    await resumeOneBatch(merge);
    await expect(progressOf(page, '200', '250')).toBeVisible();
    await expect(button).toBeFocused();
    await resumeOneBatch(merge);
    await resumeOneBatch(merge);
    await expect(page).toHaveURL('/categories');
    await expect(messageOf(page)).toContainText(t('manager:moved', { count: 250 }));
  });
});
