import type { Page } from '@playwright/test';
import {
  addressOf,
  beginDeletion,
  beginMerge,
  recordMany,
  resumeOneBatch,
} from '../support/begun-changes.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t, language }) => {
  const messageOf = (page: Page) => page.locator('.flash p, .toast:not(.toast-loading) .toast-text');
  const progressOf = (page: Page, done: string, total: string) =>
    page.getByText(t('transactions:bulk.progress', { done, total }), { exact: true });

  test('a long deletion is stopped by its button, and undone', async ({ page, person, server }) => {
    await recordMany(person, 150);
    const { changeId } = await beginDeletion(server, person);
    await page.goto(addressOf(changeId, '/transactions'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('list:bulkUnderWay.delete'));
    await page.getByRole('button', { name: t('list:bulkStop'), exact: true }).press('Enter');
    await expect(page).toHaveURL('/transactions');
    await expect(messageOf(page)).toHaveText(
      `${t('transactions:bulk.deleteSuccess', { count: 100 })} ${t('transactions:bulk.stopped', { count: 50 })}`,
    );
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
    await expect(messageOf(page)).toHaveText(t('list:restored', { count: 100 }));
  });

  test('the page of a long merge renews itself and leads on @javascript @once', async ({
    page,
    person,
    server,
  }) => {
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
