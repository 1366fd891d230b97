import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flowPlot } from '../../../src/ui/charts/flow-plot.ts';

test('parts are as thick as they are large, and each has room for its words', () => {
  const { to, height } = flowPlot([100], [70, 20, 10], false);
  expect((to[0]?.height ?? 0) / (to[1]?.height ?? 1)).toBeCloseTo(3.5, 1);
  const middles = [0, ...to.map(({ middle }) => middle), height];
  for (const [index, middle] of to.map(({ middle }) => middle).entries())
    expect(middle - (middles[index] ?? 0)).toBeGreaterThanOrEqual(1.3);
});

test('the sources are together as high as what goes out of them, and end where it does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 9 }), (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0);
      const income = Math.ceil(whole / 2);
      const { from, to, height } = flowPlot([income, whole - income], parts, false);
      const [first, last] = [from[0], from.at(-1)];
      expect(first?.top).toBeGreaterThanOrEqual(0);
      expect((last?.top ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(height + 0.1);
      for (const { top, height: size } of to) expect(top + size).toBeLessThanOrEqual(height + 0.1);
    }),
  );
});

test('in a language from right to left it begins at the right', () => {
  expect(flowPlot([1], [1], false).to[0]?.path).toMatch(/^M0 /);
  expect(flowPlot([1], [1], true).to[0]?.path).toMatch(/^M100 /);
});
