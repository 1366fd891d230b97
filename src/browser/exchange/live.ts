import { fetchPage } from '../in-place/fetch-page.ts';

/** How long a person has stopped typing before the amount is converted, in ms. */
const PAUSE = 300;

/**
 * Converts while somebody types: the parts of the calculator, `[data-live-part]`, follow its form. `show` gets the
 * address of what is shown.
 */
export function followCalculator(place: HTMLElement, show: (address: string) => void): void {
  const form = place.querySelector<HTMLFormElement>('form[data-live]');
  if (!form) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  async function convert(address: string): Promise<void> {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      const { document: page, ok } = await fetchPage(address, { signal });
      if (!ok || signal.aborted) return;
      replaceParts(place, page);
      show(address);
    } catch {
      // What was typed stays, and the button converts it.
    }
  }

  function follow(form: HTMLFormElement, pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void convert(addressOf(form)), pause);
  }

  form.addEventListener('input', () => follow(form, PAUSE));
  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[name=swap]');
    const [from, to] = form.querySelectorAll('select');
    if (!button || !from || !to) return;
    event.preventDefault();
    [from.value, to.value] = [to.value, from.value];
    follow(form, 0);
  });
  // What is sent shows everything anew.
  form.addEventListener('submit', () => {
    clearTimeout(timer);
    running?.abort();
  });
}

function addressOf(form: HTMLFormElement): string {
  const address = new URL(form.action);
  address.search = String(
    new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, `${value}`])),
  );
  return address.href;
}

// The place of a result stays: screen readers read only what changes inside one that was there before.
function replaceParts(place: HTMLElement, page: Document): void {
  for (const part of place.querySelectorAll<HTMLElement>('[data-live-part]')) {
    const fresh = page.querySelector(`[data-live-part=${part.dataset.livePart}]`);
    if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes);
  }
}
