import { addStop } from '../forms/stop-button.ts';

/** The parts of the form that show how far the check of a file is. */
interface Parts {
  form: HTMLFormElement;
  panel: HTMLElement;
  status: HTMLElement;
  bar: HTMLProgressElement;
  stop: HTMLButtonElement;
}

// Before the bar of pages that load, which would say after a while that the connection may be lost.
document.addEventListener(
  'submit',
  (event) => {
    const form = event.target as HTMLFormElement;
    // Without a file the server says what is missing.
    if (!form.matches('[data-import]') || !form.querySelector<HTMLInputElement>('[type=file]')?.files?.length)
      return;
    const parts = form.ariaBusy === 'true' ? undefined : partsOf(form);
    if (!parts && form.ariaBusy !== 'true') return;
    event.preventDefault();
    if (parts) void send(parts);
  },
  true,
);

function partsOf(form: HTMLFormElement): Parts | undefined {
  const panel = form.querySelector<HTMLElement>('[data-import-progress]');
  const status = panel?.querySelector<HTMLElement>('[role=status]');
  const bar = panel?.querySelector('progress');
  const place = panel?.querySelector<HTMLElement>('[data-stop]');
  if (!panel || !status || !bar || !place) return undefined;
  return { form, panel, status, bar, stop: addStop(place) };
}

/**
 * Sends the file and shows how far its check is: the server reads no faster than it checks, for minutes if the history is
 * long. What is wrong with the file is shown here, as if the page had come anew.
 */
async function send(parts: Parts): Promise<void> {
  const { form, panel, status, stop } = parts;
  const { sending = '', stopped = '', failed = '' } = panel.dataset;
  show(parts, true);
  status.textContent = sending;
  stop.focus();
  const request = new XMLHttpRequest();
  const cancel = () => request.abort();
  stop.addEventListener('click', cancel);
  try {
    const end = await answered(request, parts);
    if (end === 'load' && request.status < 400) return location.assign(request.responseURL);
    if (end === 'load' && showAnswer(request.responseText)) return;
    status.textContent = end === 'abort' ? stopped : failed;
  } finally {
    stop.removeEventListener('click', cancel);
  }
  show(parts, false);
  form.querySelector<HTMLElement>('[type=submit]')?.focus();
}

/** Sends the form, and returns how that ended. Only this kind of request says how much of it has been sent. */
function answered(request: XMLHttpRequest, { form, panel, status, bar }: Parts): Promise<string> {
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

function show({ form, panel, bar, stop }: Parts, begins: boolean): void {
  form.ariaBusy = String(begins);
  panel.hidden = false;
  bar.hidden = !begins;
  stop.hidden = !begins;
  bar.removeAttribute('value');
  const buttons = form.querySelector<HTMLElement>('[data-import-buttons]');
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
