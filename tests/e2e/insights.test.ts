import { plusDays } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { openMore, send } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('insights are linked from the list and begin empty @once', async ({ page }) => {
    await page.goto('/transactions');
    await page.getByRole('link', { name: t('insights:title') }).click();
    await expect(page).toHaveURL('/transactions/insights');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('insights:title'));
    await expect(page.getByRole('heading', { name: t('insights:emptyTitle') })).toBeVisible();
  });

  test('they say that nothing is unusual @once', async ({ page, person }) => {
    const [groceries] = await categoriesOf(person, '?type=expense');
    const noon = { amount: 20, category_id: groceries?.id, time: '12:00' };
    for (const [days, description] of [
      [-40, 'לחם'],
      [-2, 'Cheese'],
    ] as const) {
      await record(person, [{ ...noon, description, date: plusDays(TODAY, days) }]);
    }
    await page.goto('/transactions/insights');
    await expect(page.getByRole('heading', { name: t('insights:nothingTitle') })).toBeVisible();
    await expect(page.locator('.totals dd')).toHaveText(['2', '0', '0', '0']);
  });

  test('one of two that look alike is deleted, and restored', async ({ page, person }) => {
    const bread = { amount: 12.5, description: 'לחם Bread', date: plusDays(TODAY, -2) };
    await record(person, [
      { ...bread, time: '12:00' },
      { ...bread, time: '12:01' },
    ]);
    await page.goto('/transactions/insights');
    const repeated = page.getByRole('region', { name: t('insights:duplicates') });
    await repeated.getByRole('button', { name: t('insights:deleteOne') }).click();
    await expect(repeated).toHaveCount(0);
    expect(await countTransactions(person)).toBe(1);
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
    await expect(repeated).toBeVisible();
    expect(await countTransactions(person)).toBe(2);
  });

  test('two that look alike can be marked as no duplicates @once', async ({ page, person }) => {
    const bread = { amount: 12.5, description: 'לחם Bread', date: plusDays(TODAY, -2) };
    await record(person, [
      { ...bread, time: '12:00' },
      { ...bread, time: '12:01' },
    ]);
    await page.goto('/transactions/insights');
    const repeated = page.getByRole('region', { name: t('insights:duplicates') });
    const marked = page.getByRole('region', { name: t('insights:notDuplicates'), exact: true });
    await repeated.getByRole('button', { name: t('insights:notDuplicate') }).click();
    await expect(page.getByText(t('insights:notDuplicateNoted'))).toBeVisible();
    await expect(marked.locator('.row-link')).toHaveText(['לחם Bread']);
    await expect(repeated).toHaveCount(0);
    await record(person, [
      { ...bread, date: TODAY, time: '00:00' },
      { ...bread, date: TODAY, time: '00:01' },
    ]);
    await page.reload();
    await expect(repeated).toHaveCount(0);
    await marked.getByRole('button', { name: t('insights:reportAgain') }).click();
    await expect(page.getByText(t('insights:notDuplicateForgotten'))).toBeVisible();
    await expect(marked).toHaveCount(0);
  });

  test('they show what is unusual and why, with a link to it @once', async ({ page, person }) => {
    const date = plusDays(TODAY, -2);
    const sofa = { amount: 8000, description: 'ספה Sofa', date };
    // Ten expenses are needed before any can be unusual.
    const others = ['Milk', 'Cheese', 'Rice', 'Eggs', 'Tea', 'Salt', 'Pasta', 'Honey'];
    await record(
      person,
      others.map((description, place) => ({ amount: 11 + 3 * place, description, date, time: '12:00' })),
    );
    await record(person, [
      { ...sofa, time: '23:30' },
      { ...sofa, time: '23:31' },
      { amount: 9, description: 'Bread', date, time: '12:00' },
    ]);
    await page.goto('/transactions/insights');
    await expect(page.locator('.totals dd')).toHaveText(['11', '2', '1', '11']);
    const unusual = page.getByRole('region', { name: t('insights:unusual') });
    await expect(unusual.locator('.row-link')).toHaveText(['ספה Sofa', 'ספה Sofa']);
    await expect(unusual.locator('tbody tr').first().locator('.badge')).toHaveText([
      t('insights:flag.high_amount'),
      t('insights:flag.unusual_time'),
      t('insights:flag.high_velocity'),
      t('insights:flag.amount_deviation'),
      t('insights:flag.duplicate'),
    ]);
    const repeated = page.getByRole('region', { name: t('insights:duplicates') });
    await expect(repeated.locator('tbody tr')).toHaveCount(1);
    const advice = page.getByRole('region', { name: t('insights:recommendations') });
    await expect(advice.locator('strong')).toHaveText([
      t('insights:verifyTitle'),
      t('insights:duplicatesTitle'),
      t('insights:categorizeTitle'),
    ]);
    const hrefs = advice
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(await hrefs).toEqual([
      '/transactions/insights#unusual',
      '/transactions/insights#repeated',
      `/transactions?category=none&dateFrom=${plusDays(TODAY, -90)}&dateTo=${TODAY}`,
    ]);
    const address = await unusual.locator('.row-link').first().getAttribute('href');
    await page.goto(address ?? '');
    await expect(page.getByLabel(t('transactions:form.description'))).toHaveValue('ספה Sofa');
  });

  test('a possible duplicate is saved, with a link to the first', async ({ page, person }) => {
    const [first] = await record(person, [{ amount: 12.5, description: 'לחם Bread' }]);
    await page.goto('/transactions/new');
    await page.getByLabel(t('transactions:form.amount')).fill('12.5');
    await page.getByLabel(t('transactions:form.description')).fill('לחם bread');
    await send(page, page.locator('main form .button-primary'));
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    const remark = page.locator('.remark');
    await expect(remark).toContainText(t('transactions:form.possibleDuplicate'));
    await expect(remark.locator('bdi')).toContainText(['', 'לחם Bread', '₪12.50']);
    await expect(page.locator('.row-link')).toHaveCount(2);
    const view = remark.getByRole('link', { name: t('transactions:form.viewDuplicate') });
    await expect(view).toHaveAttribute('href', `/transactions/${first?.id}`);
    await page.goto('/transactions');
    await expect(remark).toHaveCount(0);
  });

  test('an unusual transaction is saved all the same, with a short remark', async ({ page }) => {
    await page.goto('/transactions/new');
    await page.getByLabel(t('transactions:form.amount')).fill('5000');
    await page.getByLabel(t('transactions:form.description')).fill('Sofa');
    await openMore(page);
    await page.locator('#time').fill('23:30');
    await send(page, page.locator('main form .button-primary'));
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    const reasons = (['high_amount', 'unusual_time', 'amount_deviation'] as const)
      .map((flag) => t(`insights:flag.${flag}`))
      .join(', ');
    await expect(page.locator('.remark')).toContainText(t('transactions:securityAlert', { reasons }));
    await expect(page.locator('.remark').getByRole('link')).toHaveAttribute('href', '/transactions/insights');
    await expect(page.locator('.row-link')).toHaveText(['Sofa']);
  });

  test('a requested duplicate is not reported as one @once', async ({ page, person }) => {
    const [first] = await record(person, [{ amount: 12.5, description: 'Bread' }]);
    await page.goto(`/transactions/${first?.id}/duplicate`);
    await send(page, page.locator('main form .button-primary'));
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    await expect(page.locator('.remark')).toHaveCount(0);
  });

  test.describe('while typing', { tag: '@javascript' }, () => {
    test('the dialog names the possible duplicate and saves all the same @once', async ({ page, person }) => {
      const [first] = await record(person, [{ amount: 12.5, description: 'לחם Bread' }]);
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
    });

    test('the page does the same @once', async ({ page, person }) => {
      await record(person, [{ amount: 12.5, description: 'Bread' }]);
      await page.goto('/transactions/new');
      await page.getByLabel(t('transactions:form.amount')).fill('12.5');
      await page.getByLabel(t('transactions:form.description')).fill('Bread');
      await expect(page.locator('main form .remark')).toContainText('Bread');
    });

    test('an edit is not compared with the transaction itself @once', async ({ page, person }) => {
      await record(person, [
        { amount: 12.5, description: 'Bread' },
        { amount: 12.5, description: 'Breads' },
      ]);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto('/transactions');
      await page.getByRole('link', { name: 'Breads', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('transactions:form.description')).fill('Bread');
      await dialog.locator('form .button-primary').click();
      await expect(page.locator('.row-link')).toHaveText(['Bread', 'Bread']);
      expect(requests.filter((url) => url.endsWith('/check'))).toEqual([]);
    });

    test('the dialog leaves a remark about an unusual transaction @once', async ({ page }) => {
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
