import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { press } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t }) => {
  for (const height of [740, 480])
    test(`a refused entry shows its error at 360×${height} @javascript`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height });
      await page.goto('/');
      await page.locator('[data-transaction=add]').first().click();
      const dialog = page.getByRole('dialog');
      const amount = dialog.locator('form [name=amount]');
      const save = dialog.locator('form .button-primary');
      await expect(amount).toBeFocused();
      await scrollToEnd(page);
      await press(save);
      await expect(amount).toBeFocused();
      await expectWhole(page, 'amount', t('errors:amountRequired'));

      await amount.fill('8');
      await dialog.locator('[name=description]').fill('x');
      await page.route(
        '**/api/v1/transactions/transaction',
        (route) => route.continue({ postData: { ...route.request().postDataJSON(), amount: 2_000_000 } }),
        { times: 1 },
      );
      await scrollToEnd(page);
      await save.click();
      await expect(amount).toBeFocused();
      await expectWhole(page, 'amount', '1000000');
    });

  for (const [width, height] of [
    [360, 616],
    [320, 640],
  ] as const)
    test(`the button that saves is in view at ${width}×${height} @javascript @once`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await page.locator('[data-transaction=add]').first().click();
      const save = page.getByRole('dialog').locator('form .button-primary');
      await expect(save).toBeInViewport({ ratio: 1 });
    });
});

/** Label and error of the field are within the scrolling part of the dialog. */
async function expectWhole(page: Page, name: string, message: string): Promise<void> {
  const error = page.locator(`#dialog-${name}-error`);
  await expect(error).toContainText(message);
  await expect(error).toBeInViewport({ ratio: 1 });
  const label = page.locator(`label[for=dialog-${name}]`);
  const isCovered = await label.evaluate((element) => {
    const { x, y, width } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + 2)?.closest('.field') !== element.closest('.field');
  });
  expect(isCovered).toBe(false);
}

function scrollToEnd(page: Page): Promise<void> {
  return page.locator('dialog .dialog-body').evaluate((body) => {
    body.scrollTop = body.scrollHeight;
  });
}
