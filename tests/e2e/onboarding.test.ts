import type { Page } from '@playwright/test';
import { GENERAL_FAILURES, ONBOARDING_NOTICES } from '../../src/i18n/error-catalogue.ts';
import { translator } from '../../src/i18n/translate.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { untilTaken } from '../support/islands.ts';
import { inEachLanguage } from '../support/languages.ts';
import { stopClock } from '../support/passing-time.ts';
import { SCREEN_READER, setProfile } from '../support/people.ts';
import { noise } from '../support/pictures.ts';

const NEW = { profile: { onboarding_completed: false } };

inEachLanguage(({ t }) => {
  test.use({ ...NEW, provoked: /ERR_FAILED|400|503/ });
  const FIRST = t('onboarding:profile.balance').replace('?', '[?]');
  const guide = (page: Page) => page.getByRole('dialog');
  const heading = (page: Page, step: 1 | 2 | 3) =>
    page.getByRole('heading', {
      // The first one asks for the balance, once.
      name: new RegExp(`^(${t(`onboarding:step.${step}`)}${step === 1 ? `|${FIRST}` : ''})$`),
    });
  const atStart = async (page: Page) => {
    await expect(heading(page, 1)).toBeFocused();
    await untilTaken(guide(page));
  };
  const openDetails = (page: Page) => page.locator('[data-setup-known] > summary').click();
  const next = (page: Page) => page.getByRole('button', { name: t('common:next'), exact: true });

  test('the guide opens by itself and is done in a dialog @javascript @once', async ({ page, person }) => {
    await page.goto('/');
    await expect(guide(page)).toBeVisible();
    await atStart(page);
    await expectAccessible(page);
    await expect(page).toHaveURL('/');
    const edgeOf = async (part: string, edge: 'top' | 'bottom') =>
      guide(page)
        .locator(part)
        .evaluate((it, side) => it.getBoundingClientRect()[side], edge);
    expect(await edgeOf('.dialog-body', 'top')).toBe(await edgeOf('.dialog-header', 'bottom'));
    await openDetails(page);
    await guide(page).getByLabel(t('accounts:firstName')).fill('Dana');
    await next(page).click();
    await expect(heading(page, 2)).toBeFocused();
    await guide(page)
      .getByRole('link', { name: t('onboarding:tab.balance') })
      .click();
    await expect(guide(page).getByRole('link', { name: t('onboarding:tab.balance') })).toBeFocused();
    const day = guide(page).getByRole('link', { name: t('onboarding:balance.day', { day: 10 }) });
    await day.click();
    await expect(guide(page).locator('[data-setup-tab]')).toContainText('$78.00');
    await expect(day).toBeFocused();
    await expect(guide(page).getByRole('status')).toContainText(/: .*\$78\.00/);
    await next(page).click();
    await expect(heading(page, 3)).toBeFocused();
    await expectAccessible(page);
    await guide(page).getByLabel(t('onboarding:preset.salary'), { exact: true }).fill('9000');
    await page.keyboard.press('Enter');
    const month = guide(page).locator('#setup-month');
    await expect(month).toBeFocused();
    await expect(month).toContainText('9,000');
    await page.keyboard.press('Enter');
    await guide(page).getByLabel(t('onboarding:preset.rent'), { exact: true }).fill('4000');
    await expect(month).toContainText('5,000');
    await expect(month.getByRole('button')).toBeHidden();
    // It is done for a second only.
    await stopClock(page);
    await guide(page)
      .getByRole('button', { name: t('onboarding:done'), exact: true })
      .click();
    const done = guide(page).locator('.success-panel');
    await expect(done).toBeFocused();
    await expect(done).toContainText(t('onboarding:success'));
    await page.clock.resume();
    await expect(guide(page)).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect(page.locator('.flash')).toContainText(t('onboarding:success'));
    const status = await askApi<Record<string, unknown>>(person, 'GET', '/onboarding/status');
    expect(status).toMatchObject({ onboarding_completed: true, version: '4.0.0' });
  });

  test.describe('opened again', () => {
    test.use({ profile: {} });

    test('keys move through the guide @javascript @once', async ({ page }) => {
      await page.goto('/');
      await page
        .getByRole('button', { name: t('common:userMenu') })
        .or(page.locator('.header summary').last())
        .last()
        .click();
      await page
        .locator('.header .menu-panel')
        .getByRole('link', { name: t('onboarding:title') })
        .click();
      await atStart(page);
      const isRtl = (await page.locator('html').getAttribute('dir')) === 'rtl';
      await page.keyboard.press('3');
      await expect(heading(page, 3)).toBeFocused();
      await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft');
      await expect(heading(page, 2)).toBeFocused();
      await page.keyboard.press('PageUp');
      await atStart(page);
      await page.keyboard.press('Enter');
      await expect(heading(page, 2)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(guide(page).getByRole('alert')).toContainText(t('onboarding:notSkippable'));
      await page.keyboard.press('Escape');
      await expect(guide(page)).toHaveCount(0);
    });
  });

  test('the space bar scrolls the guide before it skips it @javascript @once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 320 });
    await page.goto('/');
    await atStart(page);
    const body = page.locator('dialog .dialog-body');
    await page.keyboard.press('Space');
    await expect.poll(() => body.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    await expect(heading(page, 1)).toBeAttached();
    await page.setViewportSize({ width: 1280, height: 2400 });
    await expect.poll(() => body.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.locator('.flash')).toContainText(t('onboarding:skipped'));
    // It is still offered, and does not open by itself.
    await expect(page.getByRole('link', { name: t('onboarding:card.start') })).toBeVisible();
    await expect(page.locator('[data-setup-card]')).toHaveCount(0);
  });

  test('one refusal stands there, once, and closing hides it for a day @javascript @once', async ({
    page,
    person,
  }) => {
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.goto('/');
    await atStart(page);
    // A chooser of files that is cancelled leaves the guide open.
    const picture = guide(page).getByLabel(t('accounts:picture.title'));
    await picture.evaluate((field) => field.dispatchEvent(new Event('cancel', { bubbles: true })));
    await page.keyboard.press('ArrowDown');
    await expect(heading(page, 1)).toBeVisible();
    await page.keyboard.press('3');
    await expect(guide(page).getByRole('alert')).toContainText(t('onboarding:currentFirst'));
    await page.keyboard.press('Enter');
    await expect(heading(page, 2)).toBeFocused();
    const said = page.locator('dialog').locator('.flash, .error-summary');
    await page.locator('dialog [data-setup-step="3"]').click();
    await expect(said).toHaveText([t('onboarding:currentFirst')]);
    await page.keyboard.press('3');
    await expect(page.locator('dialog [data-setup-message]')).toBeVisible();
    await expect(said).toHaveText([t('onboarding:currentFirst')]);
    await heading(page, 2).focus();
    for (const _ of [1, 2]) {
      await page.keyboard.press('Space');
      await expect(said).toHaveText([t('onboarding:notSkippable')]);
    }
    await guide(page)
      .getByRole('button', { name: t('common:close') })
      .click();
    await expect(guide(page)).toHaveCount(0);
    await expect
      .poll(async () => askApi<Record<string, unknown>>(person, 'GET', '/onboarding/status'))
      .toMatchObject({ should_show: false, skipped: false, onboarding_completed: false });
    await page.goto('/');
    await expect(page.getByRole('link', { name: t('onboarding:card.start') })).toHaveCount(0);
  });

  test('another picture is not blamed for the one before @javascript @once', async ({ page }) => {
    await page.goto('/setup/1');
    const field = page.getByLabel(t('accounts:picture.title'));
    await field.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') });
    await next(page).click();
    const summary = page.locator('.error-summary');
    await expect(summary).toBeFocused();
    const buffer = await noise(90, 70).png().toBuffer();
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await expect(field).toHaveAttribute('aria-invalid', 'false');
    await expect(summary).toHaveCount(0);
    await expect(page.locator('#setup-profilePicture-error')).toBeEmpty();
  });

  test('what was typed is discarded only after a question @javascript @once', async ({ page }) => {
    await page.goto('/');
    await atStart(page);
    const first = page.locator('dialog').getByLabel(t('accounts:firstName'));
    await openDetails(page);
    await first.fill('Dana');
    const close = page.locator('dialog .dialog-header .button-icon');
    const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
    await close.click();
    await question.getByRole('button', { name: t('transactions:dialog.keepEditing') }).click();
    await expect(first).toHaveValue('Dana');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: t('transactions:dialog.discard'), exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/');
  });

  test('a refused step is accessible, and can be sent again @javascript @once', async ({ page }) => {
    await page.goto('/');
    await atStart(page);
    const first = guide(page).getByLabel(t('accounts:firstName'));
    await openDetails(page);
    await first.fill('x'.repeat(200));
    await next(page).click();
    await expect(guide(page).locator('.error-summary')).toBeFocused();
    await expectAccessible(page);
    const said = guide(page).locator('[data-setup-message] p');
    // The message takes the place of the errors, and their focus.
    await page.keyboard.press('3');
    await expect(said).toHaveText(t('onboarding:currentFirst'));
    await expect(guide(page).locator('[data-setup-message]')).toBeFocused();
    await first.fill('Dana');
    await page.route('**/setup/1', (route) => route.abort());
    await next(page).click();
    await expect(said).toHaveText(t(GENERAL_FAILURES.NETWORK_ERROR));
    await page.unroute('**/setup/1');
    await page.keyboard.press('Enter');
    await expect(heading(page, 2)).toBeFocused();
    await expectAccessible(page);
    await next(page).click();
    await expect(heading(page, 3)).toBeFocused();
    const salary = guide(page).getByLabel(t('onboarding:preset.salary'), { exact: true });
    await salary.fill('9000');
    await salary.blur();
    await expect(guide(page).locator('[data-setup-month]')).toContainText('9,000');
    // Only the sums are read aloud: a row more moves all rows after it.
    const spoken = guide(page).locator('[data-setup-month] :is([aria-live=polite], [aria-live=polite] *)');
    await expect(spoken.filter({ hasText: '9,000' })).not.toHaveCount(0);
    await expect(spoken.filter({ hasText: t('onboarding:preset.salary') })).toHaveCount(0);
    const done = guide(page).getByRole('button', { name: t('onboarding:done'), exact: true });
    const own = guide(page).getByLabel(t('onboarding:templates.name'));
    await guide(page)
      .locator('summary', { hasText: t('onboarding:templates.custom') })
      .click();
    await own.fill('Clay');
    await done.click();
    await expect(guide(page).locator('.error-summary')).toBeFocused();
    await expectAccessible(page);
    await own.fill('');
    await guide(page).getByLabel(t('onboarding:preset.rent'), { exact: true }).fill('4000');
    // As an answer without a database: the guide and its input stay.
    await page.route('**/setup/3', (route) => route.fulfill({ status: 503, body: '<h1>Later</h1>' }));
    await done.click();
    await expect(said).toHaveText(t(ONBOARDING_NOTICES.FAILED));
    await page.unroute('**/setup/3');
    await page.route('**/setup/3', (route) => route.abort());
    const retry = guide(page).getByRole('button', { name: t('common:retry'), exact: true });
    await expect(retry).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(said).toHaveText(t(ONBOARDING_NOTICES.UNANSWERED));
    await expect(retry).toBeFocused();
    await page.unroute('**/setup/3');
    await page.keyboard.press('Enter');
    await expect(page.getByText(t(ONBOARDING_NOTICES.SUCCESS))).toBeVisible();
    await expect(guide(page)).toHaveCount(0);
    await page.waitForLoadState();
    await page.goto('/recurring');
    for (const preset of ['salary', 'rent'] as const)
      await expect(page.getByRole('link', { name: t(`onboarding:preset.${preset}`) })).toHaveCount(1);
  });

  test('a language chosen in the dialog is that of the page @javascript @once', async ({ page }) => {
    await page.goto('/');
    await atStart(page);
    const html = page.locator('html');
    const other = (await html.getAttribute('lang')) === 'he' ? 'en' : 'he';
    await openDetails(page);
    await guide(page).getByLabel(t('accounts:language')).selectOption(other);
    await next(page).click();
    await expect(guide(page).getByRole('heading', { level: 2 }).first()).toHaveText(
      translator(other)('onboarding:step.2'),
    );
    await expect(html).toHaveAttribute('lang', other);
    await expect(html).toHaveAttribute('dir', other === 'he' ? 'rtl' : 'ltr');
    await page.locator('dialog .dialog-header .button-icon').click();
    await expect(page.locator('.footer')).toContainText(translator(other)('common:terms'));
    await expect(guide(page)).toHaveCount(0);
  });

  test('the dots of the guide stay in place @javascript @once', async ({ page, login, newPerson }) => {
    for (const width of [360, 768]) {
      await login(await newPerson(NEW.profile));
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const places: unknown[] = [];
      for (const step of [1, 2, 3] as const) {
        await expect(heading(page, step)).toBeFocused();
        await untilTaken(guide(page));
        await guide(page).evaluate((dialog) =>
          Promise.all(dialog.getAnimations().map(({ finished }) => finished)),
        );
        places.push(await guide(page).locator('.setup-dots').boundingBox());
        await expect(guide(page).locator('[data-setup-next]')).toBeInViewport({ ratio: 1 });
        if (step < 3) await next(page).click();
      }
      expect(places).toEqual([places[2], places[2], places[2]]);
    }
  });

  test('it never opens by itself for a screen reader @javascript @once', async ({ page, person }) => {
    await page.clock.install();
    await setProfile(person, SCREEN_READER);
    await page.goto('/');
    await expect(page.getByRole('link', { name: t('onboarding:card.start') })).toBeVisible();
    await page.clock.runFor(2000);
    await expect(guide(page)).toHaveCount(0);
  });
});
