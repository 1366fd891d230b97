import type { CDPSession, Locator, Page } from '@playwright/test';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { inEachLanguage } from '../support/languages.ts';
import { SCREEN_READER, setProfile } from '../support/people.ts';
import { countTransactions, makeAccount, record } from '../support/transactions.ts';

const DESCRIPTIONS = ['קפה', 'Tea', 'Milk', 'Bread', 'לחם', 'Rice', 'Oil', 'Salt', 'Honey', 'Jam'];

/** Moves a finger from the middle of an element, by touch events that the browser itself handles. */
async function swipe(
  session: CDPSession,
  element: Locator,
  x: number,
  y: number,
): Promise<{ goOn: () => Promise<unknown> }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not in the page');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const touch = (type: 'touchStart' | 'touchMove', share: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: from.x + x * share, y: from.y + y * share }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8);
  return { goOn: () => touch('touchMove', 1) };
}

/** The script that follows the finger loads with the first touch: the finger stays until it does. */
async function swipeShown(session: CDPSession, element: Locator, x: number): Promise<void> {
  const { goOn } = await swipe(session, element, x, 4);
  await expect(async () => {
    await goOn();
    await expect(element.page().locator('.swipe')).toBeVisible({ timeout: 500 });
  }).toPass();
}

const lift = (session: CDPSession) =>
  session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

const loaded = (page: Page) =>
  page.evaluate(
    (script) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(script)),
    builtScript('swipe'),
  );

test.use(IN_MOTION);

inEachLanguage(({ t, language }) => {
  const ahead = language === 'he' ? -1 : 1;

  test.describe('a swipe across a row', { tag: '@javascript' }, () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

    test('does what the menu offers, once it is far enough', async ({ page, person, context }) => {
      await record(
        person,
        DESCRIPTIONS.map((description) => ({ amount: 5, description })),
      );
      await page.goto('/transactions');
      const session = await context.newCDPSession(page);
      const row = page.locator('tbody tr').filter({ hasText: 'Milk' });
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const words = page.locator('.swipe');
      const dialog = page.getByRole('dialog');
      const top = () => page.evaluate(() => scrollY);

      await test.step('not by a short one', async () => {
        await swipeShown(session, row, 60 * ahead);
        await expect(words).toHaveText(t('list:swipe.edit'));
        expect(await linesOf(words), 'the word is not broken').toBe(1);
        expect(await loaded(page)).toBe(true);
        await lift(session);
        await expect(words).toHaveCount(0);
      });

      await test.step('towards the end of the line it edits', async () => {
        await swipe(session, row, 150 * ahead, 4);
        await expect(words).toHaveText(t('list:swipe.editNow'));
        await lift(session);
        await expect(dialog.locator('[name=description]')).toHaveValue('Milk');
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      });

      await test.step('towards its start it deletes, as the menu does, and can be undone', async () => {
        await swipe(session, row, -150 * ahead, 4);
        await expect(words).toHaveText(t('list:swipe.deleteNow'));
        await lift(session);
        await expect(page.locator('.row-link').filter({ hasText: 'Milk' })).toHaveCount(0);
        await expect(dialog).toHaveCount(0);
        await expect(page.locator('.toast').getByRole('button', { name: t('common:undo') })).toBeVisible();
        expect(await countTransactions(person)).toBe(DESCRIPTIONS.length - 1);
      });

      await test.step('not by a finger that moves the page', async () => {
        const before = await top();
        await swipe(session, page.locator('tbody tr').filter({ hasText: 'Bread' }), 60 * ahead, -160);
        await expect.poll(top).toBeGreaterThan(before);
        await lift(session);
        await expect(words).toHaveCount(0);
        await expect(dialog).toHaveCount(0);
      });
    });

    test('asks first for a payment, and changes a transfer @once', async ({ page, person, context }) => {
      const card = await makeAccount(person, { name: 'Visa', kind: 'credit_card' });
      await record(person, [{ amount: 90, description: 'Shoes', installments: 3, accountId: card }]);
      const moved = { fromAccountId: FIRST_ACCOUNT, toAccountId: card, amount: 7 };
      await askApi(person, 'POST', '/transactions/transfer', moved);
      await page.goto('/transactions');
      const session = await context.newCDPSession(page);
      const swipeTo = async (text: string, x: number) => {
        await swipeShown(session, page.locator('tbody tr').filter({ hasText: text }).first(), x);
        await lift(session);
      };
      await swipeTo('Shoes', -150 * ahead);
      await expect(page).toHaveURL(/\/delete/);
      await expect(page.getByText(t('money:removal.single'))).toBeVisible();
      await page.goto('/transactions');
      await swipeTo('7.00', 150 * ahead);
      await expect(page).toHaveURL(/\/transfer\/.*\/edit/);
    });

    test('does nothing for people who use a screen reader @once', async ({ page, person, context }) => {
      await setProfile(person, SCREEN_READER);
      await record(person, [{ amount: 5, description: 'Milk' }]);
      await page.goto('/transactions');
      const session = await context.newCDPSession(page);
      const row = page.locator('tbody tr').filter({ hasText: 'Milk' });
      await swipe(session, row, 150 * ahead, 0);
      await lift(session);
      await swipe(session, row, -150 * ahead, 0);
      await expect(page.locator('.swipe')).toHaveCount(0);
      await lift(session);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await loaded(page)).toBe(false);
    });
  });
});

function linesOf(words: Locator): Promise<number> {
  return words.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  });
}
