import { amountStyle, readAmount } from '../../../domain/amount-text.ts';
import { toDecimal } from '../../../domain/money.ts';
import { INPUTS } from '../../../domain/transactions/fields.ts';
import { type DialogTransaction, settingsOf } from '../page/dialog-settings.ts';
import type { Act, SentFields } from './entry.ts';
import { keep } from './queue.ts';
import { element } from './show.ts';
import { offlineTexts } from './texts.ts';

export { startQueue } from './queue.ts';

/**
 * Keeps what the form of a page asks for, because it could not be sent: a transaction that is added, changed or deleted. Its
 * page says so in the form's place. What else belongs to it, a new category or the rest of a series, only the server knows:
 * that is not kept.
 * @param mayHaveArrived whether it was sent, and only the answer is missing
 * @returns whether it is kept
 */
export async function keepForm(form: HTMLFormElement, mayHaveArrived: boolean): Promise<boolean> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  if (text('newCategoryName') || !['', 'single'].includes(text('scope'))) return false;
  const act = actOf(form.dataset, data);
  if (!act) return false;
  // Sent before, an addition is sent again under its key. A change has its version.
  const key = (act.kind === 'add' && text('_key')) || undefined;
  const sentAt = act.kind === 'add' && mayHaveArrived ? Date.now() : undefined;
  if (!(await keep({ act, key, sentAt, about: aboutOf(form.dataset) }))) return false;
  // Where it was not loaded, there is no draft.
  import('../drafts/follow.ts').then(({ forgetAt }) => forgetAt(form.action)).catch(() => undefined);
  replace(form, (await offlineTexts())('offline:kept'));
  return true;
}

function actOf(dataset: DOMStringMap, data: FormData): Act | undefined {
  const about = aboutOf(dataset);
  if (about) return { kind: 'delete', target: about };
  const body = bodyIn(data);
  if (!body) return undefined;
  // What a form changes is `<type>/<id>`; it is empty for a new transaction.
  const [type, id] = (dataset.keeps ?? '').split('/');
  const updated_at = String(data.get('basedOn') ?? '');
  const target = { type: type === 'income' ? type : 'expense', id: id ?? '', updated_at } as const;
  return id ? { kind: 'change', target, body } : { kind: 'add', body };
}

// A form that deletes has no fields that say what it is about.
function aboutOf({ about }: DOMStringMap): DialogTransaction | undefined {
  return about === undefined ? undefined : JSON.parse(about);
}

// Read without the form's own scripts, which may never have been loaded. The server checks it all when it arrives.
function bodyIn(data: FormData): SentFields | undefined {
  const element = document.getElementById('transaction-dialog');
  const read = element && readAmount(String(data.get('amount')), amountStyle(settingsOf(element)));
  const isWhole = ['description', 'date'].every((name) => String(data.get(name) ?? '').trim());
  if (!read || 'error' in read || !isWhole) return undefined;
  const fields = INPUTS.map(({ input }) => [input, String(data.get(input) ?? '').trim() || null]);
  return { ...Object.fromEntries(fields), amount: toDecimal(Math.abs(read.minor)) };
}

// Sent once more from here, it would be queued twice. What an island contains is its own.
function replace(form: HTMLFormElement, text: string): void {
  delete form.dataset.warnUnsaved;
  document.querySelector('[data-draft]')?.remove();
  const list = document.querySelector<HTMLAnchorElement>('nav a[href="/transactions"]')?.textContent?.trim();
  const link = element('a', 'button button-small', list ?? '');
  link.setAttribute('href', '/transactions');
  const notice = element('div', 'flash', element('p', '', text), link);
  Object.assign(notice, { role: 'status', tabIndex: -1 });
  notice.dataset.kept = '';
  (form.closest('astro-island') ?? form).before(notice);
  (form.closest<HTMLElement>('.form-beside') ?? form).hidden = true;
  notice.focus();
}
