import type { Page } from '@playwright/test';
import { plusDays } from '../../src/domain/calendar.ts';
import { askApi } from './ask-api.ts';
import { expect } from './browser.ts';
import type { Person } from './people.ts';
import { rest, sendUnchecked } from './screens.ts';
import { TODAY } from './today.ts';
import { repeat } from './transactions.ts';

/** Visits the recurring manager, including refused forms; yields the name of each screen. */
export async function* recurringScreens(page: Page, person: Person): AsyncGenerator<string> {
  await page.goto('/recurring');
  yield 'the empty recurring manager';
  const itemPath = `/recurring/${await furnishRecurring(person)}`;
  for (const path of [
    '/recurring',
    '/recurring/calendar?view=months',
    '/recurring/calendar?view=list',
    itemPath,
    `${itemPath}/pause`,
  ]) {
    await page.goto(path);
    yield path;
  }
  for (const path of [`${itemPath}/skip`, `${itemPath}/delete`]) {
    await page.goto(path);
    await sendUnchecked(page);
    yield `${path}, refused`;
  }
  await page.goto(itemPath);
  await page.locator('form[action$="/skip"] button').first().click();
  await expect(page.locator('.flash, .toast')).toBeVisible();
  await rest(page);
  yield 'the message after a skip';
  yield* wizardScreens(page, itemPath);
}

/** The wizard's steps as the server renders them, including refused and stale forms. */
async function* wizardScreens(page: Page, itemPath: string): AsyncGenerator<string> {
  await page.goto('/recurring/new');
  await sendUnchecked(page);
  await expect(page.locator('.error-summary')).toBeVisible();
  yield 'the wizard, refused';
  await page.goto(`${itemPath}/edit`);
  yield 'the wizard with a template';
  // Again, because an island that loads would look for the rows that were thinned out.
  await page.goto(`${itemPath}/edit`);
  await page.locator('#amount').fill('7');
  await sendUnchecked(page);
  await expect(page.locator('#scope')).toBeVisible();
  yield 'the preview of a change';
  await page.locator('form.wizard').evaluate((form: HTMLFormElement) => {
    const stale = { basedOn: '2000-01-01T00:00:00.000Z', step: 'save' };
    for (const [name, value] of Object.entries(stale)) {
      form.querySelector(`[type=hidden][name=${name}]`)?.remove();
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
  });
  await sendUnchecked(page);
  await expect(page.locator('.versions')).toBeVisible();
  yield 'the wizard with a template that was changed elsewhere';
}

/** One with long texts in both scripts, a skipped and an edited date, and weekly, yearly, ended and paused ones. */
async function furnishRecurring(person: Person): Promise<string> {
  const long = await repeat(person, {
    name: `חימום Supercalifragilisticexpialidocious ${'x'.repeat(40)}`,
    description: 'דלק לתנור',
    notes: 'x'.repeat(80),
    amount: 1_000_000,
    interval_type: 'daily',
    interval: 25,
    start_date: plusDays(TODAY, -50),
  });
  const weekly = { name: 'Salary', type: 'income', amount: 999_999.99, interval_type: 'weekly' };
  await repeat(person, { ...weekly, start_date: TODAY });
  await repeat(person, {
    name: 'Late',
    amount: 1,
    interval_type: 'yearly',
    start_date: '2024-02-29',
  });
  const ended = { end_type: 'occurrences', max_occurrences: 1, start_date: plusDays(TODAY, -40) };
  await repeat(person, { name: 'Ended', amount: 2, ...ended });
  const paused = await repeat(person, { name: 'Paused', amount: 3, start_date: TODAY });
  const ask = <Data>(method: string, path: string, body?: unknown) =>
    askApi<Data>(person, method, `/transactions${path}`, body);
  await ask('POST', `/templates/${paused}/stop`);
  await ask('POST', `/templates/${long}/skip`, { dates: [plusDays(TODAY, 25)] });
  const { upcoming } = await ask<{ upcoming: { id: string }[] }>('GET', `/templates/${long}`);
  await ask('PUT', `/expense/${upcoming[0]?.id}`, { amount: 99 });
  return long;
}
