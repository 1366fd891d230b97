import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { readAmount } from '../../src/domain/amount-text.ts';
import type { Preferences } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { expect, test } from '../support/browser.ts';
import type { Person } from '../support/people.ts';
import { setProfile } from '../support/people.ts';

const NOTATIONS: Pick<Preferences, 'decimal_separator' | 'thousand_separator'>[] = [
  { decimal_separator: '.', thousand_separator: ',' },
  { decimal_separator: ',', thousand_separator: '.' },
];

/** A mark decides whether these are a tenth, or ten times as much. */
const TELLING = [
  '12,5',
  '12.5',
  '0,99',
  '0,990',
  '1,234',
  '1.200',
  '1,200',
  '12.500',
  '1e3',
  '1.2.3',
  '₪1,234.567',
  '1.234,50',
  'abc',
];

const randomKeys = fc.array(
  fc.constantFrom(...'0123456789', ...'.,.,.,', ...'-e₪', 'Backspace', 'ArrowLeft', 'Home', 'End'),
  { minLength: 1, maxLength: 9 },
);

const t = translator('en');

test.describe('an amount', { tag: '@javascript' }, () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  for (const notation of NOTATIONS) {
    test(`means the same in any way, with ${notation.decimal_separator}`, async ({ page, person }) => {
      await setProfile(person, { preferences: notation });
      await page.goto('/transactions/new');
      const amount = page.getByLabel(t('transactions:form.amount'));
      // The initial focus loads nothing.
      await amount.press('Shift');
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);

      const expectMeaning = async (outcome: Outcome, message: string) => {
        await amount.blur();
        if (outcome.refused) await expect(page.locator('#amount-error'), message).toHaveText(outcome.refused);
        else await expect(page.locator('#amount-error'), message).toHaveCount(0);
        const shown = readAmount(await amount.inputValue(), { ...notation, currency: 'ILS' });
        expect('minor' in shown ? shown.minor : undefined, message).toBe(outcome.minor);
        await amount.fill('');
      };

      const seed = Number(process.env.FUZZ_SEED ?? 1);
      const samples = [...TELLING.map((text) => [...text]), ...fc.sample(randomKeys, { numRuns: 4, seed })];
      for (const keys of samples) {
        await amount.focus();
        for (const key of keys) {
          if (key.length > 1) await page.keyboard.press(key);
          else await page.keyboard.type(key);
        }
        const text = textOf(keys);
        const message = `${keys.join(' ')} (seed ${seed})`;
        await expect(amount, message).toHaveValue(text);
        if (!text) continue;
        const outcome = await post(page, person, text);
        await expectMeaning(outcome, message);
        await paste(page, text);
        await expectMeaning(outcome, `${message}, pasted`);
      }
    });
  }

  test('that comes without a key wakes the form and stays', async ({ page }) => {
    await page.goto('/transactions/new');
    const amount = page.getByLabel(t('transactions:form.amount'));
    await expect(amount).toBeFocused();
    await expect(page.locator('astro-island[ssr]')).toHaveCount(1);
    // As the mouse menu pastes, and a browser fills in.
    await page.keyboard.insertText('12.50');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await expect(amount).toHaveValue('12.50');
  });

  test('is shown in the person’s own notation once it is pasted or left', async ({ page }) => {
    await page.goto('/transactions/new');
    const amount = page.getByLabel(t('transactions:form.amount'));
    await amount.press('Shift');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    for (const [text, shown] of [
      ['₪1,234.50', '1234.50'],
      ['1.234,50', '1234.50'],
      ['1.2.3', '1.2.3'],
      ['Total: ₪1,234.50 incl. VAT', '1234.50'],
      ['סה״כ 45.90 ש״ח', '45.90'],
      ['₪ 1,234.567 abc', '₪ 1,234.567 abc'],
      ['Invoice 12: 45.90', 'Invoice 12: 45.90'],
    ] as const) {
      await amount.fill('');
      await paste(page, text);
      await expect(amount).toHaveValue(shown);
    }
    await amount.fill('');
    await page.keyboard.type('12,5');
    await expect(amount).toHaveValue('12,5');
    await page.keyboard.press('Tab');
    await expect(amount).toHaveValue('12.5');
    await expect(page.getByRole('region', { name: t('transactions:summary.title') })).toContainText('12.50');
  });
});

interface Outcome {
  /** The saved amount in minor units. */
  minor?: number;
  refused?: string;
}

/** As a browser without scripts does. */
async function post(page: Page, person: Person, amount: string): Promise<Outcome> {
  const form = {
    _csrf: await page.locator('[name=_csrf]').first().inputValue(),
    type: 'expense',
    amount,
    description: 'Posted',
    date: await page.locator('#date').inputValue(),
  };
  const headers = { origin: person.url };
  const answer = await page.request.post('/transactions/new', { form, headers, maxRedirects: 0 });
  if (answer.status() !== 303) {
    const [, refused] = /id="amount-error">([^<]*)</.exec(await answer.text()) ?? [];
    return { refused: refused ?? `${answer.status()}` };
  }
  const path = '/transactions?status=any&limit=1';
  const { transactions } = await askApi<{ transactions: { amount: number }[] }>(person, 'GET', path);
  const [recent] = transactions;
  return { minor: Math.round((recent?.amount ?? 0) * 100) };
}

async function paste(page: Page, text: string): Promise<void> {
  await page.locator('#amount').focus();
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press('ControlOrMeta+V');
}

/** The text that the keys leave in an empty field without formatting. */
function textOf(keys: string[]): string {
  let [before, after] = ['', ''];
  for (const key of keys) {
    if (key === 'Backspace') before = before.slice(0, -1);
    else if (key === 'ArrowLeft') [before, after] = [before.slice(0, -1), before.slice(-1) + after];
    else if (key === 'Home') [before, after] = ['', before + after];
    else if (key === 'End') [before, after] = [before + after, ''];
    else before += key;
  }
  return before + after;
}
