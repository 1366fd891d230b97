import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import { openByEvent } from '../support/forms.ts';
import { inEachLanguage } from '../support/languages.ts';
import type { Person } from '../support/people.ts';
import { countTransactions, record } from '../support/transactions.ts';

inEachLanguage(({ t }) => {
  test.describe('two browsers edit the same transaction in the dialog', {
    tag: ['@javascript', '@once'],
  }, () => {
    test.use({ provoked: /409|404/ });

    test('the second sees both versions, and can overwrite one', async ({ page, person }) => {
      const id = await recordOne(person);
      const dialog = await openDialog(page);
      await changeElsewhere(person, id, { description: 'אחרי after' });
      await dialog.locator('[name=amount]').fill('99.05');
      await dialog.locator('form .button-primary').click();
      const notice = dialog.getByRole('region', { name: t('transactions:conflict.changedTitle') });
      await expect(notice).toBeFocused();
      await expectVersions(notice, t);
      await dialog.locator('[name=amount]').fill('98.05');
      await expect(notice.getByRole('cell', { name: '₪98.05' })).toBeVisible();
      await dialog.getByRole('button', { name: t('transactions:conflict.saveMine') }).click();
      await expect(page.locator('.toast')).toContainText(t('transactions:updateSuccess'));
      await expect(page.locator('.row-link')).toHaveText(['לפני before']);
      // Closing takes its entry out of the history, which would break off the next navigation.
      await expect(dialog).toHaveCount(0);
      await page.goto(`/transactions/${id}/edit`);
      await expect(page.locator('#amount')).toHaveValue('98.05');
    });

    test('the second can take over a version of another type', async ({ page, person }) => {
      const id = await recordOne(person);
      const dialog = await openDialog(page);
      await changeElsewhere(person, id, { type: 'income' });
      await dialog.locator('[name=amount]').fill('99.05');
      await dialog.locator('form .button-primary').click();
      await dialog.getByRole('link', { name: t('transactions:conflict.take') }).click();
      await expect(dialog.locator('.conflict')).toHaveCount(0);
      await expect(dialog.getByLabel(t('transactions:form.income'))).toBeChecked();
      await expect(dialog.locator('form [name=amount]')).toHaveValue('10.00');
    });

    test('who deletes what was changed since sees the changes', async ({ page, person }) => {
      const id = await recordOne(person);
      await page.goto('/transactions');
      await openByEvent(page, 'delete', { id });
      const dialog = page.getByRole('dialog');
      const remove = dialog.getByRole('button', {
        name: t('transactions:dialog.deleteAction'),
        exact: true,
      });
      await expect(remove).toBeVisible();
      await changeElsewhere(person, id, { description: 'אחרי after' });
      await remove.click();
      const notice = dialog.getByRole('region', { name: t('transactions:conflict.deletionTitle') });
      await expect(notice).toBeFocused();
      await expect(notice.getByRole('cell')).toHaveText(['אחרי after', 'לפני before']);
      await expect(dialog).not.toContainText(t('errors:CONFLICT'));
      await dialog.getByRole('button', { name: t('transactions:conflict.deleteAnyway') }).click();
      await expect(page.locator('.toast')).toContainText('אחרי after');
      expect(await countTransactions(person)).toBe(0);
    });

    test('a transaction deleted in the meantime can be saved as a new one', async ({ page, person }) => {
      const id = await recordOne(person);
      const dialog = await openDialog(page);
      await askApi(person, 'DELETE', `/transactions/expense/${id}`);
      await dialog.locator('[name=amount]').fill('99.05');
      await dialog.locator('form .button-primary').click();
      await expect(dialog.locator('.conflict')).toContainText(t('transactions:conflict.goneTitle'));
      await expect(dialog.locator('[name=amount]')).toHaveValue('99.05');
      await dialog.getByRole('button', { name: t('transactions:conflict.saveAsNew') }).click();
      await expect(page.locator('.toast')).toContainText(t('transactions:createSuccess'));
      await expect.poll(() => countTransactions(person)).toBe(1);
    });
  });
});

async function recordOne(person: Person): Promise<string> {
  const [recorded] = await record(person, [{ amount: 10, description: 'לפני before' }]);
  return recorded?.id ?? '';
}

const changeElsewhere = (person: Person, id: string, changes: object) =>
  askApi(person, 'PUT', `/transactions/expense/${id}`, changes);

async function openDialog(page: Page): Promise<Locator> {
  await page.goto('/transactions');
  await page.getByRole('link', { name: 'לפני before', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('form [name=amount]')).toHaveValue('10.00');
  return dialog;
}

async function expectVersions(notice: Locator, t: Translate): Promise<void> {
  for (const [field, theirs, mine] of [
    [t('transactions:form.description'), 'אחרי after', 'לפני before'],
    [t('transactions:form.amount'), '₪10.00', '₪99.05'],
  ] as const) {
    const row = notice.getByRole('row', { name: field });
    await expect(row.getByRole('cell')).toHaveText([theirs, mine]);
  }
}
