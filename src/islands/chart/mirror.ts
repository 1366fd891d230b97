import { $charts, highlight, showPeriod } from '../../stores/charts.ts';

let isStarted = false;

/** From now on, what is highlighted in one chart or table is highlighted in all of them. */
export function startMirror(): void {
  if (isStarted) return;
  isStarted = true;
  showPeriod(location.search);
  for (const kind of ['pointerover', 'focusin'] as const) {
    document.addEventListener(kind, ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-point]') : null;
      if (row?.dataset.point) highlight(row.dataset.point);
    });
  }
  $charts.subscribe(({ highlighted }) => {
    for (const row of document.querySelectorAll<HTMLElement>('tr[data-point]')) {
      if (row.dataset.point === highlighted) row.dataset.highlighted = '';
      else delete row.dataset.highlighted;
    }
  });
}
