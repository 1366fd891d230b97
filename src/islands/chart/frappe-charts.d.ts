declare module 'frappe-charts/src/js/charts/AxisChart.js' {
  interface Dataset {
    values: number[];
    chartType: 'bar' | 'line';
    /** Added by us: which values exist, and how the line is drawn. */
    known: boolean[];
    isDashed: boolean;
    color: string;
  }

  interface Component {
    constants: { color: string };
    makeElements: (data: never) => SVGElement[];
    /** What it drew, by point. */
    store: SVGElement[];
  }

  /** The part of frappe-charts 1.6.2 that we use. */
  export default class AxisChart {
    constructor(
      element: HTMLElement,
      options: { data: { labels: string[]; datasets: Dataset[] }; [option: string]: unknown },
    );
    rawChartArgs: { scale: readonly [least: number, most: number]; data: { datasets: Dataset[] } };
    barOptions: { stacked: 0 | 1 };
    config: { showLegend: 0 | 1 };
    measures: { margins: object; paddings: object };
    state: {
      unitWidth: number;
      xAxis: { positions: number[] };
      yAxis: { labels: string[]; positions: number[]; scaleMultiplier: number; zeroLine: number };
      datasets: { yPositions: number[]; chartType: 'bar' | 'line' }[];
    };
    height: number;
    container: HTMLElement;
    drawArea: SVGGElement;
    tip: object;
    dataUnitComponents: Component[];
    setMeasures(): void;
    validateColors(colors: string[]): string[];
    prepareFirstData(data: object): object;
    makeTooltip(): void;
    renderLegend(): void;
    setupComponents(): void;
    calcYAxisParameters(): void;
    calcDatasetPoints(): void;
    calcYExtremes(): void;
    draw(onlyWidth?: boolean, init?: boolean): void;
    destroy(): void;
  }
}
