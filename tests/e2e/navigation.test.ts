import type { Page } from '@playwright/test';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { LARGEST_TEXT, setProfile } from '../support/people.ts';
import { recordExamples } from '../support/screens.ts';

const PHONE = { width: 360, height: 740 };

test.use(IN_MOTION);

inEachLanguage(({ t }) => {
  const bar = (page: Page) => page.locator('.phone-bar');
  const place = (page: Page, name: 'home' | 'transactions' | 'add' | 'analytics') =>
    bar(page).locator('.phone-place', { hasText: NAMES[name] });
  const NAMES = {
    home: t('common:home'),
    transactions: t('common:transactions'),
    add: t('common:add'),
    analytics: t('analytics:title'),
  };
  const more = (page: Page) => bar(page).locator('summary', { hasText: t('common:more') });
  const addLinks = (page: Page) => page.locator('[data-transaction=add]:visible');

  test('the bar of a phone leads everywhere and marks where one is', async ({ page }, { project }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/');
    await expect(place(page, 'home')).toHaveAttribute('aria-current', 'page');
    for (const [name, path] of [
      ['transactions', '/transactions'],
      ['analytics', '/analytics'],
      ['home', '/'],
    ] as const) {
      await place(page, name).click();
      await expect(page).toHaveURL(path);
      await expect(bar(page).locator('.phone-place[aria-current]')).toHaveText(NAMES[name]);
    }
    await more(page).click();
    await expect(bar(page).locator('.menu-panel .nav-link:is(a)')).toHaveText([
      t('common:recurring'),
      t('common:categories'),
      t('money:title'),
      t('budgets:title'),
      t('imports:title'),
      t('export:link'),
      t('common:exchange'),
      t('help:tour'),
      t('common:settings'),
      t('help:title'),
    ]);
    await bar(page)
      .getByRole('link', { name: t('common:settings') })
      .click();
    await expect(page).toHaveURL('/profile');
    await expect(bar(page).locator('.phone-place[aria-current]')).toContainText(t('common:more'));
    await more(page).click();
    expect(
      await bar(page)
        .locator('.menu-panel')
        .evaluate((menu) => menu.scrollHeight - menu.clientHeight),
    ).toBe(0);
    await bar(page)
      .getByRole('link', { name: t('common:categories'), exact: true })
      .click();
    await expect(page).toHaveURL('/categories');
    await expect(bar(page).locator('.nav-link[aria-current]')).toHaveCount(1);
    await expect(more(page)).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('.main-nav summary')).toHaveAttribute('aria-current', 'true');
    await page.goto('/');
    await expect(page.locator('summary[aria-current]')).toHaveCount(0);
    await place(page, 'add').click();
    if (project.name.startsWith('without')) {
      await expect(page).toHaveURL('/transactions/new?return=/');
      await expect(bar(page).locator('.phone-place[aria-current]')).toHaveText(t('common:add'));
    } else {
      await expect(page.getByRole('dialog').locator('[name=amount]')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(place(page, 'add')).toBeFocused();
    }
  });

  test('the side menu closes by its cross, which lies over no link, beside it and by Escape @javascript @once', async ({
    page,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/');
    const profile = bar(page).getByRole('link', { name: t('common:settings') });
    for (const close of [
      () => page.locator('.drawer-close').click(),
      // Beside the menu, which is at the start of the line.
      () => page.mouse.click(t('common:more') === 'More' ? 350 : 10, 300),
      () => page.keyboard.press('Escape'),
    ]) {
      await more(page).click();
      await expect(profile).toBeVisible();
      await close();
      await expect(profile).toBeHidden();
      await expect(more(page)).toBeFocused();
    }
    await page.setViewportSize({ width: 360, height: 500 });
    await more(page).click();
    const cross = await page.locator('.drawer-close').boundingBox();
    if (!cross) throw new Error('The cross is not shown.');
    const panel = page.locator('.drawer > .menu-panel');
    const over = () =>
      panel.evaluate((menu, { x, y, width, height }) => {
        const hits = [-1, width + 1].map((beside) => document.elementFromPoint(x + beside, y + height / 2));
        return hits.filter((found) => found !== menu && menu.contains(found)).length;
      }, cross);
    for (const top of [0, 40, 60, 80, 120, 2000]) {
      await panel.evaluate((menu, to) => menu.scrollTo(0, to), top);
      expect(await over(), String(top)).toBe(0);
    }
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < 12; stop += 1) {
        await page.keyboard.press(key);
        const focused = panel.locator(':focus');
        if ((await focused.count()) === 0) continue;
        expect((await focused.boundingBox())?.y).toBeGreaterThanOrEqual(cross.y + cross.height);
      }
  });

  test.describe('under the open side menu', () => {
    test.use({ provoked: /net::ERR_FAILED/ });

    for (const state of ['are off @once', 'do not arrive @javascript @once'])
      test(`nothing has the focus while scripts ${state}`, async ({ page }) => {
        await page.route('**/*.js', (route) => route.abort());
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto('/transactions');
        await more(page).click();
        await bar(page)
          .getByRole('button', { name: t('common:signOut') })
          .focus();
        await page.keyboard.press('Tab');
        await expect(page.locator(':is(.header, main, .footer) :focus')).toHaveCount(0);
        await more(page).focus();
        await page.keyboard.press('Shift+Tab');
        await expect(page.locator('.phone-bar > a:focus')).toHaveCount(0);
        await more(page).press('Enter');
        await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      });
  });

  test('a page has one button to add', async ({ page, person }, { project }) => {
    await recordExamples(person);
    for (const path of ['/', '/transactions']) {
      await page.goto(path);
      for (const width of [320, 767, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate(() => scrollTo(0, 0));
        await expect(addLinks(page), `${path} at ${width}`).toHaveCount(1);
        if (project.name.startsWith('without')) continue;
        await page.evaluate(() => scrollTo(0, 9999));
        await expect(addLinks(page).last()).toBeInViewport();
      }
    }
  });

  test('the bar has room for its words @javascript', async ({ page, person }) => {
    await setProfile(person, LARGEST_TEXT);
    await recordExamples(person);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/');
    const boxes = await bar(page)
      .locator('.phone-place')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    expect(boxes).toHaveLength(5);
    for (const { left, right, width, height, bottom } of boxes) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(320);
      expect(bottom).toBe(640);
    }
    // What a zoom of 400 % and a phone in landscape leave.
    for (const size of [
      { width: 320, height: 256 },
      { width: 740, height: 360 },
    ]) {
      await page.setViewportSize(size);
      const isAbove = await bar(page).evaluate(
        (each) => each.getBoundingClientRect().bottom <= (document.querySelector('main')?.offsetTop ?? 0) + 1,
      );
      expect(isAbove).toBe(true);
      await page.evaluate(() => scrollTo(0, 600));
      await expect(bar(page)).not.toBeInViewport();
      await page.evaluate(() => scrollTo(0, 0));
    }
  });

  test('the header names all main pages in one line where there is room, elsewhere a menu has them', async ({
    page,
  }) => {
    const header = page.locator('.main-nav');
    const link = header.getByRole('link', { name: t('common:categories'), exact: true });
    const menu = header.locator('summary', { hasText: t('common:more') });
    await page.setViewportSize({ width: 1280, height: 700 });
    await page.goto('/');
    await link.click();
    await expect(page).toHaveURL('/categories');
    await page.goto('/');
    await menu.click();
    await expect(header.locator('.menu-panel .nav-link:visible')).toHaveText([
      t('money:title'),
      t('budgets:title'),
      t('imports:title'),
      t('common:manageRecurring'),
      t('common:manageCategories'),
      t('common:exchange'),
    ]);
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(header.locator('.menu-panel .nav-link:visible')).toHaveText([
      t('common:recurring'),
      t('common:categories'),
      t('money:title'),
      t('budgets:title'),
      t('imports:title'),
      t('common:manageRecurring'),
      t('common:manageCategories'),
      t('common:exchange'),
    ]);
    await expect(header.locator(':scope > .nav-link:visible')).toHaveText([
      t('common:home'),
      t('common:transactions'),
      t('analytics:title'),
    ]);
    const tops = await page
      .locator('.header-line > *')
      .evaluateAll((all) => all.map((part) => part.getBoundingClientRect().top < 64));
    expect(tops).toEqual(tops.map(() => true));
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const { height } = (await page.locator('.header-line').boundingBox()) ?? { height: 0 };
      expect(height, String(width)).toBeLessThanOrEqual(64);
      const padding = await page
        .locator('.main-nav > .nav-link')
        .first()
        .evaluate((link) => getComputedStyle(link).paddingInlineStart);
      expect(Number.parseFloat(padding), `${width}: its words stand apart`).toBeGreaterThan(7);
    }
  });
});
