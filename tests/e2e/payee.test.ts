import { expect, test } from '../support/browser.ts';
import { openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a payee is saved, completed, searched, filtered by and cleared', async ({ page, person }) => {
    await record(person, [{ amount: 7, description: 'Bread', merchant_name: 'מאפיית Lachmi' }]);

    await page.goto('/transactions/new');
    await openMore(page);
    const payee = page.getByLabel(t('transactions:form.payee'));
    await payee.focus();
    await expect(page.locator('datalist option[value="מאפיית Lachmi"]')).toHaveCount(1);
    await page.getByLabel(t('transactions:form.amount')).fill('12.5');
    await page.getByLabel(t('transactions:form.description')).fill('Milk');
    await payee.fill('Makolet');
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expect(page.getByRole('row', { name: 'Milk' })).toContainText('Makolet');

    await page.goto('/transactions?search=makolet');
    await expect(page.locator('.row-link')).toHaveText(['Milk']);
    await page.goto('/transactions?merchant_name=MAKOLET');
    await expect(page.locator('.row-link')).toHaveText(['Milk']);
    await expect(page.getByRole('link', { name: /MAKOLET/ })).toBeVisible();

    await page.goto((await page.locator('.row-link').getAttribute('href')) ?? '');
    await expect(payee).toHaveValue('Makolet');
    await payee.fill('');
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash')).toContainText(t('transactions:updateSuccess'));
    await page.goto('/transactions?merchant_name=Makolet');
    await expect(page.locator('.row-link')).toHaveCount(0);
  });
});
