/** The part of a form that shows how far what it began is, with a button that stops it. */
export interface ProgressPanel {
  form: HTMLFormElement;
  panel: HTMLElement;
  status: HTMLElement;
  bar: HTMLProgressElement;
  stop: HTMLButtonElement;
}

/** The panel of a form, with its button; undefined where the form has none. */
export function progressPanel(form: HTMLFormElement): ProgressPanel | undefined {
  const panel = form.querySelector<HTMLElement>('[data-progress]');
  const status = panel?.querySelector<HTMLElement>('[role=status]');
  const bar = panel?.querySelector('progress');
  const place = panel?.querySelector<HTMLElement>('[data-stop]');
  if (!panel || !status || !bar || !place) return undefined;
  return { form, panel, status, bar, stop: addStop(place) };
}

/** Shows that the form is busy, by a bar that moves until it has a value; at the end what was said stays. */
export function showProgress({ form, panel, bar, stop }: ProgressPanel, begins: boolean): void {
  form.ariaBusy = String(begins);
  panel.hidden = false;
  bar.hidden = !begins;
  stop.hidden = !begins;
  bar.removeAttribute('value');
}

// Text browsers would show a button that is only hidden.
function addStop(place: HTMLElement): HTMLButtonElement {
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.className = 'button';
  stop.textContent = place.dataset.stop ?? '';
  place.replaceChildren(stop);
  return stop;
}
