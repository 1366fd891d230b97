import { requestOf } from '../core/forms/send.ts';
import { fetchPage } from '../core/page/fetch-page.ts';

const PAUSE = 300;

/**
 * Keeps what a form shows up to date while it is filled in: the parts of a place, `[data-live-part]`, follow the page that
 * the form leads to. `show` gets the address of what is shown.
 * @returns asks at once, or after a pause in ms
 */
export function followForm(
  form: HTMLFormElement,
  place: ParentNode,
  show: (address: string) => void,
): (pause: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function ask(address: string): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const { document: page, ok } = await fetchPage(address, { signal });
      if (!ok || signal.aborted) return;
      replaceParts(place, page);
      show(address);
    } catch {
      // What was typed stays, and the form's own button asks again.
    }
  }

  function follow(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(requestOf(form).address), pause);
  }

  form.addEventListener('input', () => follow(PAUSE));
  // What is sent shows everything anew.
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
  });
  return follow;
}

// The place of a result stays: screen readers read only what changes inside one that was there before.
function replaceParts(place: ParentNode, page: Document): void {
  for (const part of place.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const fresh = page.querySelector(`[data-live-part=${part.dataset.livePart}]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  }
}

/** Converts while somebody types, and swaps at once. `show` gets the address of what is shown. */
export function followCalculator(place: HTMLElement, show: (address: string) => void): void {
  const form = place.querySelector<HTMLFormElement>('form[data-live]');
  if (!form) return;
  const follow = followForm(form, place, show);
  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[name=swap]');
    const [from, to] = form.querySelectorAll('select');
    if (!button || !from || !to) return;
    event.preventDefault();
    [from.value, to.value] = [to.value, from.value];
    follow(0);
  });
}
