import type { Page } from '@playwright/test';
import { localNow, plusDays } from '../../src/domain/calendar.ts';
import { expect, test } from '../support/browser.ts';
import { inEachLanguage } from '../support/languages.ts';
import { recordExamples } from '../support/screens.ts';
import { record } from '../support/transactions.ts';

// A small window with large zoom: 1280 × 1024 at 400 %, and 1280 × 900 at 200 %.
const SIZES = [
  { width: 320, height: 256 },
  { width: 640, height: 450 },
];

const PATHS = ['/', '/transactions', '/analytics', '/profile', '/transactions/new'];

inEachLanguage(() => {
  for (const size of SIZES)
    test(`nothing lies over what has the focus, in either direction, at ${size.width} × ${size.height}`, async ({
      page,
      person,
    }) => {
      await recordExamples(person);
      // With two months, Home has a chart of them and their lowest balance.
      const { date: today } = localNow(new Date(), 'Asia/Jerusalem');
      await record(person, [{ amount: 5, date: plusDays(today, -40) }]);
      await page.setViewportSize(size);
      const faults: string[] = [];
      for (const path of PATHS) {
        await page.goto(path);
        for (const key of ['Tab', 'Shift+Tab'])
          faults.push(...(await walk(page, key)).map((fault) => `${path} ${key}: ${fault}`));
      }
      expect(faults).toEqual([]);
    });
});

inEachLanguage(() => {
  for (const size of SIZES)
    test(`no tab of the administration is cut off where it has the focus, at ${size.width} × ${size.height}`, async ({
      page,
      login,
      owner,
    }) => {
      await login(owner);
      await page.setViewportSize(size);
      const faults: string[] = [];
      for (const path of ['/admin', '/admin/activity', '/admin/settings']) {
        await page.goto(path);
        for (const key of ['Tab', 'Shift+Tab'])
          faults.push(...(await walk(page, key)).map((fault) => `${path} ${key}: ${fault}`));
      }
      expect(faults).toEqual([]);
    });
});

const MOST_STOPS = 400;

/** Walks from one end of the page to the other, and finds the stops that are covered or out of view. */
async function walk(page: Page, key: string): Promise<string[]> {
  const faults: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(coverOf);
    if (!stop) return faults;
    if (stop.cover) faults.push(`${stop.name} under ${stop.cover}`);
  }
  throw new Error('The focus never left the page.');
}

function coverOf(): { name: string; cover: string | null } | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const name = `${element.localName} ${element.id || element.className} ${element.textContent?.trim().slice(0, 30)}`;
  // What does not fit into the window beside what is kept free at its edges cannot be seen as a whole.
  const isWhole = element.getBoundingClientRect().height < innerHeight - 120;
  for (const { left, right, top, bottom } of element.getClientRects()) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const [aside, above] = [Math.min(4, x - left), Math.min(4, y - top)];
    // The middle of the box and of each side: its corners may be round.
    const points = [
      [x, y],
      [left + aside, y],
      [right - aside, y],
      [x, top + above],
      [x, bottom - above],
    ] as const;
    for (const [x, y] of points) {
      const isOut = x < 0 || y < 0 || x > innerWidth || y > innerHeight;
      if (isOut && isWhole)
        return { name, cover: `the edge of the window, at ${Math.round(x)}, ${Math.round(y)}` };
      const over = document.elementFromPoint(x, y);
      // Within a field there may be a button of its own.
      const isOwn = element.matches('input') && element.parentElement?.contains(over);
      if (over && !element.contains(over) && !over.contains(element) && !isOwn)
        return {
          name,
          cover: `${over.localName} ${over.className}, at ${Math.round(x)}, ${Math.round(y)}`,
        };
    }
  }
  return { name, cover: null };
}
