import type { Page } from '@playwright/test';
import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import { expect, test } from '../support/browser.ts';
import { categoryIn, chooseCategory, wakePicker } from '../support/category.ts';
import { expectError, openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, transactionsOf } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

const TYPED = { amount: '12.5', description: 'ארוחה & lunch', time: '1:07 PM', notes: 'הערה' };

inEachLanguage(({ t }) => {
  test('presets fill in date and time, and no typed value is lost @javascript @once', async ({
    page,
    person,
  }) => {
    await page.goto('/transactions/new');
    await page.getByLabel(t('transactions:form.income')).check();
    await openMore(page);
    await fill(page, TYPED);
    await chooseCategory(page, t, t('categories:default.salary'));
    await page.getByRole('button', { name: t('transactions:preset.yesterday') }).click();
    await expect(page.locator('#date')).toHaveValue(written(plusDays(TODAY, -1)));
    await page.getByRole('button', { name: '6:00 PM' }).click();
    await expect(page.locator('#time')).toHaveValue('6:00 PM');
    await expect(page.locator('#date')).toHaveValue(written(plusDays(TODAY, -1)));
    const week = startOfWeek(TODAY, 'sunday');
    for (const [name, date] of [
      ['thisWeek', week],
      ['lastWeek', plusDays(week, -7)],
      ['thisMonth', startOfMonth(TODAY)],
      ['lastMonth', startOfMonth(plusMonths(TODAY, -1))],
    ] as const) {
      await page.getByRole('button', { name: t(`transactions:preset.${name}`), exact: true }).click();
      await expect(page.locator('#date')).toHaveValue(written(date));
    }
    await page.getByRole('button', { name: t('transactions:preset.today') }).click();
    await expect(page.locator('#date')).toHaveValue(written(TODAY));
    await expectTyped(page, { ...TYPED, time: '6:00 PM' });
    await expect(page.getByLabel(t('transactions:form.income'))).toBeChecked();
    await expect(categoryIn(page).locator('option:checked')).toHaveText(t('categories:default.salary'));
    await expect(page.locator('.error, .error-summary')).toHaveCount(0);
    expect(await countTransactions(person)).toBe(0);
  });

  test('further fields stay open while one is corrected, with a count of what people see @javascript @once', async ({
    page,
  }) => {
    await page.goto('/transactions/new');
    // Before its scripts run, the form is sent, and the server returns the errors.
    await wakePicker(page, t);
    await fill(page, { amount: '12.5', description: 'Lunch' });
    await openMore(page);
    const notes = page.locator('#notes');
    const count = page.locator('.character-count');
    for (const letter of ['n', '😀', '👨‍👩‍👧‍👦', 'שָׁ']) {
      await notes.fill(letter.repeat(449));
      await expect(count).toHaveText(t('transactions:form.charactersLeft', { count: 51 }));
      await expect(count).not.toHaveClass(/near/);
      await notes.fill(letter.repeat(450));
      await expect(count).toHaveClass(/near/);
      await notes.fill(letter.repeat(502));
      await expect(count).toHaveText(t('transactions:form.charactersOver', { count: 2 }));
    }
    await notes.fill('n'.repeat(501));
    await page.locator('form.form .button-primary').dispatchEvent('click');
    await expectError(page, 'notes', t('errors:notesMax'));
    await page.keyboard.press('Backspace');
    await expect(page.locator('.error')).toHaveCount(0);
    await expect(notes).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(notes).toHaveValue('n'.repeat(499));
  });

  for (const container of ['page', 'dialog'] as const) {
    test(`what was emptied again is required, in the ${container} @javascript @once`, async ({ page }) => {
      const prefix = container === 'page' ? '' : 'dialog-';
      const save = page.locator(`form:has(#${prefix}amount) .button-primary`);
      if (container === 'page') await page.goto('/transactions/new');
      else {
        await page.goto('/');
        await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      }
      const amount = page.locator(`#${prefix}amount`);
      const description = page.locator(`#${prefix}description`);
      await amount.press('Shift');
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await amount.focus();
      await description.focus();
      await expect(page.locator('.error')).toHaveCount(0);
      await amount.pressSequentially('5');
      await description.pressSequentially('x');
      await expect(page.locator('.error')).toHaveCount(0);
      await expect(save).not.toHaveAttribute('aria-disabled');
      await amount.fill('');
      await description.fill('');
      await expectError(page, `${prefix}amount`, t('errors:amountRequired'));
      await amount.focus();
      await expectError(page, `${prefix}description`, t('errors:descriptionRequired'));
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await save.dispatchEvent('click');
      await expect(page.locator('.error')).toHaveCount(2);
      await expect(amount).toBeFocused();
      await amount.fill('5');
      await description.fill('x');
      await expect(save).not.toHaveAttribute('aria-disabled');
    });
  }

  test('without a description it takes the name of its category, and needs one of them @javascript @once', async ({
    page,
    person,
  }) => {
    await page.goto('/transactions/new');
    await fill(page, { amount: '5', description: '' });
    await page.locator('#description').press('Enter');
    await expect(page.locator('#description-error')).toHaveText(t('errors:descriptionRequired'));
    await chooseCategory(page, t, t('categories:default.groceries'));
    await page.locator('form.form .button-primary').click();
    await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    const [saved] = await transactionsOf(person);
    expect(saved?.description).toBe(t('categories:default.groceries'));
  });

  test('a description over the limit asks the server for nothing @javascript @once', async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/suggestions')) requests.push(searchParams.get('description') ?? '');
    });
    await page.clock.install();
    await page.goto('/');
    await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
    await page.locator('#dialog-amount').fill('5');
    const writeDescription = async (text: string) => {
      await page.locator('#dialog-description').fill(text);
      // The pause before suggestions are requested.
      await page.clock.runFor(1000);
    };
    await writeDescription('coffee');
    await expect.poll(() => requests).toEqual(['coffee']);
    await writeDescription('tea '.repeat(70));
    await page.locator('#dialog-amount').focus();
    await expectError(page, 'dialog-description', t('errors:descriptionMax'));
    await writeDescription('tea');
    await expect.poll(() => requests).toContain('tea');
    expect(requests).toEqual(['coffee', 'tea']);
  });

  test('each rule is reported at its field, and the values at the limits are accepted @javascript @once', async ({
    page,
    person,
  }) => {
    const cases = [
      { field: 'amount', value: '', message: t('errors:amountRequired') },
      { field: 'amount', value: '0', message: t('errors:amountMin') },
      { field: 'amount', value: '1000000.01', message: t('errors:amountMax') },
      { field: 'amount', value: 'twelve', message: t('errors:amountNumber') },
      { field: 'amount', value: '1.0001', message: t('errors:amountDecimals') },
      {
        field: 'amount',
        value: '1.200',
        message: t('errors:amountAmbiguous', {
          thousands: '1,200.00',
          decimals: '1.20',
          typedThousands: '1200',
          typedDecimals: '1.2',
        }),
      },
      { field: 'description', value: '  ', message: t('errors:descriptionTooShort') },
      { field: 'description', value: 'ש'.repeat(256), message: t('errors:descriptionMax') },
      { field: 'date', value: '', message: t('errors:dateRequired') },
      { field: 'date', value: written(plusDays(TODAY, 366)), message: t('errors:dateFuture') },
      { field: 'date', value: written(plusDays(TODAY, -1826)), message: t('errors:datePast') },
      { field: 'notes', value: 'n'.repeat(501), message: t('errors:notesMax') },
      // Last, because the others do not fill it in again.
      { field: 'merchant_name', value: 'x'.repeat(256), message: t('errors:payeeMax') },
    ];
    await page.goto('/transactions/new');
    await openMore(page);
    await wakePicker(page, t);
    for (const { field, value, message } of cases) {
      const filled = { ...TYPED, date: written(TODAY), [field]: value };
      await fill(page, filled);
      // The button may already look disabled but responds.
      await page.locator('form.form .button-primary').dispatchEvent('click');
      await expectError(page, field, message);
      await expect(page.locator(`#${field}`)).toBeFocused();
      await expect(page.locator('form.form .button-primary')).toBeDisabled();
      await expect(page.locator('.toast-error')).toHaveText(
        new RegExp(t('transactions:form.validationFailed')),
      );
      await expect(page.locator('.error')).toHaveCount(1);
      await expectTyped(page, filled);
    }
    expect(await countTransactions(person)).toBe(0);
    const edges = [
      { amount: '0.01', description: 'x', date: plusDays(TODAY, -1825), notes: '' },
      { amount: '1000000', description: 'ש'.repeat(255), date: plusDays(TODAY, 365), notes: 'n'.repeat(500) },
      { amount: '5', description: '👨‍👩‍👧‍👦'.repeat(255), date: TODAY, notes: '😀'.repeat(500) },
    ];
    for (const edge of edges) {
      await page.goto('/transactions/new');
      await openMore(page);
      await fill(page, edge);
      await page.locator('form.form .button-primary').click();
      await expect(page.locator('.flash > p')).toContainText(t('transactions:createSuccess'));
    }
    expect(await countTransactions(person)).toBe(edges.length);
  });
});

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`#${name}`).fill(value);
}

async function expectTyped(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await expect(page.locator(`#${name}`)).toHaveValue(value);
  }
}
