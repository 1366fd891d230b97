import type { DataVersionKey } from '../stores/data-version.ts';
import { fetchPage, showLoading } from './fetch-page.ts';
import { showChanges } from './show-changes.ts';
import type { Toast } from './toast.ts';

const VERSION_KEY: DataVersionKey = 'data-version';

/**
 * Sends a form and shows its answer: the parts of this page that have changed, and the message as a notice with its
 * undo. An answer that is another page, such as a question, is opened.
 */
export async function sendInPlace(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (form.ariaBusy === 'true') return;
  form.ariaBusy = 'true';
  showLoading(true);
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  const menu = form.closest<HTMLDetailsElement>('details[data-menu]') ?? submitter?.closest('details');
  const opener = menu?.querySelector('summary') ?? submitter;
  try {
    const answer = await fetchPage(form.action, { method: 'post', body });
    localStorage.setItem(VERSION_KEY, String(Math.random()));
    if (!answer.ok || answer.url !== location.href.replace(/#.*/, '')) return location.assign(answer.url);
    if (menu) menu.open = false;
    opener?.focus();
    await showChanges({ notice: noticeIn(answer.document), opener, answer });
  } catch {
    // The browser's own error page is the clearest.
    location.reload();
  } finally {
    form.ariaBusy = null;
    showLoading(false);
  }
}

function noticeIn(page: Document): Toast | undefined {
  const flash = page.querySelector('.flash');
  if (!flash) return undefined;
  const kind =
    (['success', 'error', 'info'] as const).find((one) => flash.matches(`.flash-${one}`)) ?? 'info';
  const undoId = flash.querySelector<HTMLInputElement>('[name=undo_id]')?.value;
  return { kind, text: flash.querySelector('p')?.textContent?.trim() ?? '', undoId };
}
