import type { Page } from '@playwright/test';
import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { chooseCategory, pickerIn } from '../support/category.ts';
import { openByEvent, openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { setProfile } from '../support/people.ts';
import { rowAction } from '../support/row-menu.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, record } from '../support/transactions.ts';

const COMMA = { decimal_separator: ',', thousand_separator: '.', week_start: 'monday' };

inEachLanguage(({ t }) => {
  test('the presets include the first days of earlier weeks and months', async ({ page }) => {
    const week = startOfWeek(TODAY, 'sunday');
    await page.goto('/transactions/new');
    await openMore(page);
    for (const [name, date] of [
      ['thisWeek', week],
      ['lastWeek', plusDays(week, -7)],
      ['thisMonth', startOfMonth(TODAY)],
      ['lastMonth', startOfMonth(plusMonths(TODAY, -1))],
    ] as const) {
      await page.getByRole('button', { name: t(`transactions:preset.${name}`), exact: true }).click();
      await expect(page.locator('#date')).toHaveValue(date);
    }
  });

  test('amounts are accepted in the person’s notation, exact to the cent', async ({ page, person }) => {
    await setProfile(person, { preferences: COMMA });
    await page.goto('/transactions/new');
    await page.locator('#amount').fill('₪1.234,50');
    await page.locator('#description').fill('פסיק comma');
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expect(page.locator('tbody .amount')).toContainText('−₪1.234,50');
    await (await rowAction(page, t, 'פסיק comma', t('common:duplicate'))).click();
    const amount = page.locator('[name=amount]').last();
    await expect(amount).toHaveValue('1234,50');
    expect(await countTransactions(person)).toBe(1);
  });

  test('a transaction keeps the time zone that was chosen', async ({ page, server }) => {
    await page.goto('/transactions/new');
    await page.locator('#amount').fill('5');
    await page.locator('#description').fill('בטוקיו in Tokyo');
    await openMore(page);
    await page.locator('[data-more] .disclosure > summary').click();
    await page.locator('#timezone').selectOption('Asia/Tokyo');
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    const edit = await page.getByRole('link', { name: 'בטוקיו in Tokyo', exact: true }).getAttribute('href');
    await page.goto(server.url + edit);
    await expect(page.locator('#timezone')).toHaveValue('Asia/Tokyo');
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash')).toContainText(t('transactions:updateSuccess'));
    await page.goto(server.url + edit?.replace('/edit', ''));
    await expect(page.locator('main')).toContainText('Asia/Tokyo');
  });

  test('a page shows all of a transaction, with links to change it', async ({ page, person }) => {
    const [recorded] = await record(person, [
      { amount: 12.5, description: 'פרטים details', notes: 'שורה\nline' },
    ]);
    await page.goto(`/transactions/${recorded?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('פרטים details');
    await expect(page.locator('main')).toContainText('−₪12.50');
    await expect(page.locator('.details-notes')).toHaveText('שורה\nline');
    for (const [mode, name] of [
      ['edit', t('transactions:dialog.editAction')],
      ['duplicate', t('common:duplicate')],
      ['delete', t('common:delete')],
    ] as const) {
      const link = page.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', `/transactions/${recorded?.id}/${mode}`);
    }
    const answer = await page.goto('/transactions/nothing');
    expect(answer?.status()).toBe(404);
  });

  test('a recurring one is set up on its own page', async ({ page, person, server }) => {
    await page.goto('/transactions/new');
    await openMore(page);
    await page
      .locator('nav.tabs')
      .getByRole('link', { name: t('transactions:kind.recurring') })
      .click();
    await expect(page).toHaveURL('/recurring/new');
    await page.getByRole('link', { name: t('transactions:kind.once') }).click();
    await page.locator('#date').fill(plusMonths(TODAY, 1));
    await page.locator('#amount').fill('3000');
    await page.locator('#description').fill('שכר דירה');
    await page.locator('form.form .button-primary').click();
    await expect(page).not.toHaveURL(/\/new/);
    await page.goto('/transactions?status=upcoming');
    await expect(page.locator('.row-link')).toHaveText(['שכר דירה']);
    expect(await countTransactions(person)).toBe(1);

    const edit = await page.locator('.row-link').getAttribute('href');
    await page.goto(server.url + edit);
    await expect(page.locator('.tab')).toHaveCount(2);
    await expect(page.locator('nav.tabs')).toHaveCount(0);
  });

  test.describe('with scripts', { tag: '@javascript' }, () => {
    test('the summary says what no field shows: balance and category afterwards @once', async ({
      page,
      person,
    }) => {
      const salary = (await categoriesOf(person)).find(({ name }) => name === t('categories:default.salary'));
      await record(person, [{ amount: 100, description: 'Bonus', type: 'income', categoryId: salary?.id }]);
      await page.goto('/transactions/new');
      const summary = page.getByRole('region', { name: t('transactions:summary.title') });
      await page.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('1234.5');
      await expect(summary.locator('dd')).toHaveText(['₪1,334.50']);
      await chooseCategory(page, t, t('categories:default.salary'));
      await expect(summary.locator('dd')).toHaveText(['₪1,334.50', '₪1,334.50']);
      await expect(summary).toContainText(t('categories:default.salary'));
      // What lies ahead is not in today's balance.
      await page.locator('#date').fill(plusDays(TODAY, 40));
      await expect(summary.locator('dd')).toHaveText(['₪100.00', '₪1,234.50']);
      await page.setViewportSize({ width: 640, height: 800 });
      await expect(summary).toBeHidden();
    });

    test('values typed before the scripts were loaded stay, and are validated @once', async ({ page }) => {
      await page.goto('/transactions/new');
      const arrive = await holdIsland(page);
      await page.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('12.5');
      await page.locator('#description').fill('מוקדם early');
      await page.locator('#categoryId').selectOption({ label: t('categories:default.salary') });
      await openMore(page);
      await page.locator('#notes').fill('שתי\nשורות');
      await page.locator('#time').fill('07:15');
      arrive();
      await expect(pickerIn(page)).toHaveValue(t('categories:default.salary'));
      await expect(page.locator('.form-summary dd').first()).toHaveText('₪12.50');
      await expect(page.locator('#description')).toHaveValue('מוקדם early');
      await expect(page.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(page.locator('#notes')).toHaveValue('שתי\nשורות');
      await page.locator('form.form .button-primary').click();
      // Its scripts open the dialog.
      await page.waitForURL('/transactions');
      await expect(page.locator('tbody')).toContainText(t('categories:default.salary'));
      await page.getByRole('link', { name: 'מוקדם early', exact: true }).click();
      const shown = page.getByRole('dialog');
      await expect(shown.getByLabel(t('transactions:form.amount'))).toHaveValue('12.50');
      await expect(shown.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(shown.getByLabel(t('transactions:form.notes'))).toHaveValue('שתי\nשורות');
      await expect(shown.locator('[name=time]')).toHaveValue('07:15');
    });

    test('so do values typed into the wizard @once', async ({ page }) => {
      await page.goto('/recurring/new');
      const arrive = await holdIsland(page);
      const wizard = page.locator('form.wizard');
      await wizard.getByLabel(t('transactions:form.income')).check();
      await page.locator('#amount').fill('90');
      await page.locator('#description').fill('חוג pottery');
      await wizard.getByLabel(t('recurring:wizard.weekly')).check();
      await openMore(wizard);
      await wizard.locator('[name=recurringEndType][value=occurrences]').check();
      await page.locator('#recurringMaxOccurrences').fill('4');
      arrive();
      await expect(pickerIn(page)).toBeVisible();
      await expect(wizard.locator('.wizard-dates li')).toHaveCount(4);
      await expect(wizard.locator('.wizard-dates')).toContainText('+₪90.00');
      await expect(page.locator('#description')).toHaveValue('חוג pottery');
      await expect(wizard.getByRole('button', { name: t('recurring:wizard.create') }).last()).toBeVisible();
    });

    test('the dialog shows a transaction and switches to editing it @once', async ({ page, person }) => {
      const [recorded] = await record(person, [{ amount: 10, description: 'אירוע' }]);
      await page.goto('/');
      await openByEvent(page, 'view', { id: recorded?.id });
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.view') });
      await expect(dialog).toContainText('אירוע');
      await expect(dialog.getByRole('button', { name: t('transactions:dialog.deleteAction') })).toHaveCount(
        0,
      );
      await dialog.getByRole('button', { name: t('transactions:dialog.editAction') }).click();
      const edited = page.getByRole('dialog', { name: t('transactions:dialog.edit') });
      await expect(edited.locator('[name=description]')).toHaveValue('אירוע');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    test('switching to recurring asks first, and resets the form @once', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await dialog.locator('[name=amount]').fill('5');
      await openMore(dialog);
      await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('transactions:dialog.keepEditing') }).click();
      await expect(dialog.locator('[name=amount]')).toHaveValue('5');
      await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
      await question.getByRole('button', { name: t('transactions:dialog.discard') }).click();
      const recurring = page.getByRole('dialog', { name: t('transactions:dialog.recurring') });
      await recurring.getByRole('link', { name: t('transactions:kind.once') }).click();
      await expect(dialog.locator('[name=amount]')).toHaveValue('');
    });

    test('deleting from the page of a transaction returns to the list @once', async ({ page, person }) => {
      const [recorded] = await record(person, [{ amount: 10, description: 'עוד מעט לא' }]);
      await page.goto(`/transactions/${recorded?.id}`);
      await page.getByRole('link', { name: t('common:delete'), exact: true }).click();
      await expect(page).toHaveURL('/transactions');
      await expect(page.locator('.flash')).toContainText(t('transactions:deleteSuccess'));
      await expect(page.locator('.toast')).toHaveCount(0);
    });
  });
});

/** Delays the page's island until the returned function is called. */
async function holdIsland(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const address = await page.locator('astro-island[component-url]').first().getAttribute('component-url');
  await page.route(`**${address}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
