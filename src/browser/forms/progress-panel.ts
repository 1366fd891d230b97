import { element } from '../core/page/element.ts';

export interface ProgressPanel {
  form: HTMLFormElement;
  panel: HTMLElement;
  status: HTMLElement;
  bar: HTMLProgressElement;
  stop: HTMLButtonElement;
}

export function progressPanel(form: HTMLFormElement): ProgressPanel | undefined {
  const panel = form.querySelector<HTMLElement>('[data-progress]');
  const status = panel?.querySelector<HTMLElement>('[role=status]');
  const bar = panel?.querySelector('progress');
  const place = panel?.querySelector<HTMLElement>('[data-stop]');
  if (!panel || !status || !bar || !place) return undefined;
  // Text browsers would show a button that is only hidden.
  const stop = element('button', { type: 'button', className: 'button' }, place.dataset.stop ?? '');
  place.replaceChildren(stop);
  return { form, panel, status, bar, stop };
}

/** Runs a form's work with its progress bar and stop button. `work` returns the final text, or none on leaving. */
export async function runWithProgress(
  { form, panel, status, bar, stop }: ProgressPanel,
  begun: string,
  work: (signal: AbortSignal) => Promise<string | undefined>,
): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const show = (isRunning: boolean, text: string) => {
    form.ariaBusy = String(isRunning);
    bar.hidden = !isRunning;
    stop.hidden = !isRunning;
    status.textContent = text;
  };
  stop.onclick = () => stopping.abort();
  form.closest('dialog')?.addEventListener('close', () => stopping.abort(), { signal });
  panel.hidden = false;
  bar.removeAttribute('value');
  show(true, begun);
  const { stopped = '', failed = '' } = panel.dataset;
  const text = await work(signal).catch(() => (signal.aborted ? stopped : failed));
  if (text !== undefined) show(false, text);
}
