import { followForm } from '../core/forms/live-form.ts';

/** Converts while somebody types, and swaps at once. `show` gets the address of what is shown. */
export function followCalculator(place: HTMLElement, show: (address: string) => void): void {
  const form = place.querySelector<HTMLFormElement>('form[data-live]');
  if (!form) return;
  const follow = followForm(form, place, show);
  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest('button[name=swap]');
    const [from, to] = form.querySelectorAll('select');
    if (!button || !from || !to) return;
    event.preventDefault();
    [from.value, to.value] = [to.value, from.value];
    follow(0);
  });
}
