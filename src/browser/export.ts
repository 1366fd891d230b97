import { fieldsOf } from './core/forms/send.ts';
import { followForm } from './forms/live-form.ts';
import { type ProgressPanel, progressPanel, runWithProgress } from './forms/progress-panel.ts';

/** Updates the counts of the export form, and shows its downloads' progress. `show` gets the counted address. */
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
    if (form.ariaBusy !== 'true') void download(progress, submitter);
  });
}

async function download(progress: ProgressPanel, button: HTMLButtonElement): Promise<void> {
  const { form, panel, bar } = progress;
  const { preparing = '', saved = '', failed = '', busy = '' } = panel.dataset;
  const ending = runWithProgress(progress, preparing, async (signal) => {
    const answer = await fetch(`/export/download?${fieldsOf(form, button)}`, {
      headers: { 'export-progress': '1' },
      signal,
    });
    const name = /filename="(.+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    if (name) {
      save(await read(answer, bar), name);
      return saved.replace('{{file}}', () => name);
    }
    // Form errors and the end of a session are shown on their page.
    if (answer.ok) return void location.assign(answer.url);
    return answer.status === 429 ? busy : failed;
  });
  panel.scrollIntoView({ block: 'nearest' });
  await ending;
  if (panel.contains(document.activeElement) || document.activeElement === document.body) button.focus();
}

async function read({ headers, body }: Response, bar: HTMLProgressElement): Promise<Blob> {
  const size = Number(headers.get('export-bytes'));
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    received += chunk.value.length;
    // The size is an estimate: only a complete file fills the bar.
    if (size > 0) bar.value = Math.min(0.99, received / size);
  }
  return new Blob(chunks, { type: headers.get('content-type') ?? '' });
}

/** How long the browser may take to start saving. */
const UNTIL_SAVED_MS = 60_000;

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), UNTIL_SAVED_MS);
}
