import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { expectFitDoubled } from '../support/accessibility.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { categoriesOf, countTransactions, makeAccount, record } from '../support/transactions.ts';

const WIDTHS = [320, 360, 640, 768, 1024, 1280, 1920];

const YEAR = Array.from({ length: 40 }, (_, place) => ({
  amount: 40 + place,
  description: `Shop ${place}`,
  date: plusDays(TODAY, -9 * place),
}));

inEachLanguage(({ t }) => {
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const attention = (page: Page) => card(page, t('dashboard:attention'));

  test.describe('the dashboard', () => {
    test('takes a new transaction in place @javascript @once', async ({ page, person }) => {
      await record(person, YEAR);
      await page.goto('/');
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
      await page.locator('#quick-entry').fill('1000 זברה');
      await page.locator('#quick-entry').press('Enter');
      await expect(card(page, t('dashboard:latest')).locator('.row-link').first()).toHaveText('זברה');
      await expect(page.locator('section[aria-labelledby=month] .expense')).toContainText('₪1,');
      await expect(card(page, t('dashboard:spending')).locator('tbody .numeric').first()).toContainText(
        '₪1,',
      );
      await expect(page.locator('section[aria-labelledby=month]')).toContainText(t('dashboard:pace.ahead'));
      await expect(attention(page)).toContainText('12');
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
    });

    test('deletes one of two from its inbox, restores it, and keeps both @javascript @once', async ({
      page,
      person,
    }) => {
      const cinema = { amount: 45.9, description: 'קולנוע Cinema', date: TODAY };
      await record(person, [...YEAR, { ...cinema, time: '00:01' }, { ...cinema, time: '00:02' }]);
      await page.goto('/');
      const item = attention(page).getByRole('listitem').filter({ hasText: cinema.description });
      await item.getByRole('button', { name: t('insights:deleteLater') }).click();
      await expect(item).toHaveCount(0);
      expect(await countTransactions(person)).toBe(YEAR.length + 1);
      await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
      await expect(item).toHaveCount(1);
      expect(await countTransactions(person)).toBe(YEAR.length + 2);
      await item.getByRole('button', { name: t('insights:notDuplicate') }).click();
      await expect(page.getByText(t('insights:notDuplicateNoted'))).toBeVisible();
      await expect(item).toHaveCount(0);
      await expect(page).toHaveURL('/');
      expect(await countTransactions(person)).toBe(YEAR.length + 2);
    });

    test('an administrator confirms an address from the inbox @javascript @once', async ({
      page,
      person,
      newPerson,
      server,
    }) => {
      const waiting = await newPerson({});
      const { db } = await server.database();
      await db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute();
      await db.updateTable('users').set({ email_verified: 0 }).where('id', '=', waiting.id).execute();
      await record(person, YEAR);
      await page.goto('/');
      const item = attention(page).getByRole('listitem').filter({ hasText: waiting.email });
      await item.getByRole('button', { name: t('dashboard:attention.confirm') }).click();
      await expect(item).toHaveCount(0);
      await expect(page).toHaveURL('/');
      const after = await db
        .selectFrom('users')
        .select('email_verified')
        .where('id', '=', waiting.id)
        .executeTakeFirst();
      expect(after).toEqual({ email_verified: 1 });
    });

    test('and the analytics have room for doubled text @javascript', async ({ page, person }) => {
      await record(person, [...YEAR, { amount: 987_654.32, description: 'דירה', date: plusDays(TODAY, 3) }]);
      const [category] = await categoriesOf(person, '?type=expense');
      await askApi(person, 'POST', '/budgets', { amount: 5, categoryIds: [category?.id] });
      await record(person, [{ amount: 5_000, description: 'דירה', category_id: category?.id }]);
      for (const path of [
        '/',
        '/analytics',
        '/analytics/spending',
        '/analytics/cash-flow',
        '/analytics/health',
      ]) {
        await page.goto(path);
        await expectFitDoubled(page);
      }
    });

    test('has no broken amount at any width, few underlines, and moves nothing beside an opened table', async ({
      page,
      person,
    }) => {
      const cinema = { amount: 45.9, description: 'Cinema', date: TODAY };
      await record(person, [
        ...YEAR,
        ...Array.from({ length: 12 }, () => ({ amount: 987_654.32, type: 'income', description: 'ירושה' })),
        { amount: 987_654.32, description: 'דירה' },
        { amount: 987_654.32, description: 'דירה', date: plusDays(TODAY, 3) },
        { ...cinema, time: '00:01' },
        { ...cinema, time: '00:02' },
      ]);
      for (const name of ['Max', 'Cash', 'Savings']) await makeAccount(person, { name });
      for (const { id, type } of (await categoriesOf(person)).slice(0, 8))
        if (type === 'expense') await askApi(person, 'POST', '/budgets', { amount: 100, categoryIds: [id] });
      await page.goto('/');
      const underlined = await page
        .locator('a, button, summary')
        .evaluateAll(
          (links) =>
            links.filter((link) => getComputedStyle(link).textDecorationLine.includes('underline')).length,
        );
      expect(underlined, 'the footer included').toBeLessThanOrEqual(12);
      const order = await page
        .locator('.home section[aria-labelledby]')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-labelledby')));
      expect(order).toEqual(['balance', 'month', 'upcoming', 'attention', 'budgets', 'spending', 'latest']);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        if (width === 360)
          expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3400);
        const found = await page.evaluate(() => {
          const text = document.createRange();
          const broken = [...document.querySelectorAll('.amount-hero bdi')].flatMap((amount) => {
            text.selectNodeContents(amount);
            const lines = new Set([...text.getClientRects()].map(({ top }) => Math.round(top)));
            return lines.size > 1 ? [amount.textContent] : [];
          });
          const cards = [...document.querySelectorAll('.home .card')];
          const wide = Math.max(...cards.map((one) => one.scrollWidth - one.clientWidth));
          return { wide, broken, page: document.documentElement.scrollWidth - innerWidth };
        });
        expect(found, `${width} pixels`).toEqual({ wide: 0, broken: [], page: 0 });
      }
      // So high that a press scrolls nothing.
      await page.setViewportSize({ width: 1280, height: 3000 });
      const beside = () =>
        page
          .locator('#balance, .amount-hero, section:has(> .card-head > :is(#attention, #spending))')
          .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())));
      const before = await beside();
      await page.locator('section[aria-labelledby=month] .home-fold > summary').click();
      await expect(page.locator('section[aria-labelledby=month] .home-table')).toBeVisible();
      expect(await beside()).toEqual(before);
      const hero = () => page.locator('.amount-hero').boundingBox();
      const place = await hero();
      await page.locator('section[aria-labelledby=balance] .home-fold > summary').click();
      expect(await hero()).toEqual(place);
      await page.goto('/analytics/spending');
      const one = await page.locator('.card', { has: page.locator('#spending') }).boundingBox();
      const next = await page.locator('.card', { has: page.locator('#columns') }).boundingBox();
      expect(next?.x, 'a card beside a longer one would leave a hole').toBe(one?.x);
      const tops = await page
        .locator('.period-bar > details > summary, .period-bar > .chips > details > summary')
        .evaluateAll((all) => all.map((choice) => choice.getBoundingClientRect().top));
      expect(tops).toHaveLength(2);
      expect(new Set(tops).size, 'one of them in a line of its own').toBe(1);
    });
  });
});
