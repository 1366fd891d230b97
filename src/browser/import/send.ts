import { type ProgressPanel, progressPanel, showProgress } from '../forms/progress-panel.ts';

// Before the bar of pages that load, which would say after a while that the connection may be lost.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    // Without a file the server says what is missing.
    if (!form.matches('[data-import]') || !form.querySelector<HTMLInputElement>('[type=file]')?.files?.length)
      return;
    const progress = form.ariaBusy === 'true' ? undefined : progressPanel(form);
    if (!progress && form.ariaBusy !== 'true') return;
    event.preventDefault();
    if (progress) void send(progress);
  },
  true,
);

/**
 * Sends the file and shows how far its check is: the server reads no faster than it checks, for minutes if the history is
 * long. What is wrong with the file is shown here, as if the page had come anew.
 */
async function send(progress: ProgressPanel): Promise<void> {
  const { form, panel, status, stop } = progress;
  const { sending = '', stopped = '', failed = '' } = panel.dataset;
  show(progress, true);
  status.textContent = sending;
  stop.focus();
  const request = new XMLHttpRequest();
  const cancel = () => request.abort();
  stop.addEventListener('click', cancel);
  try {
    const end = await answered(request, progress);
    if (end === 'load' && request.status < 400) return location.assign(request.responseURL);
    if (end === 'load' && showAnswer(request.responseText)) return;
    status.textContent = end === 'abort' ? stopped : failed;
  } finally {
    stop.removeEventListener('click', cancel);
  }
  show(progress, false);
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** Sends the form, and returns how that ended. Only this kind of request says how much of it has been sent. */
function answered(request: XMLHttpRequest, { form, panel, status, bar }: ProgressPanel): Promise<string> {
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      // The last pieces are on their way.
      if (loaded < total) bar.value = loaded / total;
    });
    request.upload.addEventListener('load', () => {
      bar.removeAttribute('value');
      status.textContent = panel.dataset.checking ?? '';
    });
    for (const kind of ['load', 'error', 'abort']) request.addEventListener(kind, () => resolve(kind));
    request.open('POST', form.action);
    request.send(new FormData(form));
  });
}

function show(progress: ProgressPanel, begins: boolean): void {
  showProgress(progress, begins);
  const buttons = progress.form.querySelector<HTMLElement>('[data-import-buttons]');
  if (buttons) buttons.hidden = begins;
}

/** Whether the answer is a page of ours, whose content is here then. */
function showAnswer(html: string): boolean {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const fresh = page.getElementById('main');
  if (!fresh) return false;
  document.title = page.title;
  document.getElementById('main')?.replaceChildren(...fresh.children);
  document.querySelector<HTMLElement>('.error-summary')?.focus();
  return true;
}
