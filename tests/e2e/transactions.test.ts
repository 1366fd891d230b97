import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { chooseCategory } from '../support/category.ts';
import { expectFigures } from '../support/dashboard.ts';
import { openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { rowAction } from '../support/row-menu.ts';

const COFFEE = 'קפה עם Noa — cappuccino & <b>50%</b>';
const SALARY = 'Salary "November" משכורת';

inEachLanguage(({ t }) => {
  const expense = t('common:expense');
  const income = t('common:income');

  test('every change of a transaction changes every figure at once @once', async ({ page }) => {
    await page.goto('/transactions/new?return=/');
    await page.getByLabel(t('transactions:form.amount')).fill('12.5');
    await page.getByLabel(t('transactions:form.description')).fill(COFFEE);
    await chooseCategory(page, t, t('categories:default.coffee'));
    await openMore(page);
    await page.getByLabel(t('transactions:form.notes')).fill('שורה ראשונה\nsecond line');
    await saved(page).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expect(page).toHaveTitle(t('common:successPrefix', { title: `${t('common:home')} | Pruta` }));
    await expectFigures(page, t, {
      balance: '−₪12.50',
      income: '₪0.00',
      expenses: '₪12.50',
      net: '−₪12.50',
      spending: [[t('categories:default.coffee'), '₪12.50 (100%)']],
      latest: [[COFFEE, `${expense} −₪12.50`]],
    });
    await expect(page.locator('.flash')).toHaveCount(0);

    await page.goto('/transactions/new?type=income&return=/');
    await expect(page.getByLabel(t('transactions:form.income'))).toBeChecked();
    await page.getByLabel(t('transactions:form.amount')).fill('10000');
    await page.getByLabel(t('transactions:form.description')).fill(SALARY);
    await chooseCategory(page, t, t('categories:default.salary'));
    await saved(page).click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expectFigures(page, t, {
      balance: '₪9,987.50',
      income: '₪10,000.00',
      expenses: '₪12.50',
      net: '₪9,987.50',
      spending: [[t('categories:default.coffee'), '₪12.50 (100%)']],
      latest: [
        [SALARY, `${income} +₪10,000.00`],
        [COFFEE, `${expense} −₪12.50`],
      ],
    });

    await page.goto('/transactions');
    await follow(page, page.getByRole('link', { name: COFFEE, exact: true }));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('transactions:dialog.edit'));
    await expect(page.getByLabel(t('transactions:form.amount'))).toHaveValue('12.50');
    await expect(page.getByLabel(t('transactions:form.description'))).toHaveValue(COFFEE);
    await expect(page.getByLabel(t('transactions:form.notes'))).toHaveValue('שורה ראשונה\nsecond line');
    await page.getByLabel(t('transactions:form.amount')).fill('20.05');
    await chooseCategory(page, t, t('categories:default.groceries'));
    await saved(page).click();
    await expect(page).toHaveURL('/transactions');
    await expect(page.locator('.flash')).toContainText(t('transactions:updateSuccess'));
    await expectFigures(page, t, {
      balance: '₪9,979.95',
      income: '₪10,000.00',
      expenses: '₪20.05',
      net: '₪9,979.95',
      spending: [[t('categories:default.groceries'), '₪20.05 (100%)']],
      latest: [
        [SALARY, `${income} +₪10,000.00`],
        [COFFEE, `${expense} −₪20.05`],
      ],
    });

    await page.goto('/transactions');
    await follow(page, await rowAction(page, t, COFFEE, t('common:duplicate')));
    await expect(page.getByLabel(t('transactions:form.amount'))).toHaveValue('20.05');
    await page.getByLabel(t('transactions:form.amount')).fill('79.95');
    await page.getByLabel(t('transactions:form.description')).fill('עותק');
    await chooseCategory(page, t, '');
    await saved(page).click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expectFigures(page, t, {
      balance: '₪9,900.00',
      income: '₪10,000.00',
      expenses: '₪100.00',
      net: '₪9,900.00',
      spending: [
        [t('common:noCategory'), '₪79.95 (80%)'],
        [t('categories:default.groceries'), '₪20.05 (20.1%)'],
      ],
      latest: [
        ['עותק', `${expense} −₪79.95`],
        [SALARY, `${income} +₪10,000.00`],
        [COFFEE, `${expense} −₪20.05`],
      ],
    });

    await page.goto('/transactions');
    await (await rowAction(page, t, COFFEE, t('common:delete'))).click();
    await expect(page).toHaveURL('/transactions');
    // At once, because it can be undone: in a toast with scripts, above the list without.
    const notice = page.locator('.flash, .toast');
    await expect(notice).toContainText(t('transactions:deleteSuccess'));
    await expect(notice.getByRole('button', { name: t('common:undo') })).toBeVisible();
    await expect(page.locator('.row-link').filter({ hasText: COFFEE })).toHaveCount(0);
    await expectFigures(page, t, {
      balance: '₪9,920.05',
      income: '₪10,000.00',
      expenses: '₪79.95',
      net: '₪9,920.05',
      spending: [[t('common:noCategory'), '₪79.95 (100%)']],
      latest: [
        ['עותק', `${expense} −₪79.95`],
        [SALARY, `${income} +₪10,000.00`],
      ],
    });
  });
});

function saved(page: Page): Locator {
  return page.locator('form.form .button-primary');
}

// With JavaScript a click would open the dialog; this is about the page behind the link.
async function follow(page: Page, link: Locator): Promise<void> {
  await page.goto((await link.getAttribute('href')) ?? '');
}
