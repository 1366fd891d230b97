import type { Toast } from './toast.ts';

interface Answer {
  data: { authType: string; hasPassword: boolean; hasGoogle: boolean };
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  const card = form instanceof HTMLFormElement && form.closest<HTMLElement>('[data-methods]');
  if (!card || !form.matches('[data-methods-check]')) return;
  event.preventDefault();
  void check(card, form);
});

/** Asks how somebody can sign in without leaving the page; the card tells what it is about meanwhile. */
async function check(card: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  const text = card.querySelector('[data-methods-text]');
  const before = text?.textContent ?? '';
  if (text) text.textContent = card.dataset.loading ?? '';
  try {
    // What the card shows is not what is so: the page has to be made anew, and says so.
    if ((await ask()) !== card.dataset.methods) return form.submit();
    if (text) text.textContent = before;
    say({ kind: 'success', text: card.dataset.verified ?? '' });
  } catch {
    showFault(card, text);
    say({ kind: 'error', text: card.dataset.failed ?? '' });
  } finally {
    card.ariaBusy = null;
  }
}

/** The state of the card as the account has it. @throws Error when there is no good answer */
async function ask(): Promise<string> {
  const answer = await fetch('/api/v1/auth-status/verify');
  if (!answer.ok) throw new Error(String(answer.status));
  const { data }: Answer = await answer.json();
  return data.hasPassword || data.hasGoogle ? data.authType : 'unknown';
}

// The event itself: a file shared with the dialog would be one more for everybody to load.
function say(detail: Toast): void {
  dispatchEvent(new CustomEvent('toast', { detail }));
}

function showFault(card: HTMLElement, text: Element | null): void {
  const { errorName = '', errorText = '', retry = '' } = card.dataset;
  card.dataset.methods = 'error';
  const name = card.closest('section')?.querySelector('[data-methods-name]');
  const button = card.querySelector('[data-methods-check] button');
  name?.closest('.badge')?.classList.replace('badge-accent', 'badge-warning');
  for (const link of card.querySelectorAll<HTMLElement>('[data-methods-actions] > a')) link.hidden = true;
  if (name) name.textContent = errorName;
  if (text) text.textContent = errorText;
  if (button) button.textContent = retry;
}
