import { expect, test } from 'vitest';
import { openNotification, showNotification } from '../../src/worker/notifications.ts';

/** As much of a browser as notifications need, which headless ones do not show. */
function browser(open: string[]) {
  const did: unknown[] = [];
  const pages = open.map((page) => ({
    focused: false,
    postMessage: () => undefined,
    focus: async () => did.push(['focus', page]),
    navigate: async (path: string) => did.push(['navigate', page, path]),
  }));
  const scope = {
    clients: { matchAll: async () => pages, openWindow: async (path: string) => did.push(['open', path]) },
    registration: {
      showNotification: async (title: string, options: object) => void did.push([title, options]),
    },
  };
  return { ...(scope as unknown as ServiceWorkerGlobalScope), did };
}

test.each([
  ['en', 'ltr'],
  ['he', 'rtl'],
] as const)('a reminder in %s is shown in its direction', async (locale, dir) => {
  const scope = browser([]);
  await showNotification(scope, { title: 'Pruta', body: 'שכירות: ₪4,000', path: '/recurring', locale });
  const options = { body: 'שכירות: ₪4,000', data: '/recurring', lang: locale, dir, icon: '/icon-192.png' };
  expect(scope.did).toEqual([['Pruta', options]]);
});

test('pressed, it opens its page in a window that is there, or in a new one', async () => {
  const none = browser([]);
  await openNotification(none, '/recurring');
  expect(none.did).toEqual([['open', '/recurring']]);
  const two = browser(['first', 'second']);
  await openNotification(two, '/recurring');
  expect(two.did).toEqual([
    ['focus', 'first'],
    ['navigate', 'first', '/recurring'],
  ]);
});
