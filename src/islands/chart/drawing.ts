import AxisChart from 'frappe-charts/src/js/charts/AxisChart.js';
import { FILLED, pathOf } from '../../ui/charts/geometry.ts';

interface DrawnSeries {
  /** Null interrupts a line. */
  values: (number | null)[];
  shape: 'line' | 'column' | 'stack';
  isDashed: boolean;
  /** Any CSS paint, such as a custom property, which follows the theme, or a pattern. */
  fill: string;
  color: string;
}

export interface Drawn {
  /** Stacked series first, lines last. */
  series: DrawnSeries[];
  /** The ends of the axis, which the server has drawn. */
  scale: readonly [least: number, most: number];
}

/** Draws into an empty element, which has a size: exactly over the drawing of the server, inside its axes. */
export function draw(element: HTMLElement, { series, scale }: Drawn): Drawing {
  return new Drawing(element, {
    type: 'axis-mixed',
    height: element.clientHeight,
    animate: 0,
    colors: series.map(({ fill }) => fill),
    data: {
      labels: series[0]?.values.map(String) ?? [],
      datasets: series.map(({ values, shape, isDashed, color }) => ({
        values: values.map((value) => value ?? 0),
        known: values.map((value) => value !== null),
        chartType: shape === 'line' ? 'line' : 'bar',
        isDashed,
        color,
      })),
    },
    axisOptions: { xAxisMode: 'tick', xIsSeries: 1 },
    lineOptions: { hideDots: 1 },
    barOptions: { spaceRatio: 1 - FILLED, stacked: series.some(({ shape }) => shape === 'stack') ? 1 : 0 },
    scale,
  });
}

interface Line {
  xPositions: number[];
  yPositions: number[];
}

interface Bars {
  xPositions: number[];
  yPositions: number[];
  /** How far a bar is moved up, because it stands on others. */
  offsets: number[];
  barWidth: number;
  zeroLine: number;
}

const NONE = { top: 0, bottom: 0, left: 0, right: 0 };

/**
 * frappe-charts without its axes, tooltip, legend and animations, and without `style` attributes, which the content
 * policy forbids. Fields and private methods are not possible: the library draws in its constructor, before they exist.
 */
export class Drawing extends AxisChart {
  mark(index: number, band?: number): void {
    for (const old of this.drawArea.querySelectorAll('.chart-mark')) old.remove();
    const { unitWidth, datasets, xAxis } = this.state;
    const x = xAxis.positions[index] ?? 0;
    const area = { x: x - unitWidth / 2, y: 0, width: unitWidth, height: this.height };
    this.drawArea.prepend(shape('rect', { ...area, class: 'chart-mark' }));
    datasets.forEach(({ chartType, yPositions }, series) => {
      const { known, color } = this.rawChartArgs.data.datasets[series] ?? {};
      if (chartType !== 'line' || !known?.[index]) return;
      const dot = shape('circle', { cx: x, cy: yPositions[index] ?? 0, r: 5, class: 'chart-mark' });
      dot.style.fill = color ?? '';
      this.drawArea.append(dot);
    });
    const chosen = band === undefined ? undefined : this.dataUnitComponents[band]?.store[index];
    if (!chosen) return;
    const outline = chosen.cloneNode() as SVGElement;
    outline.setAttribute('class', 'chart-mark chart-band');
    this.drawArea.append(outline);
  }

  override setMeasures(): void {
    this.config.showLegend = 0;
    this.measures.margins = NONE;
    this.measures.paddings = NONE;
  }

  // The library accepts only hexadecimal colours, which would not follow the theme.
  override validateColors(colors: string[]): string[] {
    return colors;
  }

  // The library starts with zeros and fills in the values 0.7 seconds later.
  override prepareFirstData(data: object): object {
    return data;
  }

  override draw(onlyWidth = false): void {
    super.draw(onlyWidth, false);
    for (const axis of this.drawArea.querySelectorAll('.axis')) axis.remove();
    this.container.dispatchEvent(new Event('drawn', { bubbles: true }));
  }

  // The library's tooltip inserts labels as HTML.
  override makeTooltip(): void {
    this.tip = {};
  }

  override renderLegend(): void {}

  // The server chose the axis, and it stays the same while series are switched off.
  override calcYAxisParameters(): void {
    const [least, most] = this.rawChartArgs.scale;
    const scaleMultiplier = this.height / (most - least);
    this.state.yAxis = { labels: [], positions: [], scaleMultiplier, zeroLine: most * scaleMultiplier };
    this.calcDatasetPoints();
    this.calcYExtremes();
  }

  override setupComponents(): void {
    super.setupComponents();
    const { datasets } = this.rawChartArgs.data;
    const hasBars = datasets.some(({ chartType }) => chartType === 'bar');
    this.dataUnitComponents.forEach((component, index) => {
      const { known = [], isDashed = false, chartType } = datasets[index] ?? {};
      const paint = component.constants.color;
      component.makeElements =
        chartType === 'bar'
          ? (bars: Bars) => barsOf(bars, paint, this.barOptions.stacked === 0)
          : (line: Line) => linesOf(line, known, { stroke: paint, isDashed, hasBars });
    });
  }
}

function barsOf(
  { xPositions, yPositions, offsets, barWidth, zeroLine }: Bars,
  fill: string,
  isRound: boolean,
) {
  return xPositions.map((x, index) => {
    const end = yPositions[index] ?? zeroLine;
    const height = Math.abs(zeroLine - end);
    const y = Math.min(end, zeroLine) - (offsets[index] ?? 0);
    const bar = shape('rect', { x, y, width: barWidth, height, class: 'plot-bar', rx: isRound ? 2 : 0 });
    bar.style.fill = fill;
    return bar;
  });
}

function linesOf(
  { xPositions, yPositions }: Line,
  known: boolean[],
  { stroke, isDashed, hasBars }: { stroke: string; isDashed: boolean; hasBars: boolean },
) {
  const points = xPositions.map((x, index) => (known[index] ? ([x, yPositions[index] ?? 0] as const) : null));
  const d = pathOf(points);
  const line = shape('path', { d, class: isDashed ? 'plot-line plot-dashed' : 'plot-line' });
  line.style.stroke = stroke;
  return hasBars ? [shape('path', { d, class: 'plot-casing' }), line] : [line];
}

function shape(name: 'rect' | 'circle' | 'path', attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
