import type { Page } from '@playwright/test';
import { writeMail } from '../../src/mail/messages.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { signIn } from '../support/people.ts';
import { makeCategory, record, repeat } from '../support/transactions.ts';

/** The longest names, without a space. */
const NAMES = [
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
  'אבגדהוזחטיכלמנסעפצקרשת'.repeat(5).slice(0, 100),
];

inEachLanguage(({ language }) => {
  test('a long name fits everywhere @javascript @once', async ({
    page,
    login,
    owner,
    person: member,
    server,
  }) => {
    const { db } = await server.database();
    const [first_name, last_name] = language === 'he' ? NAMES.toReversed() : NAMES;
    await db.updateTable('users').set({ first_name, last_name }).where('id', '=', member.id).execute();
    // Recorded in the log.
    await signIn(server, member);
    await expectWithin(page, ['/', '/transactions', '/profile', '/setup/1']);
    await login(owner);
    await expectWithin(page, [
      '/admin',
      '/admin/users',
      '/admin/activity',
      `/admin/users/${member.id}`,
      `/admin/users/${member.id}/block`,
    ]);
  });

  test('other long names fit at every width @javascript @once', async ({ page, person: member }) => {
    const [latin = '', hebrew = ''] = NAMES;
    const categoryId = await makeCategory(member, { name: hebrew });
    const long = { amount: 1200, description: latin, merchant_name: hebrew, categoryId };
    await record(member, [long, long]);
    await repeat(member, { ...long, name: latin });
    const paths = [
      ...['/transactions', '/transactions?status=upcoming', '/transactions/insights'],
      ...['/analytics', '/analytics/spending', '/analytics/cash-flow'],
    ];
    for (const path of [...paths, '/setup/3']) {
      await page.goto(path);
      for (const width of [320, 700, 900, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        await expectNoSidewaysScroll(page);
      }
    }
  });

  test('a long name stays within a mail on a phone @javascript', async ({ page, server }) => {
    const [firstName = ''] = language === 'he' ? NAMES.toReversed() : NAMES;
    const about = { locale: language, firstName, siteName: 'Pruta' };
    await page.setViewportSize({ width: 320, height: 700 });
    await page.setContent(writeMail('verification', { ...about, link: `${server.url}/verify-email/x` }).html);
    await expect(page.locator('body')).toContainText(firstName);
    await expectNoSidewaysScroll(page);
  });
});

async function expectWithin(page: Page, paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const path of paths) {
    await page.goto(path);
    for (const standard of [16, 32]) {
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard - 3 } });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 700 });
        // Anew, because a menu is placed for the screen on which it opens.
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.removeAttribute('open');
        });
        // Again, because a menu is placed a moment after it opened, and a drawer is closed a moment after a new width.
        await expect
          .poll(() => namesRunningOver(page), `${path}, ${width} pixels, text of ${standard}`)
          .toEqual([]);
        await expectNoSidewaysScroll(page);
      }
    }
  }
}

/** Opens every menu and returns the elements whose name overflows the screen or the box around it. */
function namesRunningOver(page: Page): Promise<string[]> {
  return page.evaluate((names) => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const over: string[] = [];
    const range = document.createRange();
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      const box = element?.closest(':not(bdi)')?.getBoundingClientRect();
      if (!element || !box || !names.some((name) => textContent?.includes(name))) continue;
      range.selectNodeContents(texts.currentNode);
      const rows = [...range.getClientRects()].filter(({ width }) => width > 1);
      const start = Math.max(0, box.left) - 1;
      const end = Math.min(innerWidth, box.right) + 1;
      if (rows.some(({ left, right }) => left < start || right > end))
        over.push(
          `${element.tagName} of ${element.parentElement?.className}: ${rows.at(0)?.right} of ${end}`,
        );
    }
    return over;
  }, NAMES);
}
