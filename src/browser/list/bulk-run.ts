import { isolated } from '../../i18n/isolated.ts';
import { toastAfterNavigation } from '../core/notices/toast.ts';
import { ApiError, api } from '../core/request/api-client.ts';
import { type Translate, translatorOf } from '../core/texts/translate.ts';

/** Small batches, so that the progress is visible and can be stopped; other requests are served in the pauses. */
const BATCH = 10;
const PAUSE_MS = 50;
/** After this time a message says that it is taking unusually long. */
const LATE_AFTER_MS = 30_000;

interface Run {
  form: HTMLFormElement;
  ids: string[];
  t: Translate;
  /** Whether the person has asked to stop. */
  stopped: boolean;
  done: number;
  failed: number;
  undoId?: string | undefined;
}

const form = document.querySelector<HTMLFormElement>('form[data-bulk-run]');

form?.addEventListener('submit', (event) => {
  const ids = new FormData(form).getAll('ids').map(String);
  // A single batch is done before a progress bar could be seen, and the page's own form undoes and reports it as well;
  // a whole filter has no steps. The server says what is missing.
  if (ids.length <= BATCH || !form.checkValidity()) return wait(form);
  event.preventDefault();
  const panel = form.querySelector<HTMLElement>('[data-bulk-progress]');
  const t = translatorOf(JSON.parse(panel?.dataset.texts ?? '{}'), document.documentElement.lang);
  const run: Run = { form, ids, t, stopped: false, done: 0, failed: 0 };
  begin(run);
  work(run).catch(() => form.submit());
});

/** While the browser sends the form: shows that it is in progress, and that it takes unusually long. */
function wait(form: HTMLFormElement): void {
  const panel = showPanel(form);
  const status = form.querySelector('[data-bulk-status]');
  const stop = form.querySelector<HTMLElement>('[data-bulk-stop]');
  // A single request cannot be stopped half-way.
  if (stop) stop.hidden = true;
  // A bar without a value is animated.
  form.querySelector('progress')?.removeAttribute('value');
  if (status) status.textContent = panel?.dataset.working ?? '';
  setTimeout(() => showLate(form), LATE_AFTER_MS);
  // A page restored from the back-forward cache starts again.
  addEventListener('pageshow', ({ persisted }) => persisted && location.assign(form.dataset.back ?? '/'));
}

function begin(run: Run): void {
  const { form } = run;
  showPanel(form);
  const stop = form.querySelector<HTMLButtonElement>('[data-bulk-stop]');
  if (!stop) return;
  // Text browsers would show a name that is only hidden.
  stop.textContent = stop.dataset.bulkStop ?? '';
  stop.addEventListener('click', () => {
    run.stopped = true;
  });
  stop.focus();
}

function showPanel(form: HTMLFormElement): HTMLElement | null {
  const panel = form.querySelector<HTMLElement>('[data-bulk-progress]');
  const buttons = form.querySelector<HTMLElement>('[data-bulk-buttons]');
  if (panel) panel.hidden = false;
  if (buttons) buttons.hidden = true;
  return panel;
}

/** Processes the selection. @throws ApiError where the server refuses the very first batch */
async function work(run: Run): Promise<void> {
  for (let from = 0; from < run.ids.length && !run.stopped; from += BATCH) {
    const batch = run.ids.slice(from, from + BATCH);
    const late = setTimeout(() => showLate(run.form), LATE_AFTER_MS);
    try {
      const done = await send(run, batch);
      run.done += done;
      run.failed += batch.length - done;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused && from === 0) throw error;
      run.failed += batch.length;
    } finally {
      clearTimeout(late);
    }
    show(run);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  finish(run);
}

/** Sends one batch and returns how many of it were changed or deleted. */
async function send(run: Run, transactionIds: string[]): Promise<number> {
  const fields = new FormData(run.form);
  if (run.form.dataset.bulkRun === 'delete') {
    const body = { transactionIds, undoId: run.undoId };
    const answer = await api<{ deleted_count: number; undo_id: string | null }>('/transactions/bulk-delete', {
      method: 'POST',
      body,
    });
    run.undoId = answer.undo_id ?? undefined;
    return answer.deleted_count;
  }
  const changes = Object.fromEntries(
    ['categoryId', 'type', 'date'].flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])),
  );
  // As the form writes "no category".
  if (changes.categoryId === 'none') changes.categoryId = null;
  const body = { transactionIds, changes, undoId: run.undoId };
  const answer = await api<{ updated_count: number; undo_id: string | null }>('/transactions/bulk-update', {
    method: 'POST',
    body,
  });
  run.undoId = answer.undo_id ?? undefined;
  return answer.updated_count;
}

function show({ form, ids, t, done, failed }: Run): void {
  const bar = form.querySelector('progress');
  const status = form.querySelector('[data-bulk-status]');
  if (bar) bar.value = (done + failed) / ids.length;
  if (status)
    status.textContent = t('transactions:bulk.progress', { done: done + failed, total: ids.length });
}

function showLate(form: HTMLFormElement): void {
  const panel = form.querySelector<HTMLElement>('[data-bulk-progress]');
  const status = form.querySelector('[data-bulk-status]');
  if (status) status.textContent = panel?.dataset.late ?? '';
}

/** What the form gives to all, as the server says it. */
function changeInWords(form: HTMLFormElement, t: Translate): string {
  const name = (['category', 'type', 'date'] as const).find((one) => one === form.dataset.bulkRun);
  const field = form.querySelector<HTMLInputElement>('#date');
  const chosen = form.querySelector('option:checked:not([value=""]), input[type=radio]:checked');
  const [year = '', month = '', day = ''] = field?.value.split('-') ?? [];
  const format = form.dataset.dateFormat ?? '';
  const value = field
    ? format.replace('YYYY', year).replace('MM', month).replace('DD', day)
    : (chosen?.closest('label') ?? chosen)?.textContent?.trim();
  return name ? `${t(`transactions:form.${name}`)}: ${isolated(value ?? '')}` : '';
}

/** Goes back to the list, which then shows the result. */
function finish({ form, ids, t, done, failed, undoId }: Run): void {
  const isDelete = form.dataset.bulkRun === 'delete';
  const operation = isDelete ? 'delete' : 'update';
  const parts = [];
  const whole = isDelete && done === ids.length;
  if (done > 0)
    parts.push(
      t(whole ? 'transactions:bulkDeleteSuccess' : `transactions:bulk.${operation}Success`, {
        count: done,
      }),
    );
  if (done > 0 && !isDelete) parts.push(`${changeInWords(form, t)}.`);
  if (done === 0 && isDelete && failed > 0) parts.push(t('transactions:bulkDeleteFailed'));
  if (failed > 0 && !(isDelete && done === 0))
    parts.push(t(`transactions:bulk.${operation}Failed`, { count: failed }));
  const left = ids.length - done - failed;
  if (left > 0) parts.push(t('transactions:bulk.stopped', { count: left }));
  toastAfterNavigation(failed > 0 ? 'warning' : done > 0 ? 'success' : 'info', parts.join(' '), {
    undoId: done > 0 ? undoId : undefined,
  });
  location.assign(form.dataset.back ?? '/transactions');
}
