import { tellLoading } from './loading.ts';
import { toast, toastAfterNavigation } from './toast.ts';

interface Answer {
  data: { authType: string; hasPassword: boolean; hasGoogle: boolean };
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  const card = form instanceof HTMLFormElement && form.closest<HTMLElement>('[data-methods]');
  if (!card || !form.matches('[data-methods-check]')) return;
  event.preventDefault();
  void check(card);
});

/** Asks how somebody can sign in without leaving the page; the card tells what it is about meanwhile. */
async function check(card: HTMLElement): Promise<void> {
  if (card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  tellLoading(true);
  const text = card.querySelector('[data-methods-text]');
  const before = text?.textContent ?? '';
  if (text) text.textContent = card.dataset.loading ?? '';
  try {
    const now = await ask();
    if (now !== card.dataset.methods) return showAnew(card);
    if (text) text.textContent = before;
    toast('success', card.dataset.verified ?? '');
  } catch {
    showFault(card, text);
    toast('error', card.dataset.failed ?? '');
  } finally {
    card.ariaBusy = null;
    tellLoading(false);
  }
}

/** The state of the card as the account has it. @throws Error when there is no good answer */
async function ask(): Promise<string> {
  const answer = await fetch('/api/v1/auth-status/verify');
  if (!answer.ok) throw new Error(String(answer.status));
  const { data }: Answer = await answer.json();
  return data.hasPassword || data.hasGoogle ? data.authType : 'unknown';
}

// What the card says is out of date, unless it could not say anything before.
function showAnew({ dataset }: HTMLElement): void {
  if (dataset.methods === 'error') toastAfterNavigation('success', dataset.verified ?? '');
  else toastAfterNavigation('error', dataset.changed ?? '');
  location.reload();
}

function showFault(card: HTMLElement, text: Element | null): void {
  const { errorName = '', errorText = '', retry = '' } = card.dataset;
  card.dataset.methods = 'error';
  const name = card.closest('section')?.querySelector('[data-methods-name]');
  const button = card.querySelector('[data-methods-check] button');
  if (name) name.textContent = errorName;
  name?.closest('.badge')?.classList.replace('badge-accent', 'badge-warning');
  for (const link of card.querySelectorAll<HTMLElement>('[data-methods-actions] > a')) link.hidden = true;
  if (text) text.textContent = errorText;
  if (button) button.textContent = retry;
}
