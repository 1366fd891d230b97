import { expect, test } from '../support/browser.ts';
import { openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { countTransactions, record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a possible duplicate stays in its card', async ({ page, person }) => {
    const taxi = { amount: 45.9, description: 'Taxi from the airport to the office' };
    await record(person, [
      { ...taxi, time: '10:01' },
      { ...taxi, time: '10:02' },
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/transactions/insights');
    const card = page.locator('.card', { has: page.locator('#repeated') });
    expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  test.describe('while typing', { tag: ['@javascript', '@once'] }, () => {
    test('dialog and page name the possible duplicate and save all the same', async ({ page, person }) => {
      const [first] = await record(person, [{ amount: 12.5, description: 'לחם Bread' }]);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto('/transactions/new');
      await page.getByLabel(t('transactions:form.amount')).fill('12.5');
      await page.getByLabel(t('transactions:form.description')).fill('לחם Bread');
      await expect(page.locator('main form .remark')).toContainText('Bread');
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog');
      const amount = dialog.getByLabel(t('transactions:form.amount'));
      const remark = dialog.locator('[aria-live=polite] .remark');
      await amount.fill('12.5');
      await dialog.getByLabel(t('transactions:form.description')).fill('לחם bread');
      await expect(remark).toContainText(t('transactions:form.possibleDuplicate'));
      await expect(remark.locator('bdi')).toContainText(['לחם Bread', '₪12.50']);
      const view = remark.getByRole('link');
      await expect(view).toHaveAttribute('href', `/transactions/${first?.id}`);
      await expect(view).toHaveAttribute('target', '_blank');
      await amount.fill('50');
      await expect(remark).toHaveCount(0);
      await amount.fill('12.50');
      await expect(remark).toBeVisible();
      await dialog.locator('form .button-primary').click();
      await expect.poll(() => countTransactions(person)).toBe(2);
      await expect(page.locator('.row-link')).toHaveCount(2);
      await expect(page.locator('.toast-warning')).toHaveCount(0);
      await expect(dialog).toHaveCount(0);

      // An edit is not compared with the transaction itself.
      requests.length = 0;
      await page.getByRole('link', { name: 'לחם bread', exact: true }).click();
      await dialog.getByLabel(t('transactions:form.description')).fill('לחם Bread');
      await dialog.locator('form .button-primary').click();
      await expect(page.locator('.row-link')).toHaveText(['לחם Bread', 'לחם Bread']);
      expect(requests.filter((url) => url.endsWith('/check'))).toEqual([]);
    });

    test('the dialog leaves a remark about an unusual transaction', async ({ page }) => {
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('transactions:form.amount')).fill('5000');
      await dialog.getByLabel(t('transactions:form.description')).fill('Sofa');
      await openMore(dialog);
      await dialog.locator('[name=time]').fill('23:30');
      await dialog.locator('form .button-primary').click();
      const reasons = (['high_amount', 'unusual_time', 'amount_deviation'] as const)
        .map((flag) => t(`insights:flag.${flag}`))
        .join(', ');
      await expect(page.locator('.toast-warning')).toContainText(
        t('transactions:securityAlert', { reasons }),
      );
      await expect(page.locator('.row-link')).toHaveText(['Sofa']);
    });
  });
});
