import { map } from 'nanostores';

/** What all charts of a page show together. */
export interface ChartView {
  /** The query of the period that is shown. */
  period: string;
  /** The point that is highlighted, such as `month:2026-03` or `category:<id>`. */
  highlighted: string | null;
}

export const $charts = map<ChartView>({ period: '', highlighted: null });

export function highlight(point: string | null): void {
  if ($charts.get().highlighted !== point) $charts.setKey('highlighted', point);
}
