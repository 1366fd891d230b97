import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

// The browser reports what the server refuses.
test.use({ provoked: /status of 400/ });

inEachLanguage(({ t }) => {
  test('sending a file is shown, and can be cancelled @javascript @once', async ({ page, person }) => {
    const headers = { authorization: `Bearer ${person.accessToken}` };
    const answer = await fetch(`${person.url}/api/v1/users/export-account`, { headers });
    const choose = async (text: string) =>
      page
        .getByLabel(t('imports:file'), { exact: true })
        .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.goto('/import');
    await expect(page.getByText(t('imports:ownFileText'))).toBeVisible();
    const check = page.getByRole('button', { name: t('imports:read') });
    const status = page.locator('[data-progress]').getByRole('status');
    const bar = page.getByRole('progressbar', { name: t('imports:read') });
    // Never answered: only cancelling ends the request.
    await page.route('**/import', () => undefined);
    await choose('{"format": "pruta"}');
    await expect(page.locator('[data-chosen]')).toContainText('account.json');
    await check.click();
    await expect(status).toHaveText(t('import:sending'));
    await expect(bar).toBeVisible();
    await expect(check).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('common:cancel') }).click();
    await expect(status).toHaveText(t('import:stopped'));
    await expect(bar).toBeHidden();
    await expect(check).toBeFocused();
    await page.unroute('**/import');
    await check.click();
    await expect(page.getByRole('heading', { name: t('import:errorsTitle') })).toBeVisible();
    await expect(page.getByLabel(t('imports:file'), { exact: true })).toBeFocused();
    await expect(page).toHaveURL('/import');
    // The form returned with the errors works like the first one.
    await choose(await answer.text());
    await check.click();
    await expect(page).toHaveURL(/\/import\/[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('import:checkTitle'));
  });

  test('on a phone the button that imports is in view at once @once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const rows = Array.from({ length: 12 }, (_, index) => `2026-05-${index + 10},Shop ${index},-20.00`);
    const text = ['Date,Description,Amount', ...rows, ''].join('\n');
    await page.goto('/import');
    await page
      .getByLabel(t('imports:file'), { exact: true })
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: t('imports:read') }).click();
    await expect(page).toHaveURL(/\/imports\//);
    await page.evaluate(() => scrollTo(0, 0));
    const button = page.locator('button[value="import"]');
    await expect(button).toBeInViewport({ ratio: 1 });
    // Nothing lies over it, such as the bar of a phone.
    const isOnTop = await button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return [top + 2, bottom - 2].every(
        (y) => document.elementFromPoint((left + right) / 2, y)?.closest('button') === element,
      );
    });
    expect(isOnTop).toBe(true);
  });

  test('what “always” has saved is no draft any more @javascript @once', async ({ page }) => {
    const rows = ['04,Pottery 123456,-20.00', '05,Tea,-3.00', '06,Pottery 654321,-30.00'];
    const text = ['Date,Description,Amount', ...rows.map((row) => `2026-05-${row}`), ''].join('\n');
    await page.goto('/import');
    await page
      .getByLabel(t('imports:file'), { exact: true })
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: t('imports:read') }).click();
    await expect(page).toHaveURL(/\/imports\//);
    await page.locator('#as-0').selectOption({ index: 1 });
    await page.locator('button[name="rule:0"]').click();
    await expect(page.locator('button[name="unrule:0"]')).toBeVisible();
    // Another row has another category than in the draft, because of the rule.
    await expect(page.locator('#as-2')).toHaveValue(await page.locator('#as-0').inputValue());
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('c:0');
    await expect(page.locator('[data-draft]')).toHaveCount(0);
  });
});
