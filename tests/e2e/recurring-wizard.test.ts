import type { Locator, Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { builtScript } from '../support/built-script.ts';
import { openMore } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { TODAY } from '../support/today.ts';
import { countTransactions, record, repeat } from '../support/transactions.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

const COFFEE = { amount: 12.5, description: 'קפה cappuccino', merchant_name: 'Nona', notes: 'עם חלב' };

inEachLanguage(({ t, language }) => {
  test('in a dialog the dates stand beside the form @javascript', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => dispatchEvent(new CustomEvent('transaction:recurring')));
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('.wizard-dates li')).toHaveCount(6);
    const otherTab = dialog.getByRole('link', { name: t('transactions:kind.once') });
    await expect(otherTab).toBeInViewport({ ratio: 0.9 });
    const [form, ahead] = [dialog.locator('.wizard-beside > .form'), dialog.locator('.wizard-ahead')];
    // The dates arrive after the form, and move until they are laid out.
    await expect(async () => {
      expect((await ahead.boundingBox())?.y).toBe((await form.boundingBox())?.y);
    }).toPass();
    await expect(ahead.locator('.wizard-dates li').last()).toBeInViewport({ ratio: 1 });
    const presets = dialog.getByRole('group', { name: t('transactions:form.datePresets') });
    await expect(presets.getByRole('button')).toHaveText(
      (['today', 'tomorrow', 'nextMonth'] as const).map((name) => t(`transactions:preset.${name}`)),
    );
    for (const segment of await dialog.locator('.segment').all())
      expect(await segment.evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(70);

    // Enter saves from any field, so what will be saved must be visible without covering the field.
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const description = dialog.getByLabel(t('transactions:form.description'));
      await description.focus();
      await description.fill('Gym');
      const line = dialog
        .locator('p', { hasText: 'Gym' })
        .filter({ hasText: t('recurring:wizard.neverEnds') });
      const save = dialog.getByRole('button', { name: t('recurring:wizard.create') });
      await expect(save).toBeInViewport({ ratio: 1 });
      if (width === 1280) await expect(line).toBeInViewport({ ratio: 1 });
      const [field, below] = [
        await description.boundingBox(),
        await (width === 1280 ? line : save).boundingBox(),
      ];
      expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    }
  });

  test('on a phone Save is in view, and a line opens the dates', async ({ page, javaScriptEnabled }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/recurring/new');
    const save = page.locator('form.wizard .button-row .button-primary');
    const bar = page.locator('.phone-bar');
    const expectAbove = async () => {
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        await expect(save).toBeInViewport({ ratio: 1 });
        const [button, edge] = [await save.boundingBox(), await bar.boundingBox()];
        expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
      }
    };
    await expectAbove();
    if (javaScriptEnabled) await page.locator('#amount').fill('5');
    await expectAbove();
    const ahead = page.locator('.wizard-ahead');
    const dates = ahead.locator('.wizard-dates li');
    await expect(dates.first()).toBeHidden();
    await expect(ahead.locator('summary')).toBeVisible();
    if (!javaScriptEnabled) return;
    await expect(dates).toHaveCount(6);
    await ahead.locator('summary').click();
    await expect(dates.first()).toBeVisible();
  });

  test('dates that are opened before the form follows what is typed stay open @javascript @once', async ({
    page,
  }) => {
    const opened = Promise.withResolvers<void>();
    await page.route(`**${builtScript('FormOfPage')}`, async (route) => {
      await opened.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/recurring/new', { waitUntil: 'commit' });
    const date = page.locator('.wizard-dates li').first();
    await page.locator('.wizard-ahead summary').click();
    await expect(date).toBeVisible();
    opened.resolve();
    await expect(page.locator('.wizard-ahead [role=status]')).toBeAttached();
    await expect(date).toBeVisible();
  });

  test('the dates follow what is typed @javascript @once', async ({ page, person }) => {
    await page.goto('/recurring/new');
    const wizard = page.locator('form.wizard');
    const ahead = page.locator('.wizard-ahead');
    const dates = wizard.locator('.wizard-dates li');
    await wizard.locator('#amount').focus();
    await expect(dates).toHaveCount(6);
    await expect(page.getByRole('heading', { name: t('recurring:wizard.title.confirm') })).toBeVisible();
    await wizard.locator('#date').fill('2032-01-31');
    for (const step of ['setup', 'preview', 'confirm'] as const)
      await expect(page.getByRole('heading', { name: t(`recurring:wizard.title.${step}`) })).toBeVisible();
    // February 2032 has 29 days.
    await expect(dates.nth(1)).toContainText('29');
    await expect(dates.nth(1)).toContainText(t('recurring:wizard.shortMonth'));
    await expect(dates.first()).not.toContainText(t('recurring:wizard.shortMonth'));
    await expect(dates.first()).not.toContainText('₪');
    await expect(ahead).toContainText(t('recurring:wizard.endless'));
    await expect(ahead.getByRole('status')).toContainText('2032');

    await fillInSchedule(wizard, t);
    await expectDates(wizard, t);
    await expect(ahead).not.toContainText(t('recurring:wizard.endless'));
    expect(await asksBeforeLeaving(page)).toBe(true);
    // Without the number the last dates stay, below the error.
    const times = wizard.getByRole('spinbutton', { name: t('recurring:wizard.maxOccurrences') });
    await times.fill('');
    await expect(ahead).toContainText(t('errors:maxOccurrencesRequired'));
    await expect(dates).toHaveCount(3);
    await press(wizard, t('recurring:wizard.create'));
    await expect(times).toBeFocused();
    await expectTyped(wizard, t, '');
    expect(await countTransactions(person)).toBe(0);
    await times.fill('4');
    await expect(ahead).not.toContainText(t('errors:maxOccurrencesRequired'));
    await press(wizard, t('recurring:wizard.create'));
    await expectCreated(page, t);
    expect(await countTransactions(person)).toBe(4);
  });

  test('what a change means is said after a pause @javascript @once', async ({ page }) => {
    await page.goto('/recurring/new');
    const ahead = page.locator('.wizard-ahead');
    const status = ahead.getByRole('status');
    const dates = ahead.locator('.wizard-dates li');
    const interval = page.locator('form.wizard #recurringInterval');
    await openMore(page);
    await interval.focus();
    await expect(dates).toHaveCount(6);
    await expect(status).toBeEmpty();
    const frequency = ahead.locator('dd').first();
    const before = (await frequency.textContent()) ?? '';
    await interval.fill('2');
    await expect(frequency).not.toHaveText(before);
    const [how = '', date = '', then = ''] = await Promise.all(
      [frequency, dates.nth(0).locator('bdi').first(), dates.nth(1).locator('bdi').first()].map(
        async (part) => (await part.textContent()) ?? '',
      ),
    );
    await expect(status).toHaveText(t('recurring:wizard.nextTwoSaid', { frequency: how, date, then }));

    await interval.fill('999');
    await expect(status).toHaveText((await ahead.locator('.hint').textContent()) ?? '');
    await expect(status).toContainText(t('recurring:wizard.outdated', { error: '' }).trim());
    await expect(frequency).toHaveText(how ?? '');
    await expect(dates.nth(1)).toHaveText(then ?? '');
  });

  test('a single transaction is saved at once @once', async ({ page, person }) => {
    await page.goto('/recurring/new');
    const wizard = page.locator('form.wizard');
    await fillIn(wizard, t);
    await openMore(wizard);
    await expect(wizard.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeVisible();
    await wizard.getByLabel(t('recurring:wizard.weekly')).check();
    await expect(wizard.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeHidden();
    await wizard.getByLabel(t('recurring:wizard.repeats')).uncheck();
    await expect(wizard.getByLabel(t('recurring:wizard.weekly'))).toBeHidden();
    await expect(page.getByRole('heading', { level: 2, includeHidden: false })).toHaveCount(0);
    await press(wizard, t('transactions:form.save'));
    await expect(page.locator('.flash')).toContainText(t('transactions:createSuccess'));
    expect(await countTransactions(person)).toBe(1);
  });

  test('a transaction is made recurring @javascript @once', async ({ page, person }) => {
    const [coffee] = await record(person, [COFFEE]);
    await page.goto(`/transactions/${coffee?.id}/edit`);
    await page.getByRole('link', { name: t('transactions:dialog.recurringAction') }).click();
    const wizard = page.locator('form.wizard');
    await expect(page.locator('.remark').first()).toContainText(COFFEE.merchant_name);
    await expect(wizard.locator('#description')).toHaveValue(COFFEE.description);
    await expect(wizard.locator('#notes')).toHaveValue(COFFEE.notes);
    await expect(wizard.locator('#dayOfMonth')).toHaveValue(String(Number(TODAY.slice(8))));
    await expect(wizard.locator('#date')).not.toHaveValue(written(TODAY));
    const weekly = wizard.getByLabel(t('recurring:wizard.weekly'));
    await weekly.check();
    await expect(wizard.locator('#date')).toHaveValue(written(plusDays(TODAY, 7)));
    await wizard.locator('#date').fill(TODAY);
    await expect(wizard.locator('.wizard-ahead .remark')).toBeVisible();
    await wizard.getByLabel(t('recurring:wizard.daily')).check();
    await expect(wizard.locator('#date')).toHaveValue(written(TODAY));
    await wizard.locator('#date').fill(plusDays(TODAY, 7));
    await expect(wizard.locator('.wizard-ahead .remark')).toHaveCount(0);
    await weekly.check();
    await press(wizard, t('recurring:wizard.create'));
    await expectCreated(page, t, COFFEE.description);
    const { transactions } = await askApi<{ transactions: { date: string; is_recurring: boolean }[] }>(
      person,
      'GET',
      '/transactions?status=any&limit=200',
    );
    expect(transactions.length).toBeGreaterThan(1);
    expect(transactions.filter(({ date }) => date <= TODAY)).toMatchObject([{ is_recurring: false }]);
  });

  test.describe('in the dialog', { tag: '@javascript' }, () => {
    test.use({ provoked: /409/ });

    test('the tab asks before it resets the form @once', async ({ page, person }) => {
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=amount]').fill('5');
      await openMore(dialog);
      const kind = (name: 'recurring' | 'once') =>
        dialog.getByRole('link', { name: t(`transactions:kind.${name}`) });
      await kind('recurring').click();
      await page.getByRole('button', { name: t('transactions:dialog.keepEditing') }).click();
      await expect(dialog.locator('[name=amount]')).toHaveValue('5');
      await kind('recurring').click();
      await page.getByRole('button', { name: t('transactions:dialog.discard') }).click();
      await expect(dialog.locator('[name=amount]')).toBeFocused();
      await kind('once').click();
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.add'));
      await expect(dialog.locator('[name=amount]')).toHaveValue('');
      await openMore(dialog);
      await kind('recurring').click();
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.recurring'));
      await openMore(dialog);
      await expect(dialog.getByLabel(t('recurring:wizard.repeats'))).toBeChecked();

      await fillIn(dialog, t);
      await dialog.locator('[name=recurringEndType][value=date]').check();
      await press(dialog, t('recurring:wizard.create'));
      await expect(dialog.locator('#dialog-recurringEndDate-error')).toHaveText(t('errors:endDateRequired'));
      await dialog.locator('[name=recurringEndType][value=never]').check();
      await expect(dialog.locator('.wizard-dates li')).toHaveCount(6);
      await press(dialog, t('recurring:wizard.create'));
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.toast')).toContainText(
        t('recurring:wizard.created', { name: 'חוג pottery' }),
      );
      await expect.poll(() => countTransactions(person)).toBeGreaterThan(2);

      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      await openMore(dialog);
      await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
      await fillIn(dialog, t);
      await openMore(dialog);
      await dialog.getByLabel(t('recurring:wizard.repeats')).uncheck();
      await press(dialog, t('transactions:form.save'));
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.toast').last()).toContainText(t('transactions:createSuccess'));
    });

    test('a transaction is made recurring from its edit @once', async ({ page, person }) => {
      const [coffee] = await record(person, [COFFEE]);
      await page.goto('/transactions');
      await page.evaluate((detail) => dispatchEvent(new CustomEvent('transaction:edit', { detail })), {
        id: coffee?.id,
      });
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('transactions:dialog.recurringAction') }).click();
      await expect(dialog.locator('.remark')).toContainText(COFFEE.merchant_name);
      await expect(dialog.locator('[name=amount]')).toHaveValue('12.50');
      await expect(dialog.locator('[name=description]')).toHaveValue(COFFEE.description);
      await press(dialog, t('recurring:wizard.create'));
      await expect(page.locator('.toast')).toContainText(
        t('recurring:wizard.created', { name: COFFEE.description }),
      );
    });

    test('a moved day is seen beside the question what to change @javascript @once', async ({
      page,
      person,
    }) => {
      const id = await repeat(person, { name: 'Rent', amount: 50, start_date: '2026-01-01' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/recurring/${id}/edit`);
      await expect(page.locator('.wizard-dates li')).toHaveCount(6);
      await page.getByLabel(t('recurring:wizard.dayOfMonth')).selectOption('5');
      const ahead = page.locator('.wizard-ahead');
      const [, instead = ''] = t('recurring:wizard.insteadOf', { frequency: '', before: '' }).split(', ');
      await expect(ahead).toContainText(instead.trim());
      const scopes = await page.locator('.foot-scopes .scopes').boundingBox();
      const dates = await ahead.locator('.wizard-dates').boundingBox();
      if (!scopes || !dates) throw new Error('Not both are shown.');
      const [left, right] = [scopes, dates].toSorted((one, other) => one.x - other.x);
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
    });

    test('an edit of a changed template shows both versions @once', async ({ page, person }) => {
      const often = { interval_type: 'daily', interval: 30 };
      const id = await repeat(person, { description: 'לפני before', amount: 10, ...often });
      await page.goto(`/recurring/${id}`);
      await page.locator('[data-transaction=recurring]').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('input[name=description]')).toHaveValue('לפני before');
      const changes = { description: 'elsewhere', scope: 'all' };
      await askApi(person, 'PUT', `/transactions/templates/${id}`, changes);
      await expect(dialog.locator('.wizard-dates li')).toHaveCount(6);
      // The figures of the change are pending when the button is pressed.
      const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/templates/*/preview', (route) => pressed.then(() => route.continue()));
      await dialog.locator('[name=amount]').fill('99');
      // The choice of a scope comes with the figures: it is never skipped.
      await press(dialog, t('transactions:form.saveChanges'));
      await expect(dialog.getByRole('button', { name: t('transactions:form.saving') }).last()).toBeVisible();
      answer();
      const future = dialog.getByLabel(t('recurring:wizard.scope.future'));
      await expect(future).toBeChecked();
      const [past, coming] = [
        t('recurring:wizard.scopePast', { count: 1 }),
        t('recurring:wizard.scopeComing', { count: 3 }),
      ];
      for (const what of [coming, new Intl.ListFormat(language).format([past, coming])])
        await expect(dialog).toContainText(t('recurring:wizard.scopeChangesEndless', { what }));
      await expect(future).toBeFocused();
      for (const date of await dialog.locator('.wizard-dates li').all()) await expectUncovered(date);
      await press(dialog, t('transactions:form.saveChanges'));
      const notice = dialog.getByRole('region', { name: t('recurring:wizard.changedTitle') });
      await expect(notice).toBeFocused();
      await expect(notice.getByRole('row', { name: t('transactions:form.description') })).toContainText(
        'elsewhere',
      );
      await press(dialog, t('transactions:conflict.saveMine'));
      await expect(page.locator('.toast')).toContainText(
        t('recurring:wizard.updated', { name: 'לפני before' }),
      );
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(`/recurring/${id}`);
      await expect(page.locator('main')).toContainText('₪99.00');
    });
  });
});

async function fillIn(form: Locator, t: Translate): Promise<void> {
  await form.getByLabel(t('transactions:form.amount')).fill('90');
  await form.getByLabel(t('transactions:form.description')).fill('חוג pottery');
}

async function fillInSchedule(form: Locator, t: Translate): Promise<void> {
  await fillIn(form, t);
  await openMore(form);
  await expect(form.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeVisible();
  await form.getByLabel(t('recurring:wizard.weekly')).check();
  await expect(form.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeHidden();
  await form.locator('[name=recurringEndType][value=occurrences]').check();
  await form.getByRole('spinbutton', { name: t('recurring:wizard.maxOccurrences') }).fill('4');
  await form.locator('#date').fill(plusDays(TODAY, -7));
}

async function expectDates(form: Locator, t: Translate): Promise<void> {
  await expect(form.locator('.wizard-dates li')).toHaveCount(3);
  await expect(form.locator('.wizard-dates')).toContainText('−₪90.00');
  await expect(form).toContainText(t('recurring:wizard.past', { count: 1 }));
}

async function expectTyped(form: Locator, t: Translate, times = '4'): Promise<void> {
  await expect(form.locator('#amount')).toHaveValue('90');
  await expect(form.getByRole('spinbutton', { name: t('recurring:wizard.maxOccurrences') })).toHaveValue(
    times,
  );
}

async function expectCreated(page: Page, t: Translate, name = 'חוג pottery'): Promise<void> {
  await expect(page).toHaveURL('/recurring');
  await expect(page.locator('.flash')).toContainText(t('recurring:wizard.created', { name }));
  await expect(page.getByRole('link', { name: t('recurring:wizard.see') })).toBeVisible();
}

/** The choice of a scope comes with buttons that stay in view, and must leave the dates in view too. */
async function expectUncovered(part: Locator): Promise<void> {
  const isSeen = await part.evaluate((element) => {
    const { x, y, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + 4, y + height / 2));
  });
  expect(isSeen).toBe(true);
}

function press(form: Locator, name: string): Promise<void> {
  return form.getByRole('button', { name, exact: true }).last().click();
}

function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}
