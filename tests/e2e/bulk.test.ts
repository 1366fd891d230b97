import type { Page } from '@playwright/test';
import { dayWords } from '../../src/i18n/day-words.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { expectFieldError } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import type { Person } from '../support/people.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, type Recorded, record } from '../support/transactions.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    amount: index + 1,
    description: `שורה ${index + 1}`,
    time: `10:${String(index).padStart(2, '0')}`,
  }));

inEachLanguage(({ t, language }) => {
  const box = (page: Page, description: string) =>
    page.getByRole('checkbox', { name: `${t('common:select')}: ${description}`, exact: true });
  const operation = (page: Page, name: 'delete' | 'category' | 'type' | 'date') =>
    page.getByRole('button', { name: t(`list:bulkOperation.${name}`), exact: true });
  const confirm = (page: Page, name: 'delete' | 'category' | 'type' | 'date') =>
    page.getByRole('button', { name: t(`list:bulkConfirm.${name}`), exact: true });
  const changed = (count: number, field: 'category' | 'type' | 'date', to: string) =>
    `${t('transactions:bulk.updateSuccess', { count })} ${t(`transactions:form.${field}`)}: ${isolated(to)}.`;
  const messageOf = (page: Page) => page.locator('.flash p, .toast:not(.toast-loading) .toast-text');
  const heading = (page: Page) => page.getByRole('heading', { level: 1 });

  test('Enter at the box of a row does nothing but what the box does', async ({ page, person }) => {
    await record(person, [{ amount: 12.5, description: 'Coffee' }]);
    await page.goto('/transactions');
    await box(page, 'Coffee').press('Enter');
    await box(page, 'Coffee').check();
    await box(page, 'Coffee').press('Enter');
    await expect(operation(page, 'delete')).toBeVisible();
    await expect(page).toHaveURL('/transactions');
    await expect(box(page, 'Coffee')).toBeFocused();
  });

  test('ticked rows are deleted after a confirmation, and restored', async ({ page, person }) => {
    await record(person, [
      { amount: 100, description: 'משכורת', type: 'income' },
      { amount: 12.5, description: 'Coffee' },
      { amount: 7, description: 'stays' },
    ]);
    await page.goto('/transactions');
    await box(page, 'משכורת').check();
    await box(page, 'Coffee').check();
    await operation(page, 'delete').click();
    await expect(heading(page)).toHaveText(t('list:bulkTitle.delete', { count: 2, shown: 2 }));
    await expect(page.locator('.totals dd')).toHaveText(['2', '₪100.00', '₪12.50', '₪87.50']);
    await expect(page.locator('.row-link')).toHaveText(['Coffee', 'משכורת']);
    await page.getByRole('link', { name: t('common:cancel') }).click();
    await expect(page).toHaveURL('/transactions');
    await box(page, 'משכורת').check();
    await box(page, 'Coffee').check();
    await operation(page, 'delete').click();
    await confirm(page, 'delete').click();
    await expect(page).toHaveURL('/transactions');
    await expect(messageOf(page)).toHaveText(t('transactions:bulkDeleteSuccess', { count: 2 }));
    await expect(page.locator('.row-link')).toHaveText(['stays']);
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
    await expect(messageOf(page)).toHaveText(t('list:restored', { count: 2 }));
    await expect(page.locator('.row-link')).toHaveText(['stays', 'Coffee', 'משכורת']);
    await expect(page.locator('.totals dd')).toHaveText(['3', '₪100.00', '₪19.50', '₪80.50']);
  });

  test('category, type and date of many are changed', async ({ page, person }) => {
    await record(person, many(3));
    const choose = async (name: 'category' | 'type' | 'date') => {
      await page.goto('/transactions?select=page');
      await operation(page, name).click();
      await expect(heading(page)).toHaveText(t(`list:bulkTitle.${name}`, { count: 3, shown: 3 }));
    };
    await choose('category');
    await page.getByLabel(t('list:newCategory')).selectOption({ label: t('categories:default.coffee') });
    await confirm(page, 'category').click();
    await expect(messageOf(page)).toHaveText(changed(3, 'category', t('categories:default.coffee')));
    await expect(page.locator('.cell-below').first()).toHaveText(t('categories:default.coffee'));
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
    await expect(messageOf(page)).toHaveText(t('list:changeUndone', { count: 3 }));
    await expect(page.locator('.cell-below').first()).toHaveText(t('common:noCategory'));
    await choose('type');
    await page.getByLabel(t('transactions:form.income'), { exact: true }).check();
    await confirm(page, 'type').click();
    await expect(page.locator('.totals dd')).toHaveText(['3', '₪6.00', '₪0.00', '₪6.00']);
    await choose('date');
    await page.getByLabel(t('list:newDate')).fill('1999-01-01');
    await confirm(page, 'date').click();
    await expect(page.locator('.error-summary')).toContainText(t('errors:datePast'));
    await expect(page.getByLabel(t('list:newDate'))).toHaveValue('1999-01-01');
    await page.getByLabel(t('list:newDate')).fill('2026-01-31');
    await confirm(page, 'date').click();
    const day = dayWords('2026-01-31', TODAY, language, 'MM/DD/YYYY');
    await expect(page.locator('.data-table tbody tr').first()).toContainText(day);
  });

  test('all that a filter matches is changed, if it is as many as confirmed', async ({ page, person }) => {
    await record(person, [...many(30), { amount: 500, description: 'not this' }]);
    await page.goto('/transactions?limit=25&search=%D7%A9%D7%95%D7%A8%D7%94');
    await page.getByRole('link', { name: t('list:selectPage') }).click();
    await page.getByRole('link', { name: t('list:selectAll', { count: 30 }) }).click();
    await expect(page.locator('.selection-count')).toHaveText(t('list:selected', { count: 30 }));
    await expect(page.locator('.cell-select input:checked:disabled')).toHaveCount(25);
    await operation(page, 'delete').click();
    await expect(heading(page)).toHaveText(t('list:bulkTitle.delete', { count: 30, shown: 30 }));
    await expect(page.locator('.totals dd').nth(2)).toHaveText('₪465.00');
    await record(person, [{ amount: 1, description: 'שורה נוספת' }]);
    await confirm(page, 'delete').click();
    await expect(page.locator('.error-summary')).toContainText(t('errors:SELECTION_CHANGED'));
    expect(await countTransactions(person)).toBe(32);
    await expect(heading(page)).toHaveText(t('list:bulkTitle.delete', { count: 31, shown: 31 }));
    await confirm(page, 'delete').click();
    await expect(messageOf(page)).toHaveText(t('transactions:bulkDeleteSuccess', { count: 31 }));
    expect(await countTransactions(person)).toBe(1);
    await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
    await expect(messageOf(page)).toHaveText(t('list:restored', { count: 31 }));
    expect(await countTransactions(person)).toBe(32);
  });

  test('nothing is chosen for many rows in advance @once', async ({ page, person }) => {
    await record(
      person,
      many(12).map((row) => ({ ...row, type: 'income' })),
    );
    const values = await page
      .goto('/transactions?select=page')
      .then(() =>
        page
          .locator('.selection-bar button')
          .evaluateAll((all) => all.map((button) => button.getAttribute('name')?.replace('operation=', ''))),
      );
    expect(values).toEqual(['category', 'type', 'date', 'delete']);
    await operation(page, 'category').click();
    await page.waitForURL('/transactions/bulk');
    await confirm(page, 'category').click();
    await expectFieldError(page, 'categoryId', t('errors:categoryInvalid'));
    await page.getByLabel(t('list:newCategory')).selectOption({ label: t('categories:default.salary') });
    await confirm(page, 'category').click();
    await expect(messageOf(page)).toHaveText(changed(12, 'category', t('categories:default.salary')));
    await expect(page.locator('.cell-below').first()).toHaveText(t('categories:default.salary'));
    await page.goto('/transactions?select=page');
    await operation(page, 'category').click();
    await page.waitForURL('/transactions/bulk');
    await page.getByLabel(t('list:newCategory')).selectOption({ label: t('transactions:form.noCategory') });
    await confirm(page, 'category').click();
    await expect(page.locator('.cell-below').first()).toHaveText(t('common:noCategory'));
    await page.goto('/transactions?select=page');
    await operation(page, 'type').click();
    await page.waitForURL('/transactions/bulk');
    await expect(page.locator('[name=type]:checked')).toHaveCount(0);
    await confirm(page, 'type').click();
    await expect(page.locator('.error-summary')).toContainText(t('errors:typeInvalid'));
  });

  test('rows deleted in the meantime are reported with their number @once', async ({ page, person }) => {
    const rows = await record(person, many(3));
    await page.goto('/transactions?select=page');
    await operation(page, 'type').click();
    // The rows are rendered once the confirmation has listed them.
    await page.waitForURL('/transactions/bulk');
    await remove(person, rows.slice(0, 1));
    await page.getByLabel(t('transactions:form.income'), { exact: true }).check();
    await confirm(page, 'type').click();
    await expect(messageOf(page)).toHaveText(
      `${changed(2, 'type', t('transactions:form.income'))} ${t('transactions:bulk.updateFailed', { count: 1 })}`,
    );
    await expect(page.locator('.flash-warning')).toHaveCount(1);
    await page.goto('/transactions?select=page');
    await operation(page, 'delete').click();
    await page.waitForURL('/transactions/bulk');
    await remove(person, rows.slice(1));
    await confirm(page, 'delete').click();
    await expect(messageOf(page)).toHaveText(t('transactions:bulkDeleteFailed'));
  });

  test('an empty selection or impossible operation is reported @once', async ({ page, person, server }) => {
    const [row] = await record(person, many(1));
    await page.goto('/transactions/bulk');
    await expect(page).toHaveURL('/transactions');
    const send = (form: Record<string, string>) =>
      page.request.post('/transactions/bulk', { form, headers: { origin: server.url } });
    expect(await (await send({ operation: 'delete' })).text()).toContain(t('list:nothingSelected'));
    const unknown = await send({ operation: 'archive', ids: row?.id ?? '' });
    expect(await unknown.text()).toContain(t('transactions:bulk.unsupported'));
    const gone = await send({ operation: 'delete', ids: 'missing', expected: '1' });
    expect(await gone.text()).toContain(t('transactions:bulkDeleteFailed').slice(0, 20));
    expect(await countTransactions(person)).toBe(1);
  });

  test('the bar counts and sums the ticked rows @javascript', async ({ page, person }) => {
    await record(person, [...many(4), { amount: 100, description: 'income', type: 'income' }]);
    await page.goto('/transactions');
    const count = page.locator('.selection-count');
    const sum = (selected: number, amount: string) =>
      `${t('list:selected', { count: selected })} · ${t('list:together', { amount })}`;
    await expect(count).toBeHidden();
    await box(page, 'שורה 1').check();
    await expect(count).toHaveText(sum(1, '−₪1.00'));
    await page.locator('#sort-amount').click();
    await expect(page).toHaveURL(/sort=amount/);
    await expect(box(page, 'שורה 1')).toBeChecked();
    await expect(count).toHaveText(sum(1, '−₪1.00'));
    await page.goto('/transactions');
    await box(page, 'שורה 1').check();
    await box(page, 'שורה 4').click({ modifiers: ['Shift'] });
    await expect(count).toHaveText(sum(4, '−₪10.00'));
    await page.getByRole('link', { name: t('list:selectPage') }).click();
    await expect(count).toHaveText(sum(5, '₪90.00'));
    await expect(page).toHaveURL('/transactions');
    await page.getByRole('link', { name: t('list:selectNone') }).click();
    await expect(page.getByRole('link', { name: t('list:selectPage') })).toBeFocused();
    await expect(count).toBeHidden();
    await expect(page.locator('.cell-select input:checked')).toHaveCount(0);
  });

  test('the bar covers nothing focused, and a link leads to it @javascript', async ({ page, person }) => {
    await record(person, many(30));
    for (const { width, height, fontSize, base } of [
      { width: 320, height: 640, fontSize: 'xl', base: 16 },
      { width: 320, height: 640, fontSize: 'xl', base: 32 },
      { width: 1280, height: 640, fontSize: 'medium', base: 16 },
    ]) {
      await page.setViewportSize({ width, height });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: base, fixed: base } });
      await page.goto('/transactions');
      await page.evaluate((size) => {
        document.documentElement.dataset.fs = size;
      }, fontSize);
      const bar = page.locator('.selection-bar');
      await box(page, 'שורה 30').focus();
      for (let stop = 0; stop < 30; stop += 1) {
        if (stop === 9) await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
        const covering = await page.evaluate(() => {
          const { left, top, width, height } =
            document.activeElement?.getBoundingClientRect() ?? new DOMRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit?.closest('.selection-bar, .fab, .phone-bar')?.className;
        });
        expect(covering, `stop ${stop} at ${width}`).toBeUndefined();
      }
      await expect(bar).toBeVisible();
      const link = page.getByRole('link', { name: t('list:selectionActions') });
      await expect(link).toHaveCount(1);
      await link.press('Enter');
      await expect(bar).toBeFocused();
      await expect(bar).toBeInViewport();
      await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      await session.detach();
    }
    await page.getByRole('link', { name: t('list:selectNone') }).click();
    await expect(page.locator('[data-list-status]')).toHaveText(t('list:selectionCleared'));
  });
});

const remove = (person: Person, rows: Recorded[]) =>
  askApi(person, 'POST', '/transactions/bulk-delete', { transactionIds: rows.map(({ id }) => id) });
