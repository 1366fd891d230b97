// Only `atom`, which scripts of every page load anyway.
import { atom } from 'nanostores';

/** The point that all charts of a page highlight, such as `month:2026-03` or `category:<id>`. */
export const $highlighted = atom<string | null>(null);

let isStarted = false;

/** Mirrors the highlighted point in all charts and tables. */
export function startMirror(): void {
  if (isStarted) return;
  isStarted = true;
  for (const kind of ['pointerover', 'focusin'] as const) {
    document.addEventListener(kind, ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-point]') : null;
      if (row?.dataset.point) $highlighted.set(row.dataset.point);
    });
  }
  $highlighted.subscribe((point) => {
    for (const row of document.querySelectorAll<HTMLElement>('tr[data-point]'))
      row.toggleAttribute('data-highlighted', row.dataset.point === point);
  });
}
