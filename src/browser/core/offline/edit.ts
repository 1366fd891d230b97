import type { DialogTransaction } from '../page/dialog-settings.ts';
import { element } from '../page/element.ts';
import type { Target } from '../request/act.ts';
import { api } from '../request/api-client.ts';
import { noteChange } from '../session/data-version.ts';
import { offlineTexts } from '../texts/loaded-texts.ts';
import { type Entry, transactionOf } from './entry.ts';

/** Opens an offline entry where it was made: a line in its field, others in the form, beside a conflicting version. */
export async function editEntry(entry: Entry): Promise<void> {
  const { id, act, refusal } = entry;
  if (act.kind === 'line') return editLine(entry, act.line, (await offlineTexts())('offline:editing'));
  const transaction = transactionOf(entry);
  const theirs = refusal && 'target' in act ? await currentVersion(act.target) : undefined;
  const detail = { ...transaction, theirs, offlineId: id };
  const mode = act.kind === 'delete' ? 'delete' : 'edit';
  dispatchEvent(new CustomEvent(`transaction:${mode}`, { detail }));
}

const HINT = 'quick-entry-offline';

function editLine({ id, refusal }: Entry, line: string, text: string): void {
  const form = document.querySelector<HTMLFormElement>('[data-quick-entry]');
  const field = form?.elements.namedItem('line');
  if (!form || !(field instanceof HTMLInputElement)) return;
  form.dataset.offlineEntry = String(id);
  // The refusal shows what was understood, so sending the same line again confirms it.
  if (refusal) form.dataset.seen = line;
  field.value = line;
  document.getElementById(HINT)?.remove();
  const end = describeField(field, element('p', { id: HINT, className: 'small' }, text));
  field.focus();
  form.addEventListener('submit', end, { once: true });
  // An emptied field means that something else is being written.
  field.addEventListener('input', () => {
    if (field.value !== '') return;
    delete form.dataset.offlineEntry;
    end();
  });
}

/** After an entry was discarded, a line that changes it is a new one. */
export function endEditing(id: number): void {
  const form = document.querySelector<HTMLElement>(`[data-offline-entry="${id}"]`);
  delete form?.dataset.offlineEntry;
  if (form) document.getElementById(HINT)?.remove();
}

/** The version saved by another person or window; undefined if unknown. */
async function currentVersion(target: Target): Promise<DialogTransaction | 'gone' | undefined> {
  // The cached version may be the one that was changed.
  noteChange();
  const path = `/transactions/${encodeURIComponent(target.id)}`;
  return api<{ transaction: DialogTransaction }>(path).then(
    ({ transaction }) => (transaction.updated_at === target.updated_at ? undefined : transaction),
    ({ status }) => (status === 404 ? 'gone' : undefined),
  );
}

/** Adds a text to a field's form and description; returns what removes it. */
export function describeField(field: HTMLInputElement, text: HTMLElement): () => void {
  const described = () => field.getAttribute('aria-describedby') ?? '';
  field.form?.append(text);
  field.setAttribute('aria-describedby', `${text.id} ${described()}`.trim());
  return () => {
    text.remove();
    field.setAttribute('aria-describedby', described().replace(text.id, '').trim());
  };
}
