import { type AmountStyle, readAmount } from '../../../domain/amount-text.ts';
import { isDate, localNow } from '../../../domain/calendar.ts';
import { type Foreign, readForeign } from '../../../domain/foreign-amount.ts';
import { currencyIn } from '../../../domain/money-accounts/choices/offered.ts';
import { INPUTS } from '../../../domain/transactions/fields.ts';
import { readDateField, readTimeField } from '../../../domain/transactions/quick-entry/moment-text.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { type DialogTransaction, settingsOf } from '../page/dialog-settings.ts';
import { element } from '../page/element.ts';
import type { Act, SentFields } from '../request/act.ts';
import { bodyOf } from '../request/body-of.ts';
import { offlineTexts } from '../texts/loaded-texts.ts';
import { enqueue } from './queue.ts';

/**
 * Stores what a form could not send, and shows that in its place. Only the server knows a new category or a series.
 * @param mayHaveArrived whether it was sent and only the answer is missing
 * @returns whether it was stored
 */
export async function queueForm(form: HTMLFormElement, mayHaveArrived: boolean): Promise<boolean> {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  if (text('newCategoryName') || !['', 'single'].includes(text('scope'))) return false;
  const act = actOf(form.dataset, data);
  if (!act) return false;
  // Sent before, an addition keeps its key; a change has its version.
  const key = (act.kind === 'add' && text('_key')) || undefined;
  const sentAt = act.kind === 'add' && mayHaveArrived ? Date.now() : undefined;
  if (!(await enqueue({ act, key, sentAt, about: aboutOf(form.dataset) }))) return false;
  // If drafts were not loaded, there is none to delete.
  import('../drafts/follow.ts').then(({ forgetAt }) => forgetAt(form.action)).catch(() => undefined);
  replace(form, (await offlineTexts())('offline:kept'));
  return true;
}

function actOf(dataset: DOMStringMap, data: FormData): Act | undefined {
  const about = aboutOf(dataset);
  if (about) return { kind: 'delete', target: about };
  const body = bodyIn(data);
  if (!body) return undefined;
  // `keeps` is `<type>/<id>` for a change, and empty for a new transaction.
  const [type, id] = (dataset.keeps ?? '').split('/');
  const updated_at = String(data.get('basedOn') ?? '');
  const target = { type: type === 'income' ? type : 'expense', id: id ?? '', updated_at } as const;
  return id ? { kind: 'change', target, body } : { kind: 'add', body };
}

// A form that deletes has no fields: `about` describes its transaction.
function aboutOf({ about }: DOMStringMap): DialogTransaction | undefined {
  return about === undefined ? undefined : JSON.parse(about);
}

// Reads without the form's own scripts, which may never have loaded; the server checks everything later.
function bodyIn(data: FormData): SentFields | undefined {
  const element = document.getElementById('transaction-dialog');
  if (!element) return undefined;
  const { currency, preferences } = settingsOf(element);
  const text = (name: string) => String(data.get(name) ?? '').trim() || undefined;
  const style = { ...preferences, currency };
  const inAccount = currencyIn(style, text('accountId'));
  const paid = text('originalAmount');
  const chosen = text('originalCurrency') as Currency | undefined;
  const amount =
    paid && !text('amount') ? undefined : moneyIn(text('amount'), { ...style, currency: inAccount });
  const original = moneyIn(paid, { ...style, currency: chosen ?? inAccount });
  const own = text('convertedAmount');
  const converted = moneyIn(own, style);
  const writer = { ...preferences, today: localNow(new Date(), preferences.timezone).date };
  const dates = DATES.flatMap((name) => {
    const typed = text(name);
    return typed ? [[name, readDateField(typed, writer)] as const] : [];
  });
  const areDates = dates.every(([, date]) => isDate(date)) && text('date');
  const time = readTimeField(text('time') ?? '');
  const isTime = /^(\d\d:\d\d)?$/.test(time);
  const isWhole =
    text('description') &&
    areDates &&
    isTime &&
    (amount || paid) &&
    (original || !paid) &&
    (converted || !own);
  if (!isWhole) return undefined;
  const fields = INPUTS.map(({ input }) => [input, text(input) ?? null]);
  const typed = {
    ...Object.fromEntries([...fields, ...dates]),
    time: time || null,
    amount: amount?.currency === inAccount ? amount.minor : amount,
    originalAmount: original ?? (data.has('originalAmount') ? null : undefined),
    rate: text('rate')?.replace(',', '.'),
    convertedAmount: converted?.currency === currency ? converted.minor : undefined,
    installments: text('installments'),
  };
  return bodyOf(typed, style);
}

/** Typed in the person's own format, as the time. */
const DATES = ['date', 'chargeDate'] as const;

function moneyIn(text = '', style: AmountStyle): Foreign | undefined {
  const read = readAmount(text, style);
  return 'minor' in read
    ? { minor: Math.abs(read.minor), currency: style.currency }
    : readForeign(text, style);
}

// Hides the form, because sending it again would queue it twice. An island's content must not be changed.
function replace(form: HTMLFormElement, text: string): void {
  delete form.dataset.warnUnsaved;
  document.querySelector('[data-draft]')?.remove();
  const list = document.querySelector<HTMLAnchorElement>('nav a[href="/transactions"]')?.textContent?.trim();
  const link = element('a', { className: 'button button-small', href: '/transactions' }, list ?? '');
  const message = element('p', {}, text);
  const notice = element('div', { className: 'flash', role: 'status', tabIndex: -1 }, message, link);
  notice.dataset.kept = '';
  (form.closest('astro-island') ?? form).before(notice);
  (form.closest<HTMLElement>('.form-beside') ?? form).hidden = true;
  notice.focus();
}
