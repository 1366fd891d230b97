import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noise } from '../support/pictures.ts';

inEachLanguage(({ t }) => {
  test('a person uploads a picture, sees it in the menu, and removes it @javascript @once', async ({
    page,
  }) => {
    await page.goto('/profile');
    await page.getByRole('link', { name: t('accounts:picture.add') }).click();
    const field = page.getByLabel(t('accounts:picture.choose'));
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) };
    await field.setInputFiles(large);
    await expect(field).toHaveAccessibleDescription(new RegExp(t('errors:pictureTooLarge')));
    await page.getByRole('button', { name: t('accounts:picture.upload') }).click();
    await expect(field).toBeFocused();
    const buffer = await noise(900, 700).png().toBuffer();
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await expect(page.locator('[data-picture-preview] img')).toHaveAttribute('src', /^data:image\/png/);
    // The browser sends the size that the server stores.
    await expect
      .poll(() => field.evaluate(({ files }: HTMLInputElement) => files?.[0]?.type))
      .toBe('image/webp');
    await page.getByRole('button', { name: t('accounts:picture.upload') }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.locator('.flash')).toHaveText(t('accounts:picture.uploaded'));
    const shown = page.getByRole('img', { name: t('accounts:picture.yours') });
    await expect(shown).toBeVisible();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);

    await page.getByRole('link', { name: t('accounts:picture.change') }).click();
    await page.getByRole('link', { name: t('accounts:picture.remove') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('accounts:picture.removeTitle'));
    await page.getByRole('button', { name: t('accounts:picture.remove') }).click();
    await expect(page.locator('.flash')).toHaveText(t('accounts:picture.removed'));
    await expect(page.getByRole('link', { name: t('accounts:picture.add') })).toBeVisible();
  });

  test('a field for a file is not called invalid before one is chosen @javascript @once', async ({
    page,
  }) => {
    const session = await page.context().newCDPSession(page);
    for (const path of ['/profile/picture', '/import']) {
      await page.goto(path);
      await expect(page.locator('input[type=file]')).toBeVisible();
      const { nodes } = await session.send('Accessibility.getFullAXTree');
      const states = nodes.flatMap(({ properties = [] }) => properties);
      const invalid = states.filter(({ name, value }) => name === 'invalid' && value.value !== 'false');
      expect(invalid, path).toEqual([]);
    }
  });
});
