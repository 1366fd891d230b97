import { expect, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';

test.describe('what a page measures', { tag: ['@javascript', '@once'] }, () => {
  test.use({ locale: 'he-IL' });

  test('is sent once, as the page is left @he', async ({ page, login, context, server }) => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'webdriver', { value: false });
      Math.random = () => (location.pathname === '/profile' ? 0 : 1);
    });
    await login();
    const script = page.waitForResponse((response) => response.url().endsWith(builtScript('vitals')));
    await page.goto('/profile');
    await (await script).finished();
    const sent = () => server.logs.split('"path":"/api/v1/performance/web-vitals","status":200').length - 1;
    const before = sent();
    await page.goto('/analytics');
    await expect.poll(sent).toBe(before + 1);
    await page.goto('/profile#again');
    expect(sent()).toBe(before + 1);
  });
});
