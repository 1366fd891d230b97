import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { press } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';

inEachLanguage(({ t }) => {
  test('a refused entry shows its error on any phone, and the button that saves @javascript', async ({
    page,
  }) => {
    await page.goto('/');
    const dialog = page.getByRole('dialog');
    const amount = dialog.locator('form [name=amount]');
    const save = dialog.locator('form .button-primary');
    for (const [width, height] of [
      [360, 740],
      [360, 616],
      [320, 640],
      [360, 480],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.locator('[data-transaction=add]:visible').first().click();
      await expect(amount).toBeFocused();
      if (height > 480) await expect(save).toBeInViewport({ ratio: 1 });
      if (height === 616 || height === 640) {
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        continue;
      }
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
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').locator('.button-danger').click();
      await expect(dialog).toHaveCount(0);
    }
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
