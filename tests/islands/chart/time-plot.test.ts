import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endText, type PlotSeries, timePlot } from '../../../src/ui/charts/time-plot.ts';

const line = (values: (number | null)[], isDashed = false): PlotSeries => ({
  values,
  shape: 'line',
  isDashed,
});
const column = (values: (number | null)[]): PlotSeries => ({ values, shape: 'column' });
const stack = (values: (number | null)[]): PlotSeries => ({ values, shape: 'stack' });

/** Where the text of the latest value stands, with a text of five letters. */
const endOf = (series: PlotSeries[], text = '12345') => {
  const count = series[0]?.values.length ?? 0;
  return endText(timePlot(series, count), series, count, text);
};

describe('a line', () => {
  test('goes through the middle of equal parts, and the room to zero below it is filled', () => {
    const plot = timePlot([line([0, 100])], 2);
    expect(plot.lines).toEqual([{ series: 0, path: 'M25 100L75 0' }]);
    expect(plot.area).toBe('M25 100L25 100L75 0L75 100Z');
  });

  test.each([
    ['a value is missing', [line([1, null, 2])], {}],
    ['there is another', [line([1, 2]), line([2, 3])], {}],
    ['there is one point', [line([1])], {}],
    ['the axis need not contain zero', [line([1, 2])], { fromLeast: true }],
  ])('is not filled where %s', (_why, series, options) => {
    expect(timePlot(series, series[0]?.values.length ?? 0, options).area).toBeUndefined();
  });

  test('stays at the floor where a value is less', () => {
    const { scale, lines } = timePlot([line([-350, 50])], 2, { floor: -100 });
    expect(scale.least).toBe(-100);
    expect(lines[0]?.path).toBe('M25 100L75 0');
  });
});

describe('columns', () => {
  test('of one point stand beside each other and take most of its room', () => {
    const { bars } = timePlot([column([100]), column([50])], 1);
    expect(bars).toEqual([
      { series: 0, x: 15, y: 0, width: 35, height: 100 },
      { series: 1, x: 50, y: 50, width: 35, height: 50 },
    ]);
  });

  test('hang from zero where they are negative; nothing is drawn of zero and of what is not there', () => {
    const { bars } = timePlot([column([-50, 0, null, 50])], 4);
    expect(bars.map(({ y, height }) => [y, height])).toEqual([
      [50, 50],
      [0, 50],
    ]);
  });

  test('that would be too low to be seen are a sliver, above zero or below', () => {
    const { bars } = timePlot([column([1, -1, 10_000, -10_000])], 4);
    expect(bars.slice(0, 2).map(({ y, height }) => [y, height])).toEqual([
      [49.4, 0.6],
      [50, 0.6],
    ]);
  });

  test('that are stacked stand on each other, and the axis has room for their sum', () => {
    const { scale, bars } = timePlot([stack([60]), stack([40]), line([10])], 1);
    expect(scale.most).toBe(100);
    expect(bars.map(({ series, x, y, height }) => [series, x, y, height])).toEqual([
      [0, 15, 40, 60],
      [1, 15, 0, 40],
    ]);
  });

  const amounts = fc.array(fc.option(fc.integer({ min: -1e9, max: 1e9 })), { minLength: 1, maxLength: 40 });

  test('never leave the drawing', () => {
    fc.assert(
      fc.property(amounts, amounts, fc.constantFrom(column, stack), (first, second, of) => {
        const count = Math.max(first.length, second.length);
        for (const { x, y, width, height } of timePlot([of(first), of(second)], count).bars) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.6);
          expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(100.6);
        }
      }),
    );
  });
});

test.each([
  [[5, 30, 20, 0], 37.5],
  [[0, 0, 30, 30], 62.5],
])('of the parts %j the text of the largest stands over its column', (values, x) => {
  const series = [column(values)];
  const end = endText(timePlot(series, values.length, { isOfParts: true }), series, values.length, '12345');
  expect(end).toMatchObject({ x, y: 0, anchor: 'middle' });
});

test('no text stands over a column of zero', () => {
  expect(endOf([column([3, 2, 0])])).toBeUndefined();
});

describe('the text of the latest value', () => {
  test('stands above the end of a line that rises', () => {
    expect(endOf([line([10, 50, 100])])).toEqual({ x: 83.33, y: 0, anchor: 'end', isUnder: false });
  });

  test('stands below a point to which the line comes down, if there is room', () => {
    expect(endOf([line([100, 90, 50])])?.isUnder).toBe(true);
    expect(endOf([line([100, 90, 0])])?.isUnder).toBe(false);
  });

  test('stands below where another line is above', () => {
    expect(endOf([line([50, 50]), line([90, 90], true)])?.isUnder).toBe(true);
    expect(endOf([line([90, 90]), line([50, 50], true)])?.isUnder).toBe(false);
  });

  test('is not written across the line before its point', () => {
    const before = [5, 5, 5, 5, 5, 5, 5, 8, 8, 8, 7.9, 7.7];
    expect(endOf([line(before)], '12,345.67')?.y).toBe(timePlot([line(before)], 12).down(8));
    expect(endOf([line([8, 8, ...before.slice(2, 8), 5, 5, 5, 5])], '12,345.67')?.y).toBe(
      timePlot([line(before)], 12).down(5),
    );
  });

  test('is not written below its point across a line that comes from below', () => {
    const before = [1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 8, 7];
    expect(endOf([line(before)], '12,345.67')).toMatchObject({ isUnder: false });
    expect(endOf([line(before)], '12,345.67')?.y).toBe(timePlot([line(before)], 12).down(8));
  });

  test('reaches to the side that has room', () => {
    expect(endOf([line([5, null, null])])?.anchor).toBe('start');
    expect(endOf([line([5, 5, null, null, null])])?.anchor).toBe('middle');
  });

  test('is of the line that is not dashed', () => {
    expect(endOf([line([10, 20], true), line([30, 40])])?.y).toBe(0);
  });

  test('stands over a column that is wide enough for it, and below one that hangs', () => {
    expect(endOf([column([1, 2])])).toEqual({ x: 75, y: 0, anchor: 'middle', isUnder: false });
    expect(endOf([column([1, -2])])?.isUnder).toBe(true);
    expect(endOf([column(Array.from({ length: 12 }, () => 5))])).toBeUndefined();
  });

  test.each([
    ['more columns than one', [column([1]), column([2])]],
    ['columns and a line', [column([1]), line([2])]],
    ['nothing', [line([null])]],
  ])('is not said of %s', (_what, series) => {
    expect(endOf(series)).toBeUndefined();
  });
});
