import { ApiError, api } from '../islands/api-client.ts';
import { type Say, speaker } from '../islands/transaction/speaker.ts';
import { toastAfterNavigation } from './toast.ts';

/** Specification, section 9: the browser works in batches of ten, with a pause in which others are served. */
const BATCH = 10;
const PAUSE_MS = 50;

interface Run {
  form: HTMLFormElement;
  ids: string[];
  say: Say;
  /** Whether somebody has asked to stop. */
  stopped: boolean;
  done: number;
  failed: number;
  undoId?: string | undefined;
}

const form = document.querySelector<HTMLFormElement>('form[data-bulk-run]');

form?.addEventListener('submit', (event) => {
  const ids = new FormData(form).getAll('ids').map(String);
  // One batch is done before a bar could be seen, and the page's own way undoes and reports it as well.
  if (ids.length <= BATCH) return;
  event.preventDefault();
  const panel = form.querySelector<HTMLElement>('[data-bulk-progress]');
  const say = speaker(JSON.parse(panel?.dataset.texts ?? '{}'), document.documentElement.lang);
  const run: Run = { form, ids, say, stopped: false, done: 0, failed: 0 };
  begin(run);
  work(run).catch(() => form.submit());
});

function begin(run: Run): void {
  const { form } = run;
  const panel = form.querySelector<HTMLElement>('[data-bulk-progress]');
  const stop = form.querySelector<HTMLButtonElement>('[data-bulk-stop]');
  if (panel) panel.hidden = false;
  const buttons = form.querySelector<HTMLElement>('[data-bulk-buttons]');
  if (buttons) buttons.hidden = true;
  stop?.addEventListener('click', () => {
    run.stopped = true;
  });
  stop?.focus();
}

/** Works through the selection. @throws ApiError where the server refuses the very first batch, change and all */
async function work(run: Run): Promise<void> {
  for (let from = 0; from < run.ids.length && !run.stopped; from += BATCH) {
    const batch = run.ids.slice(from, from + BATCH);
    try {
      const done = await send(run, batch);
      run.done += done;
      run.failed += batch.length - done;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (isRefused && from === 0) throw error;
      run.failed += batch.length;
    }
    show(run);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  finish(run);
}

/** Sends one batch and gives how many of it were changed or deleted. */
async function send(run: Run, transactionIds: string[]): Promise<number> {
  const fields = new FormData(run.form);
  if (run.form.dataset.bulkRun === 'delete') {
    const body = { transactionIds, undoId: run.undoId };
    const answer = await api<{ deleted_count: number; undo_id: string }>('/transactions/bulk-delete', {
      method: 'POST',
      body,
    });
    run.undoId = answer.undo_id;
    return answer.deleted_count;
  }
  const changes = Object.fromEntries(
    ['categoryId', 'type', 'date'].flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])),
  );
  const body = { transactionIds, changes };
  return (await api<{ updated_count: number }>('/transactions/bulk-update', { method: 'POST', body }))
    .updated_count;
}

function show({ form, ids, say, done, failed }: Run): void {
  const bar = form.querySelector('progress');
  const status = form.querySelector('[data-bulk-status]');
  if (bar) bar.value = (done + failed) / ids.length;
  if (status)
    status.textContent = say('transactions:bulk.progress', { done: done + failed, total: ids.length });
}

/** Goes back to the list, which then shows what has come of it. */
function finish({ form, ids, say, done, failed, undoId }: Run): void {
  const isDelete = form.dataset.bulkRun === 'delete';
  const operation = isDelete ? 'delete' : 'update';
  const parts = [];
  const whole = isDelete && done === ids.length;
  if (done > 0)
    parts.push(
      say(whole ? 'transactions:bulkDeleteSuccess' : `transactions:bulk.${operation}Success`, {
        count: done,
      }),
    );
  else if (isDelete && failed > 0) parts.push(say('transactions:bulkDeleteFailed'));
  if (failed > 0 && !(isDelete && done === 0))
    parts.push(say(`transactions:bulk.${operation}Failed`, { count: failed }));
  const left = ids.length - done - failed;
  if (left > 0) parts.push(say('transactions:bulk.stopped', { count: left }));
  toastAfterNavigation(
    failed > 0 ? 'warning' : done > 0 ? 'success' : 'info',
    parts.join(' '),
    done > 0 ? undoId : undefined,
  );
  location.assign(form.dataset.back ?? '/transactions');
}
