import type { Page } from '@playwright/test';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { translator } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { pickerIn } from '../support/category.ts';
import { send } from '../support/forms.ts';
import type { Person } from '../support/people.ts';
import { restrict } from '../support/restrictions.ts';

const t = translator('en');

// The browser logs a line for each refused request and each cancelled one.
test.use({ provoked: /\b(401|403)\b|ERR_FAILED/ });

let database: Database;

test.beforeAll(async ({ server }) => {
  database = await openDatabase({ DATA_DIR: server.dataDir });
});

test.afterAll(() => database.close());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

/** As if the person had signed in long ago. */
async function shorten({ id }: Person, ends: { access: number; session: number }): Promise<void> {
  await database.db
    .updateTable('sessions')
    .set({ access_expires_at: inSeconds(ends.access), expires_at: inSeconds(ends.session) })
    .where('user_id', '=', id)
    .execute();
}

async function signOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: t('common:userMenu') }).click();
  await page.getByRole('button', { name: t('common:signOut') }).click();
}

test('tabs follow each other’s sign-out and sign-in @javascript', async ({ page, person, context }) => {
  const other = await context.newPage();
  await other.goto('/categories');
  await page.goto('/');
  await signOut(page);
  await expect(page).toHaveURL('/login');
  await expect(page.locator('.flash')).toHaveText(t('accounts:signedOut'));
  await expect(other).toHaveURL('/login?return=%2Fcategories');

  await page.getByLabel(t('accounts:email')).fill(person.email);
  await page.getByLabel(t('accounts:password')).fill(person.password);
  await page.getByRole('button', { name: t('accounts:signIn') }).click();
  await expect(page).toHaveURL('/');
  await expect(other).toHaveURL('/categories');

  await context.route('**/logout', (route) => route.abort());
  await other.close();
  await signOut(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors:logoutFailed'));
  await expect(page.getByText(person.email)).toHaveCount(0);
  await context.unroute('**/logout');
  await page.getByRole('button', { name: t('pages:tryAgain') }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/categories');
  await expect(page).toHaveURL('/login?return=%2Fcategories');
});

test('a page that stays open renews its token, and ends @javascript', async ({ page, person }) => {
  const renewals: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/users/refresh-token')) renewals.push(answer.status());
  });
  await shorten(person, { access: 121, session: 302 });
  await page.goto('/');
  await expect.poll(() => renewals).toEqual([200]);
  const stay = page.getByRole('link', { name: t('sessions:stay') });
  await expect(page.locator('[data-session-notice]')).toContainText(t('sessions:ending', { count: 5 }));
  await stay.click();
  await expect(page).toHaveURL('/login?again=1&return=%2F');
  await expect(page.getByLabel(t('accounts:email'))).toHaveValue(person.email);
  await page.getByLabel(t('accounts:password')).fill(person.password);
  await send(page, page.getByRole('button', { name: t('accounts:signIn') }));
  await expect(page).toHaveURL('/');
  await expect(stay).toHaveCount(0);

  await shorten(person, { access: 5, session: 5 });
  await page.goto('/categories');
  await expect(page).toHaveURL('/login?expired=1&return=%2Fcategories');
  await expect(page.locator('.flash')).toHaveText(t('errors:TOKEN_EXPIRED'));
});

test('requests share one renewal; a block leads to its page @javascript', async ({ page, person }) => {
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/users/refresh-token')) renewals += 1;
  });
  await page.goto('/');
  await shorten(person, { access: -1, session: 3600 });
  const add = page.locator('main [data-transaction=add]').first();
  await add.click();
  // The dialog's form has arrived with its data.
  await expect(pickerIn(page.getByRole('dialog'))).toBeVisible();
  await expect.poll(() => renewals).toBe(1);
  await page.evaluate(() =>
    Promise.all(['/categories', '/users/profile'].map((path) => fetch(`/api/v1${path}`))),
  );
  expect(renewals).toBe(1);

  await page.goto('/');
  await restrict(database.db, person.id, { reason: 'Spam <b>', expires_at: inSeconds(3600) });
  await add.click();
  await expect(page).toHaveURL(/\/blocked\?reason=Spam/);
  await expect(page.getByRole('definition').first()).toHaveText('Spam <b>');
  expect(await page.evaluate(() => localStorage.getItem('blocked-session'))).not.toBeNull();
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText(/^59 minutes, \d+ seconds$/);
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(t('sessions:blockedOver'))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('blocked-session'))).toBeNull();
  await database.db.deleteFrom('restrictions').where('user_id', '=', person.id).execute();
  await page.getByRole('link', { name: t('common:continue') }).click();
  await expect(page).toHaveURL('/');
});

test('a link to the blocked page leaves no mark for guests @javascript', async ({ page, context }) => {
  await context.clearCookies();
  await page.goto('/blocked?reason=Spam');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('sessions:blockedTitle'));
  expect(await page.evaluate(() => localStorage.getItem('blocked-session'))).toBeNull();
});
