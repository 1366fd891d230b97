import type { PushMessage } from '../push/message.ts';

/** Shows reminders that the server sent. */
export function showNotification(
  { registration }: Pick<ServiceWorkerGlobalScope, 'registration'>,
  message: PushMessage,
): Promise<void> {
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
export async function openNotification(
  { clients }: Pick<ServiceWorkerGlobalScope, 'clients'>,
  path: string,
): Promise<void> {
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return void (await clients.openWindow(path));
  await page.focus();
  await page.navigate(path);
}
