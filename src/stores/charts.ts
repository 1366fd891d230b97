// Only `atom`: scripts of every page have loaded it.
import { atom } from 'nanostores';

/** What all charts of a page show together. */
export interface ChartView {
  /** The query of the period that is shown. */
  period: string;
  /** The point that is highlighted, such as `month:2026-03` or `category:<id>`. */
  highlighted: string | null;
}

export const $charts = atom<ChartView>({ period: '', highlighted: null });

export function highlight(point: string | null): void {
  const view = $charts.get();
  if (view.highlighted !== point) $charts.set({ ...view, highlighted: point });
}

/** Another period is shown, in which nothing is highlighted yet. */
export function showPeriod(period: string): void {
  $charts.set({ period, highlighted: null });
}
