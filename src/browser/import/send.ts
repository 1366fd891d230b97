import { type ProgressPanel, progressPanel, runWithProgress } from '../forms/progress-panel.ts';

// Before the loading bar, which would report a lost connection after a while.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    // Without a file the server reports what is missing.
    if (!form.matches('[data-import]') || !form.querySelector<HTMLInputElement>('[type=file]')?.files?.length)
      return;
    const progress = form.ariaBusy === 'true' ? undefined : progressPanel(form);
    if (!progress && form.ariaBusy !== 'true') return;
    event.preventDefault();
    if (progress) void send(progress);
  },
  true,
);

/** Sends the file and shows the progress of its check; errors in the file are shown here, as on a new page. */
async function send(progress: ProgressPanel): Promise<void> {
  const { form, panel, stop } = progress;
  const buttons = form.querySelector<HTMLElement>('[data-import-buttons]');
  if (buttons) buttons.hidden = true;
  const ending = runWithProgress(progress, panel.dataset.sending ?? '', async (signal) => {
    const request = await answered(progress, signal);
    if (request.status < 400) return void location.assign(request.responseURL);
    return showAnswer(request.responseText) ? undefined : (panel.dataset.failed ?? '');
  });
  stop.focus();
  await ending;
  if (form.ariaBusy === 'true') return;
  if (buttons) buttons.hidden = false;
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** Sends the form by XMLHttpRequest, which reports how much was sent; rejects without an answer. */
function answered({ form, panel, status, bar }: ProgressPanel, signal: AbortSignal): Promise<XMLHttpRequest> {
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    // The last bytes are still on their way.
    if (loaded < total) bar.value = loaded / total;
  });
  request.upload.addEventListener('load', () => {
    bar.removeAttribute('value');
    status.textContent = panel.dataset.checking ?? '';
  });
  return new Promise((resolve, reject) => {
    request.onload = () => resolve(request);
    request.onerror = reject;
    request.onabort = reject;
    request.open('POST', form.action);
    request.send(new FormData(form));
  });
}

/** Shows the answer if it is a page of ours. Returns whether it is. */
function showAnswer(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.getElementById('main');
  if (!fresh) return false;
  document.title = page.title;
  document.getElementById('main')?.replaceChildren(...fresh.children);
  document.querySelector<HTMLElement>(':is(.error-summary, [aria-invalid])')?.focus();
  return true;
}
