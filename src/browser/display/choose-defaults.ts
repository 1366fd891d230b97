import { chosenIn, show } from './display.ts';

/** Chooses the defaults, which show at once like any other choice, and are kept once they are saved. */
export function chooseDefaults(form: HTMLFormElement, { dataset }: HTMLElement): void {
  const defaults: Record<string, string | boolean> = JSON.parse(dataset.defaults ?? '{}');
  for (const field of form.querySelectorAll<HTMLInputElement>(':is([type=radio], [type=checkbox])')) {
    const value = defaults[field.name];
    field.checked = typeof value === 'string' ? field.value === value : value === true;
  }
  show(chosenIn(form));
  const status = form.querySelector('[data-display-status]');
  if (status) status.textContent = dataset.chosen ?? '';
}
