import type { Page } from '@playwright/test';
import { plusMonths } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { rowAction, rowMenu } from '../support/row-menu.ts';
import { TODAY } from '../support/today.ts';
import { repeat } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  const link = (page: Page) =>
    page
      .getByRole('navigation', { name: t('common:mainNavigation') })
      .getByRole('link', { name: t('common:manageRecurring') });
  const more = (page: Page) => page.locator('.main-nav summary');

  test('a row that moves away is followed @javascript @once', async ({ page, person }) => {
    for (let day = 1; day <= 24; day += 1)
      await repeat(person, { name: `Row ${day}`, amount: 12.5, interval_type: 'monthly' });
    await page.goto('/recurring');
    const all = page.locator('.row-link');
    const name = (await all.nth(3).textContent())?.trim() ?? '';
    const menu = rowMenu(page, t, name);
    await menu.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    for (const key of ['Enter', 'Tab']) {
      await (await rowAction(page, t, name, t('recurring:manager.pause'))).press('Enter');
      await expect(all.last()).toHaveText(name);
      await expect(menu).toBeFocused();
      await expect(menu).toBeInViewport({ ratio: 1 });
      const undo = page.getByRole('button', { name: t('common:undo'), exact: true });
      if (key === 'Tab') {
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      } else await undo.click();
      await expect(all.nth(3)).toHaveText(name);
      await expect(menu).toBeFocused();
      await expect(menu).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(before);
    }
  });

  test('in a panel its forms work inside @javascript @once', async ({ page, person }) => {
    const rent = { name: 'Rent', amount: 10, interval_type: 'daily', interval: 40, start_date: TODAY };
    await repeat(person, rent);
    await page.goto('/transactions?status=upcoming');
    const rows = page.locator('.data-table tbody tr:not(.day)');
    await expect(rows).toHaveCount(2);
    await more(page).click();
    await link(page).click();
    const panel = page.getByRole('dialog');
    const title = (text: string) => panel.getByRole('heading', { name: text, exact: true });
    await expect(title(t('common:recurringTransactions'))).toBeFocused();
    const actions = panel.getByLabel(`${t('common:actions')}: Rent`, { exact: true });
    const skip = async () => {
      await actions.click();
      await panel.getByRole('button', { name: `${t('recurring:manager.skipNext')}: Rent` }).click();
    };
    await actions.click();
    await page.keyboard.press('Escape');
    await expect(actions).toBeFocused();
    await skip();
    await expect(panel.locator('.flash')).toBeFocused();
    await panel
      .locator('.flash')
      .getByRole('button', { name: t('common:undo'), exact: true })
      .click();
    await expect(panel.locator('.flash')).toHaveText(t('list:restoredNamed', { name: 'Rent', count: 1 }));
    await skip();
    await expect(panel.locator('.flash').getByRole('button')).toBeVisible();
    await panel.getByRole('button', { name: t('common:close') }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Rent');
    await expect(more(page)).toBeFocused();
  });

  test('the dialog for another one takes the place of the panel @javascript @once', async ({ page }) => {
    await page.goto('/transactions');
    await more(page).click();
    await link(page).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('recurring:manager.newShort'), exact: true })
      .click();
    await expect(page.locator('dialog[open]')).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveAccessibleName(t('transactions:dialog.recurring'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(more(page)).toBeFocused();
    await expect(page).toHaveURL('/transactions');
  });

  test('what is created from the panel is shown in the panel @javascript @once', async ({ page }) => {
    await page.goto('/');
    await more(page).click();
    await link(page).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('link', { name: t('recurring:manager.newShort'), exact: true }).click();
    await dialog.locator('[name=amount]').fill('12');
    await dialog.getByLabel(t('transactions:form.description')).fill('Gym');
    await dialog.getByRole('button', { name: t('recurring:wizard.create') }).click();
    await expect(dialog).toHaveAccessibleName(t('common:recurringTransactions'));
    await expect(dialog.getByRole('row').filter({ hasText: 'Gym' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect(page.locator('dialog, [inert]')).toHaveCount(0);
  });

  test('a series is paused and skipped in place @javascript @once', async ({ page, person }) => {
    const rent = {
      name: 'שכירות rent',
      amount: 10,
      interval_type: 'daily',
      interval: 40,
      start_date: TODAY,
    };
    const id = await repeat(person, rent);
    await page.goto('/recurring');
    const { name } = rent;
    const notice = page.locator('.toast').last();
    const undo = notice.getByRole('button', { name: t('common:undo'), exact: true });
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await (await rowAction(page, t, name, t('recurring:manager.pause'))).click();
    await expect(notice).toContainText(t('recurring:manager.paused', { name, count: 2 }));
    await expect(page.locator('.data-table')).toContainText(t('recurring:manager.status.paused'));
    await expect(page.locator('body')).toHaveAttribute('data-same');
    await expect(rowMenu(page, t, name)).toBeFocused();
    await undo.click();
    await expect(notice).toContainText(t('recurring:manager.restored', { name, count: 2 }));
    await expect(page.locator('.data-table')).not.toContainText(t('recurring:manager.status.paused'));

    await page.goto(`/recurring/${id}`);
    const skip = page.getByRole('button', { name: new RegExp(`^${t('recurring:skip')}: `) });
    await expect(skip).toHaveCount(2);
    await skip.first().click();
    await expect(notice).toContainText(name);
    await expect(skip).toHaveCount(1);
    const unskip = page.getByRole('button', { name: new RegExp(`^${t('recurring:manager.unskip')}: `) });
    await expect(unskip).toBeFocused();
    await undo.click();
    await expect(notice).toContainText(t('list:restoredNamed', { name, count: 1 }));
    await expect(skip).toHaveCount(2);
    const dismiss = () => notice.getByRole('button', { name: t('common:close') }).click();
    // The notice stays while hovered, together with its undo, and covers actions of the page.
    await dismiss();
    await page.getByRole('button', { name: t('recurring:manager.pause'), exact: true }).click();
    await expect(notice).toContainText(t('recurring:manager.paused', { name, count: 2 }));
    await expect(skip).toHaveCount(0);
    await dismiss();
    const said = await noteTexts(page, '.toast-text');
    await page.getByRole('button', { name: t('recurring:manager.resume'), exact: true }).click();
    await expect.poll(said).toContain(t('recurring:manager.resumed', { name, count: 2 }));
    await expect(skip).toHaveCount(2);
  });

  test('on a phone the list begins with its rows @javascript', async ({ page, person }) => {
    // Not at the end of a month, which takes more words.
    const start_date = `${plusMonths(TODAY, -1).slice(0, 8)}05`;
    await repeat(person, { name: 'Rent', amount: 10, interval_type: 'monthly', start_date });
    await repeat(person, { name: 'Gym', amount: 5, interval_type: 'weekly', start_date });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/recurring');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    // Which of them is due first depends on the day.
    const rowTops = await Promise.all(
      ['Rent', 'Gym'].map((name) => row(name).evaluate((each) => each.getBoundingClientRect().top)),
    );
    expect(Math.min(...rowTops)).toBeLessThan(370);
    for (const name of ['Rent', 'Gym'])
      expect(await row(name).evaluate((each) => each.getBoundingClientRect().height)).toBeLessThan(145);
    await expect(row('Gym')).toContainText(t('recurring:manager.aMonth'));
    await expect(row('Rent')).not.toContainText(t('recurring:manager.aMonth'));
    await expect(row('Rent')).not.toContainText(t('recurring:manager.status.active'));
    const tabs = page.getByRole('navigation', { name: t('common:status') }).getByRole('link');
    const tops = await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    const [head, action] = await page
      .locator('.page-head .button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    expect(head).toBe(action);
  });
});
