/** Adds the button that stops what a script does. Text browsers would show one that is only hidden. */
export function addStop(place: HTMLElement): HTMLButtonElement {
  const stop = document.createElement('button');
  stop.type = 'button';
  stop.className = 'button';
  stop.textContent = place.dataset.stop ?? '';
  place.replaceChildren(stop);
  return stop;
}
