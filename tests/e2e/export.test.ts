import { readFileSync } from 'node:fs';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { pagesOf } from '../support/read-pdf.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('what the list shows is exported from a dialog @javascript @once', async ({ page, person }) => {
    await record(person, [
      { type: 'expense', amount: 12.5, description: 'Tea', date: '2026-01-05' },
      { type: 'expense', amount: 7, description: 'Bread', date: '2026-01-06' },
    ]);
    await page.goto('/transactions?search=tea');
    await page.getByRole('link', { name: t('export:link'), exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toHaveAccessibleName(t('export:title'));
    const type = panel.getByRole('combobox', { name: t('export:type') });
    await type.selectOption('income');
    await expect(panel.getByRole('status').filter({ hasText: t('export:none') })).toBeVisible();
    await expect(panel.getByRole('button', { name: t('export:count') })).toBeHidden();
    await expect(panel.getByRole('link', { name: t('common:openPage') })).toHaveAttribute(
      'href',
      /type=income/,
    );
    await type.selectOption('expense');
    await expect(panel.getByRole('status').filter({ hasText: t('export:none') })).toBeHidden();
    const button = panel.getByRole('button', { name: t('export:pdf') });
    const status = panel.locator('[data-progress]').getByRole('status');
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^pruta-transactions-\d{4}-\d\d-\d\d\.pdf$/);
    await expect(status).toContainText(download.suggestedFilename());
    const text = pagesOf(readFileSync(await download.path())).join('\n');
    expect(text).toContain('Tea');
    expect(text).not.toContain('Bread');
    await expectAccessible(page);
    // Never answered: only cancelling ends the request.
    await page.route('**/export/download?*', () => undefined);
    await button.click();
    await panel.getByRole('button', { name: t('common:cancel') }).click();
    await expect(status).toHaveText(t('export:stopped'));
    await expect(button).toBeFocused();
    await expect(page).toHaveURL('/transactions?search=tea');
  });

  test('a phone has the dialog below the list @javascript @once', async ({ page, person }) => {
    await record(person, [{ type: 'expense', amount: 12.5, description: 'Tea', date: '2026-01-05' }]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/transactions?type=expense');
    await page.getByRole('link', { name: t('export:link'), exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect(panel).toHaveAccessibleName(t('export:title'));
    await expect(panel.locator('[name=type]')).toHaveValue('expense');
  });
});
