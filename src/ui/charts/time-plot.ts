import { widthOf } from './axis-labels.ts';
import { acrossOf, FILLED, pathOf, round, stackedOn } from './geometry.ts';
import { type Scale, scaleOf } from './scale.ts';

export interface PlotSeries {
  /** Null where there is none. */
  values: readonly (number | null)[];
  /** Stacked series stand on each other in their order; they come before lines. */
  shape: 'line' | 'column' | 'stack';
  isDashed?: boolean;
}

interface PlotOptions {
  /** Whether the axis need not contain zero. */
  fromLeast?: boolean;
  /** What the axis contains at least. */
  largest?: number | undefined;
  /** Where what is less is drawn. */
  floor?: number | undefined;
  /** No step of the axis is smaller. */
  unit?: number;
  /** The number of steps that is aimed at. */
  about?: number;
  /** Whether the points are parts, of which the largest is labeled instead of the latest. */
  isOfParts?: boolean | undefined;
}

interface Bar {
  /** The index of its series. */
  series: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where everything in a drawing of values over time is, in percent of it from its left and upper edge. */
interface TimePlot {
  scale: Scale;
  across(index: number): number;
  down(value: number): number;
  bars: Bar[];
  /** In the order of their series. */
  lines: { series: number; path: string }[];
  /** The room below a single line of amounts. */
  area: string | undefined;
  /** The series of which one value is labeled at its point, where nothing overlaps. */
  main: number | undefined;
  /** The index of that value, the latest or of parts the largest; -1 without one. */
  labeled: number;
}

/** The least height of a bar: at least a sliver, unless it is zero. */
const LEAST = 0.6;

const present = (values: PlotSeries['values']) => values.filter((value) => value !== null);

export function timePlot(
  series: readonly PlotSeries[],
  count: number,
  { largest, floor, isOfParts, ...options }: PlotOptions = {},
): TimePlot {
  const heightOf = (value: number) => Math.max(floor ?? value, value);
  const stacks = series.filter(({ shape }) => shape === 'stack');
  const starts = stackedOn(stacks.map(({ values }) => values));
  const startOf = (one: PlotSeries, index: number) => starts[stacks.indexOf(one)]?.[index] ?? 0;
  const scale = scaleOf(
    [
      ...series.flatMap(({ values }) => present(values).map(heightOf)),
      ...stacks.flatMap((one) => one.values.map((value, index) => (value ?? 0) + startOf(one, index))),
      ...(largest === undefined ? [] : [largest]),
    ],
    options,
  );
  const across = (index: number) => round(acrossOf(index, count));
  const down = (value: number) => round(((scale.most - heightOf(value)) / (scale.most - scale.least)) * 100);
  const pathThrough = ({ values }: PlotSeries) =>
    pathOf(values.map((value, index) => (value === null ? null : [across(index), down(value)])));

  const beside = series.filter(({ shape }) => shape === 'column');
  const slot = (100 / count) * FILLED;
  const barsOf = (one: PlotSeries, seriesIndex: number): Bar[] => {
    if (one.shape === 'line') return [];
    const width = one.shape === 'stack' ? slot : slot / beside.length;
    const offset = Math.max(0, beside.indexOf(one)) * width - slot / 2;
    return one.values.flatMap((value, index) => {
      if (!value) return [];
      const start = startOf(one, index);
      const top = down(Math.max(start, start + value));
      const bottom = down(Math.min(start, start + value));
      const height = Math.max(LEAST, bottom - top);
      return {
        series: seriesIndex,
        x: round(acrossOf(index, count) + offset),
        y: round(value < 0 ? top : bottom - height),
        width: round(width),
        height: round(height),
      };
    });
  };

  const lines = series.flatMap((one, index) =>
    one.shape === 'line' ? { series: index, path: pathThrough(one) } : [],
  );
  const [only] = series;
  const isFilled =
    series.length === 1 && only?.shape === 'line' && !options.fromLeast && !only.values.includes(null);
  const zero = down(Math.max(scale.least, Math.min(0, scale.most)));
  const main =
    lines.length === series.length
      ? series.findIndex(({ isDashed }) => !isDashed)
      : series.length === 1
        ? 0
        : -1;
  return {
    scale,
    across,
    down,
    bars: series.flatMap(barsOf),
    lines,
    area:
      isFilled && count > 1
        ? `M${across(0)} ${zero}L${pathThrough(only).slice(1)}L${across(count - 1)} ${zero}Z`
        : undefined,
    main: main < 0 ? undefined : main,
    labeled: firstShown(series[main], isOfParts),
  };
}

/** The index of the value that a chart names first: the latest, or of parts the largest; -1 without one. */
export function firstShown(one: PlotSeries | undefined, isOfParts = false): number {
  const values = one?.values ?? [];
  if (!isOfParts) return values.findLastIndex((value) => value !== null);
  return values.indexOf(Math.max(...present(values)));
}

interface EndText {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  /** Whether it stands below its point. */
  isUnder: boolean;
}

/** In rem, of the columns of a narrow chart: over one of them there is room for a text that fits into it. */
const NARROW = 16;
/** The part of the points before that are above the text, and how much higher they are to be in its way, in percent. */
const NEAR = 0.15;
const IN_THE_WAY = 10;
/** In percent: lower there is no room below a point. */
const LOWEST = 85;

/** Where the text of the labeled value stands; undefined where it has no room or there is none. */
export function endText(
  { main, labeled, across, down, lines }: TimePlot,
  series: readonly PlotSeries[],
  count: number,
  text: string,
): EndText | undefined {
  const one = main === undefined ? undefined : series[main];
  const value = one?.values[labeled] ?? null;
  if (!one || value === null) return undefined;
  const point = { x: across(labeled), y: down(value) };
  if (one.shape !== 'line')
    // Over no column, it would run into the next one.
    return value !== 0 && count * widthOf(text) <= NARROW
      ? { ...point, anchor: 'middle', isUnder: value < 0 }
      : undefined;
  const linesBefore = (part: number) =>
    one.values
      .slice(Math.max(0, labeled - Math.ceil(count * part)), labeled)
      .flatMap((value) => (value === null ? [] : [down(value)]));
  const hasAbove = lines.some(
    (line) => line.series !== main && (series[line.series]?.values[labeled] ?? value) > value,
  );
  // The line that it would be written across.
  const beside = linesBefore(widthOf(text) / NARROW);
  const top = Math.min(100, ...beside);
  const isBlocked =
    point.y - Math.min(100, ...linesBefore(NEAR)) > IN_THE_WAY &&
    Math.max(0, ...beside) - point.y < point.y - top;
  const isUnder = point.y < LOWEST && (isBlocked || hasAbove);
  return {
    ...point,
    // Above all of that line, unless that is far from its point.
    y: isUnder || point.y - top > 2 * IN_THE_WAY ? point.y : Math.min(point.y, top),
    anchor: labeled > count / 2 ? 'end' : labeled === 0 ? 'start' : 'middle',
    isUnder,
  };
}
