import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect } from './browser.ts';
import { pickerIn } from './category.ts';
import { openByEvent } from './forms.ts';
import type { Person } from './people.ts';
import { picture } from './pictures.ts';
import { storeTodaysRates } from './rate-provider.ts';
import type { RunningServer } from './server.ts';
import { TODAY } from './today.ts';
import { makeAccount, occurrencesOf, record, repeat } from './transactions.ts';

const OPEN_PATHS = [
  '/help',
  '/settings',
  '/clear-data',
  '/accessibility',
  '/legal/privacy',
  '/legal/terms',
  '/legal/accessibility',
  '/legal/operator',
  '/nothing/here',
  // Limited to some operations, because all are rendered alike.
  '/api/docs?q=suggestions',
];

const BLOCKED = `/blocked?reason=${encodeURIComponent(`ספאם, and ${'x'.repeat(80)}`)}&expires_at=2099-01-01T00:00:00Z`;

// Query → screen name.
const LISTS = {
  'search=Row&category=none&type=expense&period=this-year&amountRange=1-1000000&recurring=false&sort=amount&order=asc&limit=25':
    'the list with every filter',
  'search=Row&dateFrom=2026-13-45&dateTo=x&min=abc&max=1.234&category=gone': 'the list with invalid filters',
  'search=nothing': 'the list without matches',
  'limit=25&page=2': 'the second page of the list',
  'status=upcoming': 'the list of scheduled transactions',
};

/** Visits guests' pages, forms once they are refused: the same and their errors. Yields the name of each screen. */
export async function* guestScreens(page: Page): AsyncGenerator<string> {
  await page.context().clearCookies();
  for (const path of [
    '/login',
    '/register',
    '/verify-email',
    '/verify-email/unknown',
    '/forgot-password',
    '/reset-password/unknown',
    '/change-email/unknown',
    '/restore-email/unknown',
  ]) {
    await page.goto(path);
    await sendUnchecked(page);
    yield `${path}, refused`;
  }
  for (const path of [...OPEN_PATHS, BLOCKED]) {
    await page.goto(path);
    yield path;
  }
}

/** Visits a member's pages, first without data; yields the name of each screen. */
export async function* memberScreens(
  page: Page,
  person: Person,
  server: RunningServer,
): AsyncGenerator<string> {
  await page.goto('/');
  yield 'the empty dashboard';
  await page.goto('/transactions');
  yield 'the empty list';
  await recordExamples(person);
  // With two months, Home has a chart of them.
  await record(person, [{ amount: 5, description: 'Milk', date: plusDays(TODAY, -40) }]);
  await storeTodaysRates((await server.database()).db);
  for (const path of [
    '/transactions/insights',
    '/analytics/spending?recurring=with',
    '/analytics/health',
    // Other open pages differ only in a member's header.
    '/accessibility',
    '/nothing/here',
    '/import',
    '/rules/new?text=x',
    '/payees',
    '/preferences',
    '/setup/1',
    '/setup/2',
    '/setup/2?tab=transactions',
    '/setup/2?tab=balance',
    '/setup/2?tab=benefits',
    '/setup/3',
    '/profile/reminders',
    '/profile/security',
    '/profile/email',
    '/profile/password',
    '/profile/google',
    '/profile/oidc',
    '/profile/passkeys',
    '/profile/sessions',
    '/profile/delete',
    '/help',
    '/shortcuts',
    '/exchange',
    '/exchange?amount=x',
    '/export?dateFrom=x',
    '/admin',
  ]) {
    await page.goto(path);
    yield path;
  }
  await page.goto('/import');
  const rows = ['2026-05-03,Milk,-5.00', '2026-05-04,לחם,-20.00', '2026-05-04,Salary,500.00'];
  const buffer = Buffer.from(['Date,Description,Amount', ...rows, ''].join('\n'));
  await page.locator('#file').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
  await page.locator('[data-import-buttons] button').click();
  await expect(page).toHaveURL(/\/imports\//);
  yield 'the rows of a file';
  await page.locator('button[name^="row:"]').first().click();
  await expect(page).toHaveURL(/\/rows\//);
  yield 'a row of a file';
  await page.goto('/');
  await page.locator('.home-fold > summary').first().click();
  yield 'Home with its months';
  yield* chartScreens(page);
  yield* pictureScreens(page);
  const accountId = await makeAccount(person, { name: 'ארנק Supercalifragilisticexpialidocious' });
  await record(person, [
    { amount: 70, description: 'To the wallet' },
    { amount: 70, description: 'From the bank', type: 'income', accountId },
  ]);
  await page.goto('/transactions/transfer/candidates');
  yield '/transactions/transfer/candidates';
}

async function* chartScreens(page: Page): AsyncGenerator<string> {
  for (const path of ['/analytics?by=weeks', '/analytics/spending', '/analytics/cash-flow?date=2026-02-31']) {
    await page.goto(path);
    await openCharts(page);
    yield `${path} with charts that answer and open tables`;
  }
}

async function openCharts(page: Page): Promise<void> {
  // Some are shown only on demand.
  await page.locator('.fold-on-phones, .fold-more').evaluateAll((folds) => {
    for (const fold of folds) fold.setAttribute('open', '');
  });
  for (const chart of await page.locator('.island-chart').all()) {
    await chart.hover();
    await expect(chart.getByRole('slider')).toBeVisible();
    await chart.getByRole('slider').press('Home');
  }
  for (const folded of await page.locator('.fold > summary').all()) await folded.click();
}

/** Visits pages of single transactions, including refused forms and conflicts; yields the name of each screen. */
export async function* transactionScreens(page: Page, person: Person): AsyncGenerator<string> {
  const itemPath = `/transactions/${await recordExamples(person)}`;
  for (const path of ['/transactions/opening-balance', itemPath, `${itemPath}/delete`]) {
    await page.goto(path);
    yield path;
  }
  yield* occurrenceScreens(page, person);
  await page.goto('/transactions/new');
  await page.locator('details.new-category > summary').click();
  // Else the island would look for options that are thinned out.
  await expect(pickerIn(page.locator('main'))).toBeAttached();
  await rest(page);
  yield 'the fields of a new category';
  await sendUnchecked(page);
  yield 'a new transaction, refused';
  await page.goto(`${itemPath}/edit`);
  await page
    .locator('main form')
    .evaluate((form: HTMLFormElement) => form.setAttribute('action', '/transactions/none/edit'));
  await sendUnchecked(page);
  await expect(page.locator('.conflict')).toBeVisible();
  yield 'the edit of a deleted transaction';
  await page.goto(`${itemPath}/edit`);
  yield 'the edit of a transaction';
  // Without user input, because an island that loads now would restore its own values.
  await page.locator('main form').evaluate((form: HTMLFormElement) => {
    const set = (name: string, value: string) => {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    };
    set('amount', '7');
    set('basedOn', '2000-01-01T00:00:00.000Z');
  });
  await sendUnchecked(page);
  await expect(page.locator('.versions')).toBeVisible();
  yield 'the edit of a transaction that was changed elsewhere';
  await sendUnchecked(page);
  await expect(page.locator('.flash')).toBeVisible();
  yield 'the message after a change';
}

async function* occurrenceScreens(page: Page, person: Person): AsyncGenerator<string> {
  const description = 'שכירות Supercalifragilisticexpialidocious';
  const template = await repeat(person, { amount: 999_999.99, description, interval_type: 'weekly' });
  const [id] = await occurrencesOf(person, template);
  await page.goto(`/transactions/${id}`);
  yield 'an occurrence';
  await page.goto(`/transactions/${id}/edit`);
  yield 'the edit of an occurrence';
  await page.goto(`/transactions/${id}/delete`);
  await sendUnchecked(page);
  await expect(page.locator('.scopes .error')).toBeVisible();
  yield 'the confirmation before an occurrence is deleted, refused';
}

async function* pictureScreens(page: Page): AsyncGenerator<string> {
  await page.goto('/profile/picture');
  await sendUnchecked(page);
  yield 'the choice of a picture, refused';
  await page
    .locator('#profilePicture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() });
  await sendUnchecked(page);
  await expect(page).toHaveURL('/profile');
  yield 'the profile with a picture';
  await page.goto('/profile/picture/remove');
  yield 'the confirmation before a picture is removed';
}

/** Visits the list with filters and selections, and the confirmations of bulk changes. */
export async function* listScreens(page: Page, person: Person): AsyncGenerator<string> {
  await recordExamples(person);
  for (const [query, name] of Object.entries(LISTS)) {
    await page.goto(`/transactions?${query}`);
    yield name;
  }
  await page.goto('/transactions');
  await page.locator('[data-filter-panel] > summary').click();
  yield 'the list with its filters open';
  await page.goto('/transactions?limit=25&select=page');
  yield 'the list with rows selected';
  for (const action of ['delete', 'category', 'type', 'date']) {
    await page.goto('/transactions?limit=25&select=all');
    await page.locator(`.selection-bar [name="operation=${action}"]`).click();
    await expect(page).toHaveURL('/transactions/bulk');
    yield `the confirmation of a bulk ${action}`;
  }
}

/** An element over a page, with its selector. */
export interface Overlay {
  name: string;
  part: string;
}

/** Wide enough for the menus of the header, and too narrow for them. */
const MENU_WIDTHS = [320, 1280];

/** Opens overlays for a person without data: menus at two widths, dialogs at any. */
export async function* overlays(page: Page, person: Person, t: Translate): AsyncGenerator<Overlay> {
  const [recorded] = await record(person, [
    { amount: 12.5, description: 'קפה & Supercalifragilisticexpialidocious' },
  ]);
  const start_date = plusDays(TODAY, -40);
  await repeat(person, { name: 'שכירות Rent', amount: 999_999.99, start_date });
  await page.goto('/transactions');
  const caller = page.viewportSize();
  for (const width of MENU_WIDTHS) {
    const show = () => page.setViewportSize({ width, height: 640 });
    await show();
    for (const menu of await page.locator('details[data-menu]:visible > summary').all()) {
      await menu.click();
      yield { name: `a menu at ${width}`, part: 'details[data-menu][open]' };
      await show();
      // The side menu closes when the screen becomes wide.
      await page.keyboard.press('Escape');
    }
  }
  if (caller) await page.setViewportSize(caller);
  yield* cellOverlays(page);
  const dialog = page.getByRole('dialog');
  await page.locator('.display-button').click();
  await expect(dialog).toHaveAccessibleName(t('common:accessibility'));
  yield { name: 'the display settings', part: 'dialog' };
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const close = dialog.getByRole('button', { name: t('transactions:dialog.close') });
  for (const mode of ['delete', 'add', 'edit']) {
    // A row is deleted without a question.
    if (mode === 'delete') await openByEvent(page, mode, { id: recorded?.id });
    else await page.locator(`[data-transaction=${mode}]:visible`).first().click();
    await expect(
      dialog
        .getByRole('button', { name: t('transactions:form.cancel'), includeHidden: true })
        .or(dialog.getByRole('link', { name: t('transactions:form.cancel'), includeHidden: true })),
      // On a small screen only the cross beside the title cancels.
    ).toBeAttached();
    yield { name: `the dialog to ${mode}`, part: 'dialog' };
    if (mode === 'add') yield* pickerOverlays(page, t);
    if (mode !== 'edit') await close.click();
  }
  const edited = page.locator('[data-transaction=edit]:visible').first();
  const amount = dialog.getByLabel(t('transactions:form.amount'));
  const [, , id = ''] = (await edited.getAttribute('href'))?.split('/') ?? [];
  await changeElsewhere(page, id);
  await amount.fill('7');
  await dialog.locator('form .button-primary').click({ force: true });
  await expect(dialog.locator('.versions')).toBeVisible();
  yield { name: 'the dialog with two versions', part: 'dialog' };
  await amount.fill('0');
  await dialog.locator('form .button-primary').click({ force: true });
  await expect(dialog.locator('.error')).toHaveCount(1);
  yield { name: 'the dialog with an error', part: 'dialog' };
  await close.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  yield { name: 'the question whether to discard', part: 'dialog[role=alertdialog]' };
  await page.getByRole('button', { name: t('transactions:dialog.discard') }).click();
  for (const mode of ['view', 'recurring'] as const) {
    await openByEvent(page, mode, { id });
    await expect(dialog).toHaveAccessibleName(t(`transactions:dialog.${mode}`));
    await expect(dialog.locator('.button-primary')).toBeVisible();
    yield { name: `the dialog to ${mode}`, part: 'dialog' };
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await page.goto('/transactions?recurring=true');
  await openRowMenu(page);
  await page.locator('[data-transaction=delete]:visible').first().click();
  await dialog.locator('.scope input').last().check();
  yield { name: 'the dialog to delete a template', part: 'dialog' };
}

// The editors of a cell: a list, a field with an error, a date over the menu.
async function* cellOverlays(page: Page): AsyncGenerator<Overlay> {
  const editor = page.locator('.cell-editor');
  const part = '.cell-editor';
  await page.locator('.row-link').first().focus();
  await page.keyboard.press('F2');
  await expect(page.locator('.cell-button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor.locator('select')).toBeFocused();
  yield { name: 'the category in its cell', part };
  await page.keyboard.press('Escape');
  await expect(page.locator('.cell-button')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await editor.locator('input').fill('twelve');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).not.toBeEmpty();
  yield { name: 'an invalid amount in its cell', part };
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await openRowMenu(page);
  await page.locator('[data-change=date]').first().click();
  await expect(editor.locator('input[type=text]')).toBeFocused();
  yield { name: 'the date over the menu', part };
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
}

const openRowMenu = (page: Page) => page.locator('.row-menu > summary').first().click();

// As another window would, while the dialog is open.
async function changeElsewhere(page: Page, id: string): Promise<void> {
  const status = await page.evaluate(async (name) => {
    const { data } = await (await fetch(`/api/v1/transactions/${name}`)).json();
    const changed = await fetch(`/api/v1/transactions/${data.transaction.type}/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'אחרת otherwise', notes: 'x'.repeat(80) }),
    });
    return changed.status;
  }, id);
  expect(status).toBe(200);
}

// The list of categories and the fields of a new one, in the open dialog.
async function* pickerOverlays(page: Page, t: Translate): AsyncGenerator<Overlay> {
  const picker = pickerIn(page.getByRole('dialog'));
  await picker.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  yield { name: 'the list of categories', part: 'dialog' };
  await picker.fill('Supercalifragilisticexpialidocious');
  await page
    .getByRole('option', {
      name: t('transactions:picker.create', { name: 'Supercalifragilisticexpialidocious' }),
    })
    .click();
  await expect(page.getByRole('radio', { name: t('icons:Tag'), exact: true })).toBeVisible();
  yield { name: 'a new category', part: 'dialog' };
  await page
    .locator('.new-category')
    .getByRole('button', { name: t('transactions:form.cancel') })
    .click();
}

/** Takes the mouse away from what the next pages show there: under it, an island would begin to load. */
export const rest = (page: Page) => page.mouse.move(0, 0);

// As a browser without scripts sends it, so that the server instead of an island finds the error.
export async function sendUnchecked(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.submit());
  await loaded;
}

/** More than the list's shortest page: long words, both scripts, large amounts, some upcoming. */
export async function recordExamples(person: Person): Promise<string> {
  const special = [
    { amount: 1_000_000, type: 'income', description: 'מענק Supercalifragilisticexpialidocious' },
    { amount: 999_999.99, description: 'x'.repeat(60), date: TODAY },
    { amount: 12.5, description: 'מחר בבוקר', date: plusDays(TODAY, 1) },
  ];
  const usual = Array.from({ length: 25 }, (_, index) => ({
    amount: index + 1,
    description: `Row ${index}`,
  }));
  const recorded = await record(person, [...special, ...usual]);
  // Beyond this month, and enough to lead below zero on the way.
  const from = plusDays(TODAY, 62);
  await repeat(person, { name: 'תשלום חוזר on and on', amount: 30_000, start_date: from });
  return recorded[1]?.id ?? '';
}
