import type { PushMessage } from '../push/message.ts';

/** An open page of ours. */
interface Page {
  focused: boolean;
  postMessage(message: unknown): void;
  navigate(path: string): Promise<unknown>;
  focus(): Promise<unknown>;
}

/** The parts of a service worker's global scope used here; the project's page types exclude them. */
export interface Notifying {
  clients: {
    matchAll(which: { type: 'window' }): Promise<Page[]>;
    openWindow(path: string): Promise<unknown>;
  };
  registration: {
    showNotification(title: string, options: NotificationOptions & { data: string }): Promise<void>;
  };
}

/** Shows reminders that the server sent. */
export function showNotification({ registration }: Notifying, message: PushMessage): Promise<void> {
  const { title, body, path, locale } = message;
  return registration.showNotification(title, {
    body,
    data: path,
    lang: locale,
    dir: locale === 'he' ? 'rtl' : 'ltr',
    icon: '/icon-192.png',
  });
}

/** Opens the page of a notification, in a window that is there if possible. */
export async function openNotification({ clients }: Notifying, path: string): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return void (await clients.openWindow(path));
  await page.focus();
  await page.navigate(path);
}
