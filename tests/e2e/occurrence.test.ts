import { plusDays } from '../../src/domain/calendar.ts';
import { translator } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { noteTexts } from '../support/passing-time.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, repeat } from '../support/transactions.ts';

const t = translator('he');

// Every thirty days: two in the past, one today, three upcoming.
const DISTANCE = 30;

test.use({ locale: 'he-IL' });

test('the dialog changes and deletes an occurrence @javascript', async ({ page, person }) => {
  const start_date = plusDays(TODAY, -2 * DISTANCE);
  const description = 'שכר דירה';
  const template = await repeat(person, {
    description,
    amount: 10,
    interval_type: 'daily',
    interval: DISTANCE,
    start_date,
  });
  await page.goto('/transactions?status=upcoming');
  const edit = page.locator('.row-link').first();
  const dialog = page.getByRole('dialog');
  const scope = (name: 'single' | 'future' | 'all') =>
    dialog.getByRole('radio', { name: t(`recurring:occurrence.scope.${name}`) });

  await edit.click();
  await expect(scope('single')).toBeChecked();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const question = dialog.getByText(t('recurring:occurrence.changeLegend'));
    const isOnTop = (element: Element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    expect(await question.evaluate(isOnTop)).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await edit.click();
  await scope('future').check();
  await dialog.getByLabel(t('transactions:form.amount')).fill('20');
  await dialog.locator('form .button-primary').click();
  await expect(page.locator('.toast')).toContainText(t('transactions:updateSuccess'));
  await expect(page.locator('.data-table .amount')).toHaveText([/₪20\.00/, /₪20\.00/, /₪20\.00/]);
  await expect(dialog).toHaveCount(0);

  // From the page of the template, which is deleted with all of its transactions, at either price.
  await page.goto(`/recurring/${template}`);
  await edit.click();
  const remove = dialog.getByRole('button', { name: t('transactions:dialog.deleteAction') });
  await remove.click();
  await expect(dialog).toHaveAccessibleName(t('transactions:dialog.delete'));
  await expect(scope('all')).toHaveAccessibleDescription(
    new RegExp(t('recurring:occurrence.count', { count: 6 })),
  );
  for (const name of ['single', 'future', 'all'] as const) await expect(scope(name)).not.toBeChecked();
  await remove.click();
  await expect(dialog.locator('#dialog-scope-error')).toHaveText(t('errors:scopeInvalid'));
  await expect(scope('single')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(scope('future')).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(scope('all')).toBeChecked();
  await remove.click();
  await expect(page.locator('.flash > p')).toHaveText(t('recurring:occurrence.templateDeleted'));
  await expect(page).toHaveURL('/recurring');
  expect(await countTransactions(person)).toBe(0);
  const said = await noteTexts(page, '.toast-text');
  await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
  await expect.poll(said).toContain(t('recurring:manager.restored', { name: description, count: 6 }));
  expect(await countTransactions(person)).toBe(6);
});

test.describe('when the template of an occurrence cannot be loaded', () => {
  test.use({ provoked: /400/ });

  test('the dialog says so in words and leads to the page @javascript', async ({ page, person }) => {
    const start_date = TODAY;
    await repeat(person, {
      description: 'שכר דירה',
      amount: 10,
      interval_type: 'daily',
      interval: DISTANCE,
      start_date,
    });
    await page.route(/\/api\/v1\/transactions\/recurring\//, (route) =>
      route.fulfill({ status: 400, json: { success: false, error: { code: 'X', message: '' } } }),
    );
    await page.goto('/transactions');
    await page.locator('.row-link').first().click();
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByRole('alert').filter({ hasText: t('transactions:dialog.failed') }),
    ).toBeVisible();
    await expect(dialog).not.toContainText(/[a-z]+:[a-z]/);
    await expect(dialog.getByRole('link', { name: t('transactions:dialog.openPage') })).toBeVisible();
  });
});
