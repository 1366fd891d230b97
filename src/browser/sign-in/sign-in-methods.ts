import { toast } from '../core/notices/toast.ts';

interface Methods {
  authType: string;
  hasPassword: boolean;
  hasGoogle: boolean;
  hasOidc: boolean;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  const card = form instanceof HTMLFormElement && form.closest<HTMLElement>('[data-methods]');
  if (!card || !form.matches('[data-methods-check]')) return;
  event.preventDefault();
  void check(card, form);
});

async function check(card: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (card.ariaBusy === 'true') return;
  card.ariaBusy = 'true';
  const text = card.querySelector('[data-methods-text]');
  const before = text?.textContent ?? '';
  if (text) text.textContent = card.dataset.loading ?? '';
  try {
    // The card is out of date: reload the page, with a message.
    if ((await ask()) !== card.dataset.methods) return form.submit();
    if (text) text.textContent = before;
    toast('success', card.dataset.verified ?? '');
  } catch {
    showError(card, text);
    toast('error', card.dataset.failed ?? '');
  } finally {
    card.ariaBusy = null;
  }
}

/** The sign-in methods of the account. @throws Error when they cannot be fetched */
async function ask(): Promise<string> {
  // Loaded on demand: most people only read the card.
  const { api } = await import('../core/request/api-client.ts');
  const data = await api<Methods>('/auth-status/verify', { background: true });
  return data.hasPassword || data.hasGoogle || data.hasOidc ? data.authType : 'unknown';
}

function showError(card: HTMLElement, text: Element | null): void {
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
