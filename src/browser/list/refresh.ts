import { fetchPage, isInUse, replaceParts } from '../core/page/fetch-page.ts';

const EVERY_MS = 30_000;
/** Past dates change only when corrected. */
const PAST_EVERY_MS = 600_000;

/** Offers automatic refresh of the visible list; the choice is an account preference. */
export function startRefresh(list: HTMLElement, announce: (text: string) => void): void {
  const offer = list.querySelector<HTMLElement>('[data-list-refresh]');
  if (!offer) return;
  // Text browsers would show a box that is only hidden.
  const box = document.createElement('input');
  box.type = 'checkbox';
  const label = document.createElement('label');
  label.className = 'choice';
  label.append(box, offer.dataset.listRefresh ?? '');
  let timer = 0;
  let checkedAt = Date.now();
  const checkForChanges = () => {
    if (document.hidden || isInUse()) return;
    if (list.querySelector('[data-is-past=true]') && Date.now() - checkedAt < PAST_EVERY_MS) return;
    checkedAt = Date.now();
    refresh(list)
      .then((isNew) => isNew && announce(offer.dataset.announce ?? ''))
      .catch(() => undefined);
  };
  const follow = () => {
    clearInterval(timer);
    if (box.checked) timer = window.setInterval(checkForChanges, EVERY_MS);
  };
  offer.append(label);
  offer.hidden = false;
  box.checked = offer.dataset.refreshOn === 'true';
  follow();
  box.addEventListener('change', () => {
    follow();
    save(box.checked).catch(() => undefined);
  });
}

// Without an answer the choice lasts until the page is left.
async function save(isOn: boolean): Promise<void> {
  const { api } = await import('../core/request/api-client.ts');
  const preferences = { auto_refresh: isOn ? 'on' : 'off' };
  await api('/users/profile', { method: 'PUT', body: { preferences } });
}

/** Returns whether the list has changed. */
async function refresh(list: HTMLElement): Promise<boolean> {
  const address = location.href;
  const { document: page, ok } = await fetchPage(address);
  // The person may have opened another list meanwhile.
  if (!ok || address !== location.href || list.ariaBusy === 'true') return false;
  return wordsOf(page) !== wordsOf(list) && replaceParts(list, page, true);
}

function wordsOf(from: ParentNode): string {
  return [...from.querySelectorAll('.totals, .data-table')].map((part) => part.textContent).join();
}
