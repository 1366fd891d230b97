import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { fieldsOf, whileBusy } from '../core/forms/send.ts';
import { toast } from '../core/notices/toast.ts';
import { describeField } from '../core/offline/edit.ts';
import { enqueue, forgetEntry, type StoredAnswer, sendStored, startQueue } from '../core/offline/queue.ts';
import { element } from '../core/page/element.ts';
import { showChanges } from '../core/page/show-changes.ts';
import { offlineTexts } from '../core/texts/loaded-texts.ts';

const ERROR = 'quick-entry-error';

// Loads what shows the queue before the connection fails.
startQueue().catch(() => undefined);

// The account is chosen in the form, which takes over what was typed.
addEventListener('click', ({ target }) => {
  const link = (target as Element).closest<HTMLAnchorElement>('[data-line-form]');
  const form = link?.closest('form');
  if (link && form) link.href = `${form.action}?${fieldsOf(form)}`;
});

/** The lines being sent, in their order. */
const sent: { line: string; answer: Promise<StoredAnswer | 'not stored'> }[] = [];

/** Adds a line in place, after those before it. A refused one returns to the field with the reason. */
export async function addLine(form: HTMLFormElement, line: string): Promise<void> {
  const { offlineEntry, seen } = form.dataset;
  delete form.dataset.offlineEntry;
  delete form.dataset.seen;
  // Sending a line again after it was refused as unsure confirms how it was understood.
  const act = { kind: 'line' as const, line, ...(seen === line && { confirmed: true }) };
  if (offlineEntry !== undefined) {
    form.ariaBusy = null;
    const isKept = await enqueue({ act, offlineId: Number(offlineEntry) });
    return isKept
      ? showQueued()
      : toast('error', `${isolated(line)}: ${(await offlineTexts())('offline:alreadySent')}`);
  }
  // Until the answer, the notice of the line before would look as if it were about this one.
  closeAdded();
  sent.push({ line, answer: sendStored(act).catch(() => 'not stored') });
  await whileBusy(form, async () => {
    for (let next = sent[0]; next; sent.shift(), next = sent[0])
      await show(form, next.line, await next.answer);
  });
}

async function show(form: HTMLFormElement, line: string, answer: StoredAnswer | 'not stored'): Promise<void> {
  if (answer === 'not stored') {
    fieldOf(form).value = line;
    return form.submit();
  }
  if (!answer) return showQueued();
  if (answer.is === 'refused') {
    giveBack(form, line, answer.reason.message);
    return forgetEntry(answer.id);
  }
  const { transaction, transfer, understood = [], possible_duplicate: duplicate } = answer.data;
  const recurring = answer.data.says_recurring ? transaction?.id : undefined;
  await showChanges({
    notice: {
      kind: 'success',
      text: `${form.dataset.added} ${inTwoLines(understood)}`,
      recurring,
      added: transfer
        ? { id: transfer.id, basedOn: transfer.updated_at, of: 'transactions/transfer' }
        : transaction && { id: transaction.id, basedOn: transaction.updated_at ?? undefined },
    },
    later: Promise.resolve(duplicate ? ({ kind: 'warning', text: duplicate } as const) : undefined),
    opener: fieldOf(form),
  });
}

/** What was bought and for how much, and the rest below it. No line begins or ends with a dot. */
function inTwoLines(understood: readonly string[]): string {
  const words = understood.map(isolatedAmount);
  return [words.slice(0, 2), words.slice(2)].map((line) => line.join('\u00a0·\u00a0')).join('\n');
}

async function showQueued(): Promise<void> {
  const t = await offlineTexts().catch(() => undefined);
  if (t) toast('info', t('offline:kept'));
}

const closeAdded = () => document.querySelector<HTMLElement>('[data-added] > .button-icon')?.click();

const fieldOf = (form: HTMLFormElement) => form.elements.namedItem('line') as HTMLInputElement;

/** Puts a line that was not added back into the field, unless the next one is being typed. */
function giveBack(form: HTMLFormElement, line: string, error: string): void {
  const field = fieldOf(form);
  closeAdded();
  if (field.value !== '' || sent.length > 1) {
    toast('error', `${isolated(line)}: ${error}`);
    return;
  }
  field.value = line;
  form.dataset.seen = line;
  showError(form, error);
}

/** Shows an error at the field until the line is changed or sent again. */
function showError(form: HTMLFormElement, error: string): void {
  const field = fieldOf(form);
  const link = element('a', { href: `${form.action}?${fieldsOf(form)}` }, form.dataset.form ?? '');
  const message = element(
    'p',
    { className: 'error', id: ERROR, role: 'alert' },
    element('span', {}, `${error} `, link),
  );
  document.getElementById(ERROR)?.remove();
  field.ariaInvalid = 'true';
  const removed = describeField(field, message);
  field.focus();
  const clear = () => {
    removed();
    field.ariaInvalid = null;
  };
  field.addEventListener('input', clear, { once: true });
  form.addEventListener('submit', clear, { once: true });
}
