import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { untilTaken } from '../support/islands.ts';
import { inEachLanguage } from '../support/languages.ts';
import { SCREEN_READER, setProfile } from '../support/people.ts';
import { record } from '../support/transactions.ts';

const ALL = ['data-theme', 'data-contrast', 'data-fs', 'data-motion', 'data-focus', 'data-reader'];

inEachLanguage(({ t }) => {
  const button = (page: Page) => page.locator('.display-button');
  const panel = (page: Page) => page.getByRole('dialog', { name: t('common:accessibility') });
  const choose = (page: Page, name: string) =>
    panel(page).getByText(t(name as 'preferences:theme'), { exact: true });
  const shown = (page: Page) =>
    page.evaluate(
      (names) => names.map((name) => document.documentElement.getAttribute(name)),
      [...ALL, 'data-announcements'],
    );

  async function open(page: Page): Promise<void> {
    await button(page).click();
    await expect(panel(page).locator('[data-panel-title]')).toBeFocused();
    await untilTaken(panel(page));
  }

  test.describe('the panel of display settings', { tag: ['@javascript', '@once'] }, () => {
    test('shows each choice at once, and every way out restores what was shown before', async ({ page }) => {
      await page.goto('/transactions');
      const before = await shown(page);
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () =>
          panel(page)
            .getByRole('link', { name: t('common:cancel') })
            .click(),
        () =>
          panel(page)
            .getByRole('button', { name: t('common:close') })
            .click(),
        () => page.mouse.click(640, 790),
        () => page.goBack(),
      ]) {
        await open(page);
        await choose(page, 'preferences:fontSize.xl').click();
        await choose(page, 'accounts:theme.dark').click();
        for (const name of ['highContrast', 'reducedMotion', 'screenReader', 'announcements', 'focusVisible'])
          await panel(page).locator(`#${name}`).click();
        expect(await shown(page)).toEqual(['dark', 'high', 'xl', 'reduced', 'browser', 'on', 'off']);
        await leave();
        await expect(panel(page)).toHaveCount(0);
        expect(await shown(page)).toEqual(before);
        await expect(button(page)).toBeFocused();
        await expect(page).toHaveURL('/transactions');
      }
      await page.reload();
      expect(await shown(page)).toEqual(before);
      await page.setViewportSize({ width: 360, height: 740 });
      await open(page);
      await expect(panel(page).locator('form [type=submit]').first()).toBeInViewport({ ratio: 1 });
    });

    test('saves into the account, and its defaults are kept once they are saved', async ({ page }) => {
      await page.goto('/transactions');
      const usual = await shown(page);
      await open(page);
      await choose(page, 'accounts:theme.dark').click();
      await panel(page).locator('#highContrast').click();
      await panel(page)
        .getByRole('button', { name: t('common:save') })
        .click();
      await expect(page.locator('.toast-text')).toHaveText(t('preferences:saved'));
      await expect(panel(page)).toHaveCount(0);
      await page.reload();
      const saved = await shown(page);
      expect(saved.slice(0, 2)).toEqual(['dark', 'high']);
      const reset = panel(page).getByRole('button', { name: t('preferences:reset') });
      await open(page);
      await reset.click();
      await expect(panel(page).getByRole('status')).toHaveText(t('preferences:resetUnsaved'));
      expect(await shown(page)).toEqual(usual);
      await page.keyboard.press('Escape');
      expect(await shown(page)).toEqual(saved);
      await open(page);
      await reset.click();
      await panel(page)
        .getByRole('button', { name: t('common:save') })
        .click();
      await expect(panel(page)).toHaveCount(0);
      await page.reload();
      expect(await shown(page)).toEqual(usual);
    });

    test('behaves the same as a page', async ({ page, context }) => {
      await context.clearCookies();
      const form = page.locator('main form[data-display-form]');
      const save = form.getByRole('button', { name: t('common:save') });
      const saved = page.locator('.flash', { hasText: t('preferences:saved') });
      const openPage = async () => {
        await page.goto('/accessibility');
        await form.hover();
        await untilTaken(page.locator('main'));
      };
      await openPage();
      const usual = await shown(page);
      await form.getByText(t('accounts:theme.dark'), { exact: true }).click();
      expect((await shown(page))[0]).toBe('dark');
      await save.click();
      await expect(saved).toBeVisible();
      await openPage();
      await form.getByRole('button', { name: t('preferences:reset') }).click();
      await expect(form.getByRole('status')).toHaveText(t('preferences:resetUnsaved'));
      expect(await shown(page)).toEqual(usual);
      await openPage();
      expect((await shown(page))[0]).toBe('dark');
      await form.getByRole('button', { name: t('preferences:reset') }).click();
      await save.click();
      await expect(saved).toBeVisible();
      expect(await shown(page)).toEqual(usual);
    });

    test.describe('without an answer', () => {
      test.use({ provoked: /ERR_FAILED/ });

      test('sends what was pressed as a page does', async ({ page }) => {
        await page.route('**/preferences/visit', (route) => route.abort(), { times: 1 });
        await page.goto('/transactions');
        await open(page);
        await panel(page)
          .getByRole('button', { name: t('preferences:button.hide') })
          .click();
        await expect(page.locator('.flash')).toContainText(t('preferences:buttonHidden'));
        await expect(button(page)).toHaveCount(0);
      });
    });

    test('is there for guests, until they close the browser', async ({ page, context }) => {
      await context.clearCookies();
      await page.goto('/register');
      await page.locator('#firstName').fill('נועה');
      await open(page);
      await choose(page, 'preferences:fontSize.large').click();
      await panel(page)
        .getByRole('button', { name: t('common:save') })
        .click();
      await expect(panel(page)).toHaveCount(0);
      await expect(page.locator('#firstName')).toHaveValue('נועה');
      await page.goto('/login');
      expect((await shown(page))[2]).toBe('large');
    });

    test('hides its button for the visit, and not its link', async ({ page }) => {
      await page.goto('/transactions');
      await open(page);
      await panel(page).locator('#highContrast').click();
      await panel(page)
        .getByRole('button', { name: t('preferences:button.hide') })
        .click();
      await expect(panel(page).getByRole('button', { name: t('preferences:button.show') })).toBeFocused();
      await expect(button(page)).toHaveCount(0);
      expect((await shown(page))[1], 'a choice that is not saved yet').toBe('high');
      await page.keyboard.press('Escape');
      const link = page.getByRole('contentinfo').getByRole('link', { name: t('common:accessibility') });
      await expect(link).toBeFocused();
      await page.reload();
      await expect(button(page)).toHaveCount(0);
      await link.click();
      await panel(page)
        .getByRole('button', { name: t('preferences:button.show') })
        .click();
      await expect(button(page)).toHaveCount(1);
    });
  });

  test.describe('each display setting', { tag: ['@javascript', '@once'] }, () => {
    test('changes what it says, at once', async ({ page, person }) => {
      await page.emulateMedia({
        colorScheme: 'light',
        reducedMotion: 'no-preference',
        contrast: 'no-preference',
      });
      await record(person, [{ amount: 5, description: 'Tea' }]);
      await page.goto('/transactions');
      const styleOf = (part: string, property: string) =>
        page
          .locator(part)
          .first()
          .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
      const changes = async (press: string, part: string, property: string, values: [string, string]) => {
        expect(await styleOf(part, property), press).toBe(values[0]);
        await panel(page).locator(press).click();
        await expect.poll(() => styleOf(part, property), press).toBe(values[1]);
      };
      await open(page);
      await changes('[value=large]', 'html', 'font-size', ['16px', '18px']);
      await changes('[value=dark]', 'body main h1', 'color', ['rgb(22, 32, 44)', 'rgb(233, 238, 245)']);
      await changes('#highContrast', 'body main h1', 'color', ['rgb(233, 238, 245)', 'rgb(255, 255, 255)']);
      await changes('#reducedMotion', 'dialog', 'animation-name', ['appear', 'none']);
      await panel(page).locator('#announcements').focus();
      await page.keyboard.press('Tab');
      expect(await styleOf('#focusVisible', 'outline-style')).toBe('solid');
      await page.keyboard.press('Space');
      expect(await styleOf('#focusVisible', 'outline-style')).toBe('auto');
      const regions = page.locator('[role=status]');
      const politeness = () => regions.evaluateAll((all) => [...new Set(all.map((one) => one.ariaLive))]);
      expect(await politeness()).toEqual([null]);
      await panel(page).locator('#announcements').click();
      await expect.poll(politeness).toEqual(['off']);
      await panel(page).locator('#announcements').click();
      await expect.poll(politeness).toEqual([null]);
    });

    test('is what the device asks for where nothing else was chosen', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce', contrast: 'more' });
      await page.goto('/transactions');
      await open(page);
      const colour = (part: string) =>
        page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      expect(await colour('main h1')).toBe('rgb(255, 255, 255)');
      await expect(panel(page)).toHaveCSS('animation-name', 'none');
    });

    test('with announcements off only errors are read', async ({ page, person }) => {
      await setProfile(person, { preferences: { accessibility: { announcements: false } } });
      await page.goto('/transactions');
      await page.getByRole('main').locator('[data-transaction=add]').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('form [name=amount]')).toBeFocused();
      const polite = page.locator('[role=status], [aria-live=polite]');
      await expect
        .poll(() => polite.evaluateAll((all) => all.filter((one) => one.ariaLive !== 'off').length))
        .toBe(0);
      await expect(page.locator('[data-toasts] [role=alert]')).not.toHaveAttribute('aria-live', 'off');
    });

    test('in screen reader mode a notice stays until it is closed', async ({ page, person }) => {
      await page.clock.install();
      await setProfile(person, SCREEN_READER);
      await page.goto('/transactions');
      await page.locator('#quick-entry').fill('7 Bread');
      await page.keyboard.press('Enter');
      await expect(page.locator('.toast, .flash')).toBeVisible();
      await page.evaluate(() =>
        dispatchEvent(new CustomEvent('toast', { detail: { kind: 'info', text: 'x' } })),
      );
      const notice = page.locator('.toast-info');
      await expect(notice).toBeVisible();
      await page.clock.fastForward(60_000);
      await expect(notice).toBeVisible();
    });
  });

  test('the button of the display settings covers no control at any size @javascript @once', async ({
    page,
    person,
  }) => {
    const many = Array.from({ length: 12 }, (_, at) => ({ amount: 5, description: `שורה row ${at}` }));
    await record(person, many);
    for (const path of ['/transactions', '/']) {
      await page.goto(path);
      await expect(button(page)).toHaveCount(1);
      for (const [width, height, text, fontSize] of [
        [1280, 800, '', 'medium'],
        [1224, 700, '', 'medium'],
        [1280, 800, '200%', 'medium'],
        [1024, 700, '', 'medium'],
        [768, 500, '200%', 'medium'],
        [360, 740, '', 'medium'],
        [320, 640, '', 'xl'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate(
          ([doubled, size]) => {
            document.documentElement.style.fontSize = doubled;
            document.documentElement.dataset.fs = size;
          },
          [text, fontSize] as const,
        );
        const place = `${path} at ${width}×${height}, ${text}, ${fontSize}`;
        expect(await page.evaluate(covered), place).toEqual([]);
      }
    }
  });
});

/** Runs in the page: what the button covers, at any scroll position, or what covers it. */
function covered(): string[] {
  const button = document.querySelector<HTMLElement>('.display-button');
  if (!button) return ['no button'];
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
  };
  button.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const over = middle(button);
  const errors = over?.closest('.display-button') ? [] : [`over it: ${over?.outerHTML.slice(0, 100)}`];
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const controls = [
    ...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary'),
  ].filter(
    (one) => one !== button && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
  if (getComputedStyle(button).position !== 'fixed') return errors;
  const under = controls.filter((one) => {
    one.scrollIntoView({ block: 'end', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
  return [...errors, ...under.map((one) => `under it: ${one.outerHTML.slice(0, 100)}`)];
}
