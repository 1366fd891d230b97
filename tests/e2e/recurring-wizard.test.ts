import type { Locator, Page } from '@playwright/test';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { expect, test } from '../support/browser.ts';
import { isPlain } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import type { Person } from '../support/people.ts';
import type { RunningServer } from '../support/server.ts';
import { countTransactions, repeat } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test('a template is created in three steps, and going back keeps what was typed', async ({
    page,
    login,
    server,
    timezoneId,
  }, { project }) => {
    const person = await login();
    const { date: today } = localNow(new Date(), timezoneId ?? 'UTC');
    await page.goto('/recurring/new');
    const wizard = page.locator('form.wizard');
    const title = (step: 'setup' | 'preview' | 'confirm') =>
      page.getByRole('heading', { name: t(`recurring:wizard.title.${step}`) });
    await fillIn(wizard, t);
    await expect(wizard.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeVisible();
    await wizard.getByLabel(t('recurring:wizard.weekly')).check();
    await expect(wizard.getByLabel(t('recurring:wizard.dayOfMonth'))).toBeHidden();
    await wizard.locator('[name=recurringEndType][value=occurrences]').check();
    await wizard.getByRole('spinbutton', { name: t('recurring:wizard.maxOccurrences') }).fill('4');
    await wizard.locator('#date').fill(plusDays(today, -7));

    await press(wizard, t('recurring:wizard.toPreview'));
    await expect(title('preview')).toBeVisible();
    if (!isPlain(project)) {
      await expect(title('preview')).toBeFocused();
      expect(await asksBeforeLeaving(page)).toBe(true);
    }
    await expect(wizard.locator('.wizard-dates li')).toHaveCount(3);
    await expect(wizard.locator('.wizard-dates')).toContainText('−₪90.00');
    await expect(wizard).toContainText(t('recurring:wizard.past', { count: 1 }));
    await press(wizard, t('recurring:wizard.back'));
    await expect(title('setup')).toBeVisible();
    await expect(wizard.locator('#amount')).toHaveValue('90');
    await expect(wizard.getByRole('spinbutton', { name: t('recurring:wizard.maxOccurrences') })).toHaveValue(
      '4',
    );

    await press(wizard, t('recurring:wizard.toPreview'));
    await press(wizard, t('recurring:wizard.toConfirm'));
    await expect(title('confirm')).toBeVisible();
    await expect(wizard).toContainText('חוג pottery');
    await press(wizard, t('recurring:wizard.create'));
    await expect(page).toHaveURL('/recurring');
    await expect(page.locator('.flash')).toContainText(t('recurring:wizard.created'));
    await expect(page.getByRole('link', { name: t('recurring:wizard.see') })).toBeVisible();
    expect(await countTransactions(server, person)).toBe(4);
  });

  test('a single transaction is saved at once', async ({ page, login, server }) => {
    const person = await login();
    await page.goto('/recurring/new');
    const wizard = page.locator('form.wizard');
    await fillIn(wizard, t);
    await wizard.getByLabel(t('recurring:wizard.repeats')).uncheck();
    await expect(wizard.getByLabel(t('recurring:wizard.weekly'))).toBeHidden();
    await press(wizard, t('transactions:form.save'));
    await expect(page.locator('.flash')).toContainText(t('transactions:createSuccess'));
    expect(await countTransactions(server, person)).toBe(1);
  });

  test.describe('in the dialog', { tag: '@javascript' }, () => {
    test.use({ provoked: /409/ });

    test('the tab asks before it resets the form, and the template is created without leaving the page', async ({
      page,
      login,
      server,
    }) => {
      const person = await login();
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.locator('[name=amount]').fill('5');
      await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
      await page.getByRole('button', { name: t('transactions:dialog.discard') }).click();
      await expect(dialog.getByLabel(t('recurring:wizard.repeats'))).toBeChecked();
      await expect(dialog.locator('[name=amount]')).toHaveValue('');
      await expect(dialog.locator('[name=amount]')).toBeFocused();

      await fillIn(dialog, t);
      await dialog.locator('[name=recurringEndType][value=date]').check();
      await press(dialog, t('recurring:wizard.toPreview'));
      await expect(dialog.locator('#dialog-recurringEndDate-error')).toHaveText(t('errors:endDateRequired'));
      await dialog.locator('[name=recurringEndType][value=never]').check();
      await press(dialog, t('recurring:wizard.toPreview'));
      await expect(dialog.locator('.wizard-dates li')).toHaveCount(6);
      await expect(dialog.locator('.wizard-title')).toBeFocused();
      await press(dialog, t('recurring:wizard.toConfirm'));
      await press(dialog, t('recurring:wizard.create'));
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.toast')).toContainText(t('recurring:wizard.created'));
      await expect.poll(() => countTransactions(server, person)).toBeGreaterThan(2);

      await page.getByRole('link', { name: t('common:addTransaction') }).click();
      await dialog.getByRole('link', { name: t('transactions:kind.recurring') }).click();
      await fillIn(dialog, t);
      await dialog.getByLabel(t('recurring:wizard.repeats')).uncheck();
      await press(dialog, t('transactions:form.save'));
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.toast').last()).toContainText(t('transactions:createSuccess'));
    });

    test('an edit of a template that was changed elsewhere shows both versions', async ({
      page,
      login,
      server,
    }) => {
      const person = await login();
      const id = await repeat(server, person, { description: 'לפני before', amount: 10 });
      await page.goto(`/recurring/${id}`);
      await page.locator('[data-transaction=recurring]').first().click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('input[name=description]')).toHaveValue('לפני before');
      await changeElsewhere(server, person, id);
      await dialog.locator('[name=amount]').fill('99');
      await press(dialog, t('recurring:wizard.toPreview'));
      await dialog.getByLabel(t('recurring:wizard.scope.future')).check();
      await press(dialog, t('recurring:wizard.toConfirm'));
      await press(dialog, t('transactions:form.saveChanges'));
      const notice = dialog.getByRole('region', { name: t('recurring:wizard.changedTitle') });
      await expect(notice).toBeFocused();
      await expect(notice.getByRole('row', { name: t('transactions:form.description') })).toContainText(
        'elsewhere',
      );
      await press(dialog, t('transactions:conflict.saveMine'));
      await expect(dialog.getByRole('status')).toContainText(t('recurring:wizard.updated'));
      // A new template continues it from tomorrow.
      await expect(page.locator('.toast')).toContainText(t('recurring:wizard.updated'));
      await expect(page).not.toHaveURL(`/recurring/${id}`);
      await expect(page.locator('main')).toContainText('₪99.00');
    });
  });
});

async function fillIn(form: Locator, t: Translate): Promise<void> {
  await form.getByLabel(t('transactions:form.amount')).fill('90');
  await form.getByLabel(t('transactions:form.description')).fill('חוג pottery');
}

function press(form: Locator, name: string): Promise<void> {
  return form.getByRole('button', { name, exact: true }).last().click();
}

function asksBeforeLeaving(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

async function changeElsewhere(server: RunningServer, person: Person, id: string): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/transactions/templates/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'elsewhere', scope: 'all' }),
  });
  expect(response.status).toBe(200);
}
