import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { record, repeat } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a success is announced once, when the dialog has closed @javascript @once', async ({
    page,
    person,
  }) => {
    const announced = await listen(page);
    await record(person, [{ amount: 5, description: 'Tea' }]);
    await page.goto('/transactions');
    await page.getByRole('link', { name: 'Tea', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('transactions:form.amount')).fill('6');
    await dialog.getByRole('button', { name: t('transactions:form.saveChanges') }).click();
    await expect(page.locator('.toast')).toContainText(t('transactions:updateSuccess'));
    await expect(page.locator('.data-table')).toContainText('6.00');
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('.toast').getByRole('button', { name: t('common:undo') })).toBeVisible();
    expect(announced.filter((text) => text.includes(t('transactions:updateSuccess')))).toHaveLength(1);
  });

  test('a dialog that stays open describes its button by the success @javascript @once', async ({
    page,
    person,
  }) => {
    const announced = await listen(page);
    await setProfile(person, { preferences: { accessibility: { screenReader: true } } });
    await page.goto('/');
    await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('transactions:form.amount')).fill('6');
    await dialog.getByLabel(t('transactions:form.description')).fill('Tea');
    await dialog.getByRole('button', { name: t('transactions:form.save'), exact: true }).click();
    const done = dialog.getByRole('button', { name: t('transactions:dialog.done') });
    await expect(done).toBeFocused();
    await expect(done).toHaveAccessibleDescription(new RegExp(t('transactions:createSuccess')));
    await done.press('Enter');
    await expect(page.locator('.toast').getByRole('button', { name: t('common:undo') })).toBeVisible();
    expect(announced.filter((text) => text.includes(t('transactions:createSuccess')))).toEqual([]);
  });

  test('that a dialog is loading is announced once @javascript @once', async ({ page, person }) => {
    const announced = await listen(page);
    await repeat(person, { name: 'Rent', amount: 5, interval_type: 'weekly' });
    await page.goto('/transactions');
    await page.getByRole('link', { name: 'Rent', exact: true }).first().click();
    await expect(page.getByRole('dialog').getByText(t('recurring:occurrence.changeLegend'))).toBeVisible();
    const loading = t('transactions:dialog.loading');
    expect(announced.filter((text) => text.includes(loading))).toHaveLength(1);
  });

  test('a dismissed notice leaves the focus where it was @javascript @once', async ({ page, person }) => {
    await record(person, [{ amount: 5, description: 'Tea' }]);
    await page.goto('/transactions');
    const line = page.locator('#quick-entry');
    await line.fill('7 Bread');
    await line.press('Enter');
    const dismiss = page.locator('.toast').getByRole('button', { name: t('common:close') });
    await expect(dismiss).toBeVisible();
    await expect(line).toBeFocused();
    await dismiss.focus();
    await dismiss.press('Enter');
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(line).toBeFocused();
    for (const region of await page.locator('[data-toasts] > [role]').all())
      await expect(region).toHaveAttribute('aria-atomic', 'false');
  });
});

/** Collects what live regions announce, over all pages: only alerts are announced with the text they arrive with. */
async function listen(page: Page): Promise<string[]> {
  const announced: string[] = [];
  await page.exposeFunction('noteAnnouncement', (text: string) => announced.push(text));
  await page.addInitScript(() => {
    const live = '[role=status], [role=alert], [aria-live=polite]';
    new MutationObserver((changes) => {
      const nodes = changes.flatMap(({ type, target, addedNodes }) =>
        type === 'characterData' ? [target] : [...addedNodes],
      );
      const elements = nodes.map((node) => (node instanceof Element ? node : node.parentElement));
      const regions = elements.flatMap((element, index) => [
        (element === nodes[index] ? element?.parentElement : element)?.closest(live),
        element?.closest('[role=alert]'),
        ...(element?.querySelectorAll('[role=alert]') ?? []),
      ]);
      for (const region of new Set(regions)) {
        // biome-ignore lint/suspicious/noExplicitAny: the function of the test.
        if (region?.textContent?.trim()) (window as any).noteAnnouncement(region.textContent);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return announced;
}
