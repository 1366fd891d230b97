import { expect, test } from 'vitest';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { translator } from '../../src/i18n/translate.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { record } from '../support/transactions.ts';

const server = declareOwnedServer();
const { date: today } = localNow(new Date(), 'UTC');
const t = translator('en');

function uncategorizedIn(html: string): { count: number; href: string } {
  const [, href = '', count] =
    new RegExp(
      `<dt>${t('common:noCategory')}</dt>\\s*<dd[^>]*>\\s*<a [^>]*href="([^"]+)">\\s*<bdi>(\\d+)`,
    ).exec(html) ?? [];
  return { count: Number(count), href: href.replaceAll('&amp;', '&') };
}

test('the number without a category leads to as many, also where not all of 90 days is checked', async () => {
  const { person, browser } = await createNewcomer(server, { language_preference: 'en' });
  const entry = (days: number) => ({ amount: 5, description: 'Tea', date: plusDays(today, -days) });
  await record(person, [entry(1), entry(20), entry(80), entry(300)]);
  const few = uncategorizedIn((await browser.open('/transactions/insights')).html);
  expect(few.count).toBe(3);
  const listed = async (href: string) =>
    Number(/data-announce="(?:\d+ to \d+ of )?(\d+) /.exec((await browser.open(href)).html)?.[1]);
  expect(await listed(few.href)).toBe(3);

  const category = await firstExpenseCategory();
  await record(
    person,
    Array.from({ length: 210 }, (_, at) => ({ ...entry(at % 30), categoryId: category })),
  );
  const many = uncategorizedIn((await browser.open('/transactions/insights')).html);
  expect(many.count).toBe(2);
  expect(await listed(many.href)).toBe(2);

  async function firstExpenseCategory(): Promise<string> {
    const answer = await fetch(`${server.url}/api/v1/categories?type=expense`, {
      headers: { authorization: `Bearer ${person.accessToken}` },
    });
    const { data } = (await answer.json()) as { data: { categories: { id: string }[] } };
    return data.categories[0]?.id ?? '';
  }
});
