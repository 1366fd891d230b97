import { fieldsOf } from '../core/forms/send.ts';
import { followForm } from '../forms/live-form.ts';
import { type ProgressPanel, progressPanel, showProgress } from '../forms/progress-panel.ts';

/**
 * Counts anew what the export's form asks for as it is filled in; its downloads are followed by a bar, and can be cancelled.
 * Without it the browser saves the file. `show` gets the address of what was counted.
 */
export function followExport(root: ParentNode, show: (address: string) => void = () => undefined): void {
  const form = root.querySelector<HTMLFormElement>('[data-export]');
  const progress = form && progressPanel(form);
  if (!form || !progress) return;
  followForm(form, root, show);
  const count = form.querySelector<HTMLElement>('[data-count]');
  if (count) count.hidden = true;
  form.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'format') return;
    event.preventDefault();
    // The panel would show the answer as a page.
    event.stopPropagation();
    if (form.ariaBusy !== 'true') void follow(progress, submitter);
  });
}

async function follow(progress: ProgressPanel, button: HTMLButtonElement): Promise<void> {
  const { form, panel, status, bar, stop } = progress;
  const { preparing = '', saved = '', stopped = '', failed = '', busy = '' } = panel.dataset;
  const ending = new AbortController();
  const end = () => ending.abort();
  const dialog = form.closest('dialog');
  const say = (text: string) => {
    status.textContent = text;
  };
  stop.addEventListener('click', end);
  dialog?.addEventListener('close', end);
  showProgress(progress, true);
  panel.scrollIntoView({ block: 'nearest' });
  say(preparing);
  try {
    const answer = await fetch(`/export/download?${fieldsOf(form, button)}`, {
      headers: { 'export-progress': '1' },
      signal: ending.signal,
    });
    const name = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    // What is wrong with the form is said on its page, and so is the end of a session.
    if (answer.ok && !name) location.assign(answer.url);
    else if (!name) say(answer.status === 429 ? busy : failed);
    else {
      save(await read(answer, bar), name);
      say(saved.replace('{{file}}', name));
    }
  } catch {
    say(ending.signal.aborted ? stopped : failed);
  } finally {
    stop.removeEventListener('click', end);
    dialog?.removeEventListener('close', end);
    showProgress(progress, false);
    if (panel.contains(document.activeElement) || document.activeElement === document.body) button.focus();
  }
}

async function read(answer: Response, bar: HTMLProgressElement): Promise<Blob> {
  const size = Number(answer.headers.get('export-bytes'));
  const pieces: BlobPart[] = [];
  let received = 0;
  const reader = answer.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    pieces.push(piece.value);
    received += piece.value.length;
    // The size is an estimate: the bar is full when the file is.
    if (size > 0) bar.value = Math.min(0.99, received / size);
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' });
}

/** How long the browser may take to begin to save. */
const UNTIL_SAVED_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), UNTIL_SAVED_MS);
}
