import AxisChart from 'frappe-charts/src/js/charts/AxisChart.js';

export interface DrawnSeries {
  /** Null interrupts a line. */
  values: (number | null)[];
  shape: 'bar' | 'line';
  isDashed?: boolean | undefined;
  /** Any CSS colour, such as a custom property, which follows the theme. */
  color: string;
}

export interface Drawn {
  labels: string[];
  series: DrawnSeries[];
  height: number;
  isSmall: boolean;
  isMirrored: boolean;
}

/** Draws into an empty element, which must be visible and have a width. The only text is that of the axes. */
export function draw(element: HTMLElement, { labels, series, height, isSmall, isMirrored }: Drawn): Drawing {
  const inOrder = <Item>(items: readonly Item[]) => (isMirrored ? items.toReversed() : [...items]);
  return new Drawing(element, {
    type: 'axis-mixed',
    height,
    animate: 0,
    colors: series.map(({ color }) => color),
    data: {
      labels: inOrder(labels),
      datasets: series.map(({ values, shape, isDashed = false }) => ({
        values: inOrder(values.map((value) => value ?? 0)),
        known: inOrder(values.map((value) => value !== null)),
        chartType: shape,
        isDashed,
      })),
    },
    axisOptions: { xAxisMode: 'tick', xIsSeries: 1 },
    lineOptions: { hideDots: 1 },
    barOptions: { spaceRatio: 0.3 },
    isSmall,
    isMirrored,
  });
}

const AXIS_SPACE = 44;
const TICK = 10;
const compact = new Intl.NumberFormat('en', { notation: 'compact' });

interface Line {
  xPositions: number[];
  yPositions: number[];
}

interface Bars {
  xPositions: number[];
  yPositions: number[];
  barWidth: number;
  zeroLine: number;
}

/**
 * frappe-charts without its tooltip, legend and animations, and without `style` attributes, which the content policy
 * forbids. Fields and private methods are not possible: the library draws in its constructor, before they exist.
 */
export class Drawing extends AxisChart {
  indexAt(clientX: number): number {
    const { margins, paddings } = this.measures;
    const offset = clientX - this.container.getBoundingClientRect().left - margins.left - paddings.left;
    const position = Math.floor(offset / this.state.unitWidth);
    return mirrored(this, Math.max(0, Math.min(position, this.state.xAxis.positions.length - 1)));
  }

  mark(index: number): void {
    for (const old of this.drawArea.querySelectorAll('.chart-mark')) old.remove();
    const position = mirrored(this, index);
    const x = this.state.xAxis.positions[position] ?? 0;
    const { unitWidth, datasets } = this.state;
    const band = { x: x - unitWidth / 2, y: 0, width: unitWidth, height: this.height, class: 'chart-mark' };
    this.drawArea.prepend(shape('rect', band));
    datasets.forEach(({ chartType, yPositions }, series) => {
      if (chartType !== 'line' || !this.rawChartArgs.data.datasets[series]?.known[position]) return;
      const dot = shape('circle', { cx: x, cy: yPositions[position] ?? 0, r: 4, class: 'chart-mark' });
      dot.style.fill = this.dataUnitComponents[series]?.constants.color ?? '';
      this.drawArea.append(dot);
    });
  }

  override setMeasures(): void {
    this.config.showLegend = 0;
    const { isMirrored, isSmall } = this.rawChartArgs;
    if (isSmall) {
      this.measures.margins = { top: 0, bottom: 0, left: 0, right: 0 };
      this.measures.paddings = { top: 6, bottom: 6, left: 0, right: 0 };
      return;
    }
    this.measures.margins = { top: 4, bottom: 0, left: 4, right: 4 };
    this.measures.paddings = {
      top: 8,
      bottom: 28,
      left: isMirrored ? TICK : AXIS_SPACE,
      right: isMirrored ? AXIS_SPACE : TICK,
    };
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
    styleAxes(this);
    this.container.dispatchEvent(new Event('drawn', { bubbles: true }));
  }

  // The library's tooltip inserts labels as HTML.
  override makeTooltip(): void {
    this.tip = {};
  }

  override renderLegend(): void {}

  override calcYAxisParameters(values: number[]): void {
    super.calcYAxisParameters(values, false);
    const { yAxis } = this.state;
    yAxis.labels = yAxis.labels.map((value) => compact.format(Number(value)).replace('-', '\u2212'));
  }

  override setupComponents(): void {
    super.setupComponents();
    const { isSmall, data } = this.rawChartArgs;
    const { datasets } = data;
    // The library puts bars before lines, whatever their order here.
    const bars = datasets.filter(({ chartType }) => chartType === 'bar').length;
    for (const component of this.dataUnitComponents.slice(0, bars)) {
      component.makeElements = (data: Bars) => barsOf(data, component.constants.color);
    }
    if (!isSmall) return;
    this.dataUnitComponents.forEach((component, index) => {
      const { known = [], isDashed = false } = datasets[index] ?? {};
      component.makeElements = (line: Line) => [lineOf(line, known, component.constants.color, isDashed)];
    });
  }
}

/** Converts the index of a point to its position from the left, and vice versa. */
function mirrored({ rawChartArgs, state }: Drawing, index: number): number {
  return rawChartArgs.isMirrored ? state.xAxis.positions.length - 1 - index : index;
}

function styleAxes({ drawArea, rawChartArgs, width }: Drawing): void {
  if (rawChartArgs.isSmall) for (const axis of drawArea.querySelectorAll('.axis')) axis.remove();
  for (const line of drawArea.querySelectorAll<SVGElement>('.axis line')) line.style.stroke = 'var(--line)';
  const bounds = drawArea.ownerSVGElement?.getBoundingClientRect();
  for (const text of drawArea.querySelectorAll('.x.axis text')) {
    const { left, right } = text.getBoundingClientRect();
    // A label that is cut off would be misleading.
    if (bounds && (left < bounds.left || right > bounds.right)) text.textContent = '';
  }
  if (!rawChartArgs.isMirrored) return;
  for (const text of drawArea.querySelectorAll('.y.axis text')) {
    text.setAttribute('x', String(width + TICK));
    text.setAttribute('text-anchor', 'start');
  }
}

function barsOf({ xPositions, yPositions, barWidth, zeroLine }: Bars, color: string): SVGElement[] {
  return xPositions.map((x, index) => {
    const y = yPositions[index] ?? zeroLine;
    const bar = shape('rect', {
      x,
      y: Math.min(y, zeroLine),
      width: barWidth,
      height: Math.abs(zeroLine - y),
    });
    bar.style.fill = color;
    return bar;
  });
}

function lineOf({ xPositions, yPositions }: Line, isPresent: boolean[], color: string, isDashed: boolean) {
  const points = xPositions.flatMap((x, index) => (isPresent[index] ? `${x},${yPositions[index]}` : []));
  const line = shape('polyline', { points: points.join(' '), class: 'line-stroke' });
  line.style.stroke = color;
  if (isDashed) line.style.strokeDasharray = '5 4';
  return line;
}

export function shape(
  name: 'rect' | 'circle' | 'polyline',
  attributes: Record<string, string | number>,
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
