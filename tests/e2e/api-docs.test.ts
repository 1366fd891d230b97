import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadable,
  OTHER_MODES,
  setDisplayMode,
} from '../support/accessibility.ts';
import { expect, GUEST, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';

// The page grows with every call, and all calls are rendered alike: some of each kind are checked.
const PARTS = [
  '.api-head',
  '.api-contents',
  '.api-rules',
  '#putUsersProfile',
  '#getTransactions',
  '#shape-User',
];

inEachLanguage(({ t, language }) => {
  test.use(GUEST);

  test('the API can be read from call to call', async ({ page }) => {
    await page.goto('/login');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('api:footer'), exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: t('api:title') })).toBeVisible();
    await page.getByRole('link', { name: 'Create an expense' }).click();
    await expect(page).toHaveURL(/\/api\/docs#postTransactionsExpense$/);
    await expect(page.getByRole('heading', { name: 'POST /transactions/expense' })).toBeInViewport();
    await page.locator('#postTransactionsExpense').getByRole('link', { name: 'Transaction' }).click();
    await expect(page.getByRole('heading', { name: 'Transaction', exact: true })).toBeInViewport();
  });

  test('the page about the API has no accessibility violation @javascript', async ({ page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto('/api/docs');
    await expectAccessible(page, ...PARTS);
    // The page has the same colours in every language.
    if (language !== 'en') return;
    for (const mode of OTHER_MODES) {
      await setDisplayMode(page, mode);
      await test.step(Object.values(mode).join(' '), () => expectReadable(page, ...PARTS));
    }
  });

  test('the page about the API needs no horizontal scrolling @javascript', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/api/docs');
    await expectNoSidewaysScroll(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.setViewportSize({ width: 360, height: 640 });
    await expectNoSidewaysScroll(page);
  });
});
