import type { Locator } from '@playwright/test';
import { plusMonths } from '../../src/domain/calendar.ts';
import { formatter } from '../../src/i18n/format.ts';
import { DEFAULT_PREFERENCES } from '../../src/i18n/preferences.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, IN_MOTION, test } from '../support/browser.ts';
import { chooseCategory, pickerIn } from '../support/category.ts';
import { expectError, openByEvent } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import { noteTexts } from '../support/passing-time.ts';
import { SCREEN_READER, setProfile } from '../support/people.ts';
import { rowMenu } from '../support/row-menu.ts';
import { categoriesOf, countTransactions, makeAccount, record } from '../support/transactions.ts';
import { followConnection } from '../support/watched-connection.ts';

const { date: written } = formatter('ILS', DEFAULT_PREFERENCES);

test.use(IN_MOTION);

inEachLanguage(({ t, language }) => {
  test.describe('the dialog', { tag: '@javascript' }, () => {
    test('asks on a page of its own which payments of a purchase are deleted @once', async ({
      page,
      person,
    }) => {
      await makeAccount(person, { name: 'Visa', kind: 'credit_card', billing_day: 10 });
      const body = { amount: 300, description: 'Sofa', installments: 3 };
      const made = await askApi<{ transactions: { id: string }[] }>(
        ...([person, 'POST', '/transactions/expense', body] as const),
      );
      const path = `/transactions/${made.transactions[0]?.id}`;
      await page.goto(path);
      await page.getByRole('link', { name: t('common:delete'), exact: true }).click();
      await expect(page.getByLabel(t('money:removal.single'))).toBeChecked();
      expect(await countTransactions(person)).toBe(3);
      // And from the dialog, with the way back to the list as it was.
      await page.goto('/transactions?status=upcoming');
      await openByEvent(page, 'delete', { id: made.transactions[1]?.id });
      await expect(page.getByLabel(t('money:removal.single'))).toBeChecked();
      expect(await countTransactions(person)).toBe(3);
      await page.getByRole('button', { name: t('common:delete'), exact: true }).click();
      await expect(page).toHaveURL('/transactions?status=upcoming');
      const which = t('money:payment', { number: 2, total: 3 });
      await expect(page.locator('.flash, .toast').filter({ visible: true })).toContainText(which);
    });

    test('asks which payments of a purchase change @once', async ({ page, person }) => {
      await makeAccount(person, { name: 'Visa', kind: 'credit_card', billing_day: 10 });
      const body = { amount: 300, description: 'Sofa', installments: 3 };
      const made = await askApi<{ transactions: { id: string }[] }>(
        ...([person, 'POST', '/transactions/expense', body] as const),
      );
      await page.goto('/transactions?status=any');
      await openByEvent(page, 'edit', { id: made.transactions[1]?.id });
      const dialog = page.getByRole('dialog');
      const single = dialog.getByLabel(t('money:removal.single'));
      const description = dialog.getByLabel(t('transactions:form.description'));
      await expect(description).toHaveValue('Sofa');
      await expect(single).toBeHidden();
      await description.fill('Bed');
      await expect(single).toBeChecked();
      await expect(single).toBeVisible();
      // A purchase has one category, but one of its payments may have another amount.
      await pickerIn(dialog).click();
      await page.getByRole('option', { name: t('categories:default.clothing'), exact: true }).click();
      await expect(dialog.getByLabel(t('money:removal.all'))).toBeChecked();
      await dialog.getByRole('textbox', { name: t('transactions:form.amount') }).fill('90');
      await expect(single).toBeChecked();
      await dialog.getByLabel(t('money:removal.future')).check();
      await dialog.getByRole('button', { name: t('transactions:form.saveChanges'), exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(t('money:change.done', { count: 2 }))).toBeVisible();
      const { transactions } = await askApi<{ transactions: { description: string }[] }>(
        ...([person, 'GET', '/transactions?status=any&order=asc'] as const),
      );
      expect(transactions.map(({ description }) => description)).toEqual(['Sofa', 'Bed', 'Bed']);
    });

    test('adds a transaction, returns to the page as it was, and offers to undo it @once', async ({
      page,
      person,
    }) => {
      await record(person, [{ amount: 1, description: 'Tea' }]);
      await page.goto('/transactions');
      await page.locator('.cell-select input').first().check();
      const line = page.locator('#quick-entry');
      await line.fill('7 half');
      const opener = page
        .locator('.page-head')
        .getByRole('link', { name: t('common:addTransaction'), exact: true });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await expect(amountIn(dialog, t)).toBeFocused();
      await amountIn(dialog, t).fill('34.9');
      await descriptionIn(dialog, t).fill('סרט');
      await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
      const said = await noteTexts(page, '.success-panel');
      await saveIn(dialog).click();
      await expect.poll(said).toContain(t('transactions:createSuccess'));
      await expect(page.locator('.row-link')).toHaveText(['סרט', 'Tea']);
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(line).toHaveValue('7 half');
      await expect(page.getByRole('row', { name: 'Tea' }).getByRole('checkbox')).toBeChecked();
      await expect(page.getByRole('row', { name: 'סרט' }).getByRole('checkbox')).not.toBeChecked();
      const notice = page.locator('.toast');
      await expect(notice).toHaveCount(1);
      await expect(notice).toContainText(t('transactions:createSuccess'));
      await expect(notice).toContainText('סרט');
      await expect(page.locator('[data-toasts] [role=status]')).toContainText(
        t('transactions:createSuccess'),
      );
      await expect(page.locator('body[data-same-page]')).toHaveCount(1);
      expect(await countTransactions(person)).toBe(2);
      await notice.getByRole('button', { name: t('common:undo'), exact: true }).click();
      await expect(page.locator('.row-link')).toHaveText(['Tea']);
      expect(await countTransactions(person)).toBe(1);
    });

    test('adds one after another, each of which can be taken back @once', async ({ page, person }) => {
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      const another = dialog.getByRole('button', { name: t('transactions:form.saveAnother') });
      await dialog.getByLabel(t('transactions:form.income')).check();
      await dialog.getByRole('button', { name: t('transactions:preset.yesterday') }).click();
      const date = await dialog.locator('[name=date]').inputValue();
      await amountIn(dialog, t).fill('12.50');
      await descriptionIn(dialog, t).fill('שכר wage');
      await another.click();
      await expect(dialog.getByRole('status')).toContainText('שכר wage');
      await expect(amountIn(dialog, t)).toBeFocused();
      await expect(amountIn(dialog, t)).toHaveValue('');
      await expect(descriptionIn(dialog, t)).toHaveValue('');
      await expect(dialog.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(dialog.locator('[name=date]')).toHaveValue(date);
      await expect(page.locator('.row-link')).toHaveText(['שכר wage']);
      await amountIn(dialog, t).fill('3');
      await descriptionIn(dialog, t).fill('Tip');
      await another.click();
      await expect(page.locator('.row-link')).toHaveCount(2);
      await dialog.getByRole('button', { name: t('common:undo') }).click();
      await expect(dialog.getByRole('status')).toContainText(t('transactions:deleteSuccess'));
      await expect(amountIn(dialog, t)).toBeFocused();
      await expect(page.locator('.row-link')).toHaveText(['שכר wage']);
      await expect(page.locator('.toast')).toHaveCount(0);
      // The new form is empty, so it closes without a question.
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      expect(await countTransactions(person)).toBe(1);
    });

    test('takes all payments of a purchase back that was just added @once', async ({ page, person }) => {
      await makeAccount(person, { name: 'Visa', kind: 'credit_card' });
      await page.goto('/transactions');
      await page.locator('.page-head [data-transaction=add]').click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await amountIn(dialog, t).fill('300');
      await descriptionIn(dialog, t).fill('Shoes');
      await dialog.locator('[name=accountId]').selectOption({ label: 'Visa' });
      await dialog.getByText(t('transactions:card.title')).click();
      await dialog.locator('[name=installments]').fill('3');
      await dialog.getByRole('button', { name: t('transactions:form.saveAnother') }).click();
      const payments = t('transactions:card.inPayments', { count: 3 });
      for (const said of ['Shoes', '300.00', 'Visa', payments])
        await expect(dialog.getByRole('status')).toContainText(said);
      expect(await countTransactions(person)).toBe(3);
      await dialog.getByRole('button', { name: t('common:undo') }).click();
      await expect(dialog.getByRole('status')).toContainText(t('transactions:deleteSuccess'));
      expect(await countTransactions(person)).toBe(0);
    });

    test('edits, duplicates and deletes, closes by itself, and the list shows each change @once', async ({
      page,
      person,
    }) => {
      await record(person, [{ amount: 10, description: 'לפני' }]);
      await page.goto('/transactions');
      await page.getByRole('link', { name: 'לפני', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.edit') });
      await expect(amountIn(dialog, t)).toHaveValue('10.00');
      await descriptionIn(dialog, t).fill('after');
      await saveIn(dialog).click();
      await expect(page.locator('.toast')).toContainText(t('transactions:updateSuccess'));
      await expect(page.locator('.row-link')).toHaveText(['after']);
      await expect(dialog).toHaveCount(0);
      const said = await noteTexts(page, '.toast-text');
      await page.getByRole('button', { name: t('common:undo'), exact: true }).click();
      await expect(page.locator('.row-link')).toHaveText(['לפני']);
      const undone = t('list:changeUndoneNamed', { name: 'לפני', count: 1 });
      await expect.poll(said).toContain(undone);

      await page.getByRole('link', { name: 'לפני', exact: true }).click();
      const opened = page.getByRole('dialog');
      await opened.getByRole('button', { name: t('transactions:dialog.duplicateAction') }).click();
      await expect(opened).toHaveAccessibleName(t('transactions:dialog.duplicate'));
      await descriptionIn(opened, t).fill('עותק');
      await saveIn(opened).click();
      await expect(page.locator('.row-link')).toHaveText(['עותק', 'לפני']);
      await expect(opened).toHaveCount(0);

      await page.getByRole('link', { name: 'לפני', exact: true }).click();
      await opened.getByRole('button', { name: t('transactions:dialog.deleteAction') }).click();
      // Without a question, because it can be undone.
      await expect(page.locator('.toast').last()).toContainText(t('transactions:deleteSuccess'));
      await expect(page.locator('.row-link')).toHaveText(['עותק']);
      expect(await countTransactions(person)).toBe(1);
    });

    test('waits with what was added for a screen reader @once', async ({ page, person }) => {
      await setProfile(person, SCREEN_READER);
      await page.goto('/transactions');
      const dialog = page.getByRole('dialog');
      const add = async () => {
        await page.locator('.page-head [data-transaction=add]').click();
        await amountIn(dialog, t).fill('2');
        await descriptionIn(dialog, t).fill('Milk');
        await saveIn(dialog).click();
        await expect(page.locator('.row-link')).toHaveText(['Milk']);
        await expect(dialog.locator('.success-panel')).toContainText(t('transactions:createSuccess'));
        await expect(dialog.getByRole('button', { name: t('transactions:dialog.done') })).toBeFocused();
      };
      await add();
      await dialog.getByRole('button', { name: t('common:undo') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('.row-link')).toHaveCount(0);
      expect(await countTransactions(person)).toBe(0);
      await add();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      const notice = page.locator('.toast', { hasText: t('transactions:createSuccess') });
      await expect(notice.getByRole('button', { name: t('common:undo'), exact: true })).toBeVisible();
      expect(await countTransactions(person)).toBe(1);
    });

    test('opens by the events of the window, and asks before it deletes @once', async ({ page, person }) => {
      const [wage, recorded] = await record(person, [
        { amount: 10, description: 'שכר rent', type: 'income', notes: 'הערה' },
        { amount: 10, description: 'אירוע' },
      ]);
      const requests: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith(`/api/v1/transactions/${recorded?.id}`)) requests.push(request.method());
      });
      await page.goto('/transactions');
      const dialog = page.getByRole('dialog');
      const leave = async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      };

      await rowMenu(page, t, 'אירוע').focus();
      await openByEvent(page, 'delete', { id: recorded?.id });
      for (const words of ['אירוע', '₪10.00']) await expect(dialog).toContainText(words);
      const cancel = dialog.getByRole('button', { name: t('transactions:form.cancel') });
      await expect(cancel).toBeFocused();
      await expect(cancel).toHaveAccessibleDescription(
        new RegExp(`${t('transactions:dialog.deleteQuestion').replace('?', '\\?')} אירוע .*10\\.00`),
      );
      await cancel.click();
      await expect(dialog).toHaveCount(0);
      await expect(rowMenu(page, t, 'אירוע')).toBeFocused();
      expect(await countTransactions(person)).toBe(2);

      for (const mode of ['edit', 'duplicate'] as const) {
        await openByEvent(page, mode, { id: recorded?.id });
        await expect(dialog).toHaveAccessibleName(t(`transactions:dialog.${mode}`));
        await expect(descriptionIn(dialog, t)).toHaveValue('אירוע');
        await leave();
      }
      expect(requests).toEqual(['GET']);
      const tab = await page.context().newPage();
      await tab.goto(`/transactions/${recorded?.id}/edit`);
      await descriptionIn(tab.locator('main'), t).fill('אחרי');
      await saveIn(tab.locator('main')).click();
      await expect(tab.locator('.flash')).toContainText(t('transactions:updateSuccess'));
      await tab.close();
      await openByEvent(page, 'view', { id: recorded?.id });
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.view'));
      await expect(dialog).toContainText('אחרי');
      expect(requests).toEqual(['GET', 'GET']);
      await expect(dialog.getByRole('button', { name: t('transactions:dialog.deleteAction') })).toHaveCount(
        0,
      );
      await dialog.getByRole('button', { name: t('transactions:dialog.editAction') }).click();
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.edit'));
      await expect(descriptionIn(dialog, t)).toHaveValue('אחרי');
      await leave();

      await openByEvent(page, 'add', { type: 'income', amount: 3 });
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.add'));
      await expect(dialog.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(amountIn(dialog, t)).toHaveValue('3.00');
      await leave();
      const categories = await categoriesOf(person);
      for (const [type, field] of [
        ['expense', 'categoryId'],
        ['expense', 'category_id'],
        ['income', 'categoryId'],
      ] as const) {
        const category = categories.find((one) => one.type === type);
        await openByEvent(page, 'add', { [field]: category?.id });
        await expect(pickerIn(dialog)).toHaveValue(category?.name ?? '');
        await expect(dialog.getByLabel(t(`transactions:form.${type}`))).toBeChecked();
        await leave();
      }

      await openByEvent(page, 'recurring', { id: wage?.id });
      await expect(dialog.locator('[name=notes]')).toHaveValue('הערה');
      await expect(dialog.locator('.character-count')).toHaveText(
        t('transactions:form.charactersLeft', { count: 496 }),
      );
      await expect(dialog.getByLabel(t('recurring:wizard.repeats'))).toBeChecked();
      await expect(dialog.locator('[name=date]')).toHaveValue(written(plusMonths(wage?.date ?? '', 1)));
      const expectWage = async (form: Locator) => {
        await expect(amountIn(form, t)).toHaveValue('10.00');
        await expect(descriptionIn(form, t)).toHaveValue('שכר rent');
        await expect(form.getByLabel(t('transactions:form.income'))).toBeChecked();
      };
      await expectWage(dialog);
      await page.goto(`/recurring/new?like=${wage?.id}`);
      await expectWage(page.locator('form.wizard'));
    });

    test('closes by Escape, and asks first when something was typed @once', async ({ page }) => {
      await page.goto('/');
      const opener = page.getByRole('link', { name: t('common:addTransaction'), exact: true });
      await opener.click();
      const dialog = page.getByRole('dialog', { name: t('transactions:dialog.add') });
      await expect(amountIn(dialog, t)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();

      await opener.click();
      // Not in the initial fields: once typed into, they leave Escape to the form.
      await expect(dialog.locator('form [name=amount]')).toBeFocused();
      await amountIn(dialog, t).fill('5');
      const question = page.getByRole('alertdialog', { name: t('transactions:dialog.discardQuestion') });
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: t('transactions:dialog.keepEditing') }).click();
      await expect(question).toHaveCount(0);
      await expect(amountIn(dialog, t)).toHaveValue('5');
      await dialog.getByRole('button', { name: t('transactions:dialog.close') }).click();
      await question.getByRole('button', { name: t('transactions:dialog.discard') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(opener).toBeFocused();
    });

    test('shows its own and the server’s errors at the fields @once', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      // It looks disabled but responds.
      await saveIn(dialog).dispatchEvent('click');
      await expectError(page, 'dialog-amount', t('errors:amountRequired'));
      await expectError(page, 'dialog-description', t('errors:descriptionRequired'));
      await expect(dialog.getByRole('alert')).toContainText(t('transactions:form.validationFailed'));
      await amountIn(dialog, t).fill('8');
      await descriptionIn(dialog, t).fill('x');
      await chooseCategory(page, t, t('categories:default.coffee'));
      // As if it had been deleted in another tab.
      await page.route(
        '**/api/v1/transactions/transaction',
        (route) => route.continue({ postData: { ...route.request().postDataJSON(), categoryId: 'gone' } }),
        { times: 1 },
      );
      await saveIn(dialog).click();
      await expectError(page, 'dialog-categoryId', t('errors:categoryMissing'));
      await expect(pickerIn(dialog)).toBeFocused();
      await expect(amountIn(dialog, t)).toHaveValue('8');
      await chooseCategory(page, t, '');
      await expect(dialog.locator('.error')).toHaveCount(0);
      await saveIn(dialog).click();
      await expect(page.locator('.toast')).toContainText(t('transactions:createSuccess'));
    });

    test('sends once, however often Save is pressed @once', async ({ page, person }) => {
      await page.clock.install();
      await page.goto('/');
      await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await amountIn(dialog, t).fill('8');
      await descriptionIn(dialog, t).fill('x');
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/api/v1/transactions/transaction', async (route) => {
        await held;
        await route.continue();
      });
      await saveIn(dialog).click({ clickCount: 3 });
      await expect(saveIn(dialog)).toHaveText(t('transactions:form.saving'));
      await page.clock.fastForward(30_000);
      await expect(dialog.getByText(t('failures:late'))).toBeVisible();
      release();
      await expect(page.locator('.toast')).toContainText(t('transactions:createSuccess'));
      expect(await countTransactions(person)).toBe(1);
    });

    test.describe('without a connection @once', () => {
      test.use({ provoked: /ERR_INTERNET_DISCONNECTED/ });

      test('keeps what was typed, and saves it afterwards', async ({ page, person, context }) => {
        await page.goto('/');
        const watched = followConnection(page);
        await page.getByRole('link', { name: t('common:addTransaction'), exact: true }).click();
        const dialog = page.getByRole('dialog');
        // Until then the dialog's shell takes input without loading anything.
        await expect(saveIn(dialog)).toBeVisible();
        await amountIn(dialog, t).fill('8');
        await descriptionIn(dialog, t).fill('במטוס');
        await watched();
        await context.setOffline(true);
        const toasts = page.locator('[data-toasts]');
        await expect(toasts).toContainText(t('failures:connection.offline'));
        await saveIn(dialog).click();
        await expect(toasts).toContainText(t('offline:kept'));
        await expect(dialog).toHaveCount(0);
        await expect(page.locator('[data-offline]')).toContainText('במטוס');
        await context.setOffline(false);
        await expect(toasts).not.toContainText(t('failures:connection.offline'));
        await expect(toasts).toContainText(t('offline:sent', { count: 1 }));
        await expect(page.locator('.row-link')).toHaveText(['במטוס']);
        expect(await countTransactions(person)).toBe(1);
      });
    });

    test('scrolls in one place at any size, shows what it opens, and is in the language of the page', async ({
      page,
      person,
    }) => {
      const [filled] = await record(person, [
        { amount: 10, description: 'x', merchant_name: 'y', notes: 'n\n'.repeat(40) },
      ]);
      await page.goto('/transactions');
      const dialog = page.getByRole('dialog');
      const leave = async () => {
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      };
      for (const [width, height] of [
        [1280, 800],
        [360, 640],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const mode of ['add', 'recurring'] as const) {
          await openByEvent(page, mode, {});
          await expect(amountIn(dialog, t)).toBeVisible();
          await dialog.locator('.disclosure > summary', { hasText: t('transactions:form.notes') }).click();
          await expect(dialog.locator('[name=notes]')).toBeVisible();
          const scrolling = await dialog.evaluate((element) =>
            [element, ...element.querySelectorAll('*')].flatMap((part) => {
              if (!/auto|scroll/.test(getComputedStyle(part).overflowY)) return [];
              part.scrollTop = 100_000;
              return part.scrollTop > 0 ? [part.className] : [];
            }),
          );
          expect(scrolling, `${mode} at ${width}`).toEqual([expect.stringContaining('dialog-body')]);
          for (const part of [
            dialog.getByRole('heading').first(),
            dialog.getByRole('button', { name: t('transactions:dialog.close') }),
            saveIn(dialog),
          ])
            await expect(part).toBeInViewport({ ratio: 1 });
          await leave();
        }
      }

      await page.setViewportSize({ width: 800, height: 800 });
      await openByEvent(page, 'add', {});
      await expect(dialog).toHaveAccessibleName(t('transactions:dialog.add'));
      await expect(dialog.getByRole('button', { name: t('transactions:preset.yesterday') })).toBeVisible();
      await expect(dialog).toHaveCSS('direction', language === 'he' ? 'rtl' : 'ltr');
      await dialog.locator('[data-more] > summary').click();
      // Further dates come before the fields that they are not for.
      const first = dialog.locator('[data-more] :is(button, input)').first();
      await expect(first).toHaveText(t('transactions:preset.thisWeek'));
      await expect(dialog.locator('[name=merchant_name]')).toBeInViewport({ ratio: 1 });
      await expect(dialog.locator('[name=time]')).toBeInViewport({ ratio: 1 });
      await leave();

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('link', { name: 'x', exact: true }).click();
      await expect(dialog.locator('[data-more]')).toHaveAttribute('open');
      await expect(amountIn(dialog, t)).toBeFocused();
      await expect(amountIn(dialog, t)).toBeInViewport({ ratio: 1 });
      await leave();

      await page.setViewportSize({ width: 640, height: 320 });
      await openByEvent(page, 'view', { id: filled?.id });
      await expect(dialog.locator('.dialog-body')).toHaveAttribute('tabindex', '0');
    });
  });
});

const amountIn = (dialog: Locator, t: Translate) => dialog.getByLabel(t('transactions:form.amount'));
const descriptionIn = (dialog: Locator, t: Translate) =>
  dialog.getByLabel(t('transactions:form.description'));
const saveIn = (dialog: Locator) => dialog.locator('form .button-primary');
