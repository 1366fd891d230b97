import { formRequest } from '../core/forms/send.ts';
import { fetchPage } from '../core/page/fetch-page.ts';

const PAUSE = 300;

/**
 * Updates the `[data-live-part]` parts from the page that the form leads to; `show` gets its address.
 * @returns a function that asks after a pause in ms
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
      // Typed values stay, and the form's own button can ask again.
    }
  }

  function follow(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(formRequest(form).address), pause);
  }

  form.addEventListener('input', () => follow(PAUSE));
  // Submitting the form reloads everything.
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
  });
  return follow;
}

// Keeps the element of a result: screen readers announce changes only in one that existed before.
function replaceParts(place: ParentNode, page: Document): void {
  for (const part of place.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const fresh = page.querySelector(`[data-live-part=${part.dataset.livePart}]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  }
}

/** Converts while a person types, and swaps at once. `show` gets the address of what is shown. */
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
