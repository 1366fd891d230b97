import PercentageChart from 'frappe-charts/src/js/charts/PercentageChart.js';
import { shape } from './shape.ts';

export interface DrawnStrip {
  /** In the order of the table, with any colour of CSS. */
  parts: { size: number; color: string }[];
  /** What no part has, in the same unit; it cannot be chosen. */
  rest: number;
  isMirrored: boolean;
}

/** Pixels: of a part, and of the line below the one that is marked. */
const HEIGHT = 28;
const MARK = 4;

/** Draws the parts of a whole into an empty element, which must be visible and have a width. */
export function drawStrip(place: HTMLElement, { parts, rest, isMirrored }: DrawnStrip): Strip {
  const all = [...parts, { size: rest, color: 'var(--sunken)' }];
  const inOrder = isMirrored ? all.toReversed() : all;
  return new Strip(place, {
    type: 'percentage',
    height: HEIGHT + 3 * MARK,
    animate: 0,
    maxSlices: all.length,
    colors: inOrder.map(({ color }) => color),
    data: {
      labels: inOrder.map((_, at) => String(at)),
      datasets: [{ values: inOrder.map(({ size }) => size) }],
    },
    isMirrored,
  });
}

/** The percentage chart of frappe-charts with the same restrictions as `Drawing`. */
export class Strip extends PercentageChart {
  /** The part at a position of the window; the last one for the rest. */
  indexAt(clientX: number): number {
    const inside = clientX - this.container.getBoundingClientRect().left;
    const place = Math.max(
      0,
      this.state.xPositions.findLastIndex((x) => x <= inside),
    );
    return Math.max(0, Math.min(turned(this, place), this.state.xPositions.length - 2));
  }

  /** Marks a part with a line below it. */
  mark(index: number): void {
    for (const old of this.drawArea.querySelectorAll('.chart-mark')) old.remove();
    const place = turned(this, index);
    const width = Math.max(MARK, this.state.widths[place] ?? 0);
    const x = Math.min(this.state.xPositions[place] ?? 0, this.width - width);
    this.drawArea.append(shape('rect', { x, y: HEIGHT + MARK, width, height: MARK, class: 'chart-mark' }));
  }

  override setMeasures(): void {
    this.config.showLegend = 0;
    this.barOptions = { height: HEIGHT, depth: 0 };
    this.measures.margins = { top: 0, bottom: 0, left: 0, right: 0 };
    this.measures.paddings = { top: 0, bottom: 0, left: 0, right: 0 };
  }

  override validateColors(colors: string[]): string[] {
    return colors;
  }

  override draw(onlyWidth = false): void {
    super.draw(onlyWidth, false);
    this.container.dispatchEvent(new Event('drawn', { bubbles: true }));
  }

  override makeTooltip(): void {
    this.tip = {};
  }

  override renderLegend(): void {}

  override setupComponents(): void {
    super.setupComponents();
    for (const component of this.components.values()) component.makeElements = partsOf;
  }
}

/** The place of a part in the drawing, counted from the left; and the other way round. */
function turned({ rawChartArgs, state }: Strip, index: number): number {
  return rawChartArgs.isMirrored ? state.xPositions.length - 1 - index : index;
}

function partsOf({
  xPositions,
  widths,
  colors,
}: {
  xPositions: number[];
  widths: number[];
  colors: string[];
}): SVGElement[] {
  return xPositions.map((x, place) => {
    // Nothing at all has no width, as a share of nothing.
    const part = shape('rect', { x: x || 0, y: 0, width: widths[place] || 0, height: HEIGHT });
    part.style.fill = colors[place] ?? '';
    part.style.stroke = 'var(--surface)';
    return part;
  });
}
