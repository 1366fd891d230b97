import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthLabels } from '../../../src/i18n/dates.ts';
import { formatter } from '../../../src/i18n/format.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../../../src/i18n/preferences.ts';
import { shortAmounts } from '../../../src/i18n/short-amounts.ts';
import { anchorOf, ROOMS, thinned, widthOf } from '../../../src/ui/charts/axis-labels.ts';
import { arcOf, pathOf, stackedOn } from '../../../src/ui/charts/geometry.ts';
import { scaleOf } from '../../../src/ui/charts/scale.ts';

describe('a scale', () => {
  test.each([
    [[0, 2_345_678], {}, [0, 1_000_000, 2_000_000, 3_000_000]],
    [[-50_000, 12_300], {}, [-60_000, -40_000, -20_000, 0, 20_000]],
    [[300], { about: 3 }, [0, 100, 200, 300]],
    [[0, 0], { unit: 100 }, [0, 100]],
    [[], { unit: 1 }, [0, 1]],
    [[2], { unit: 1 }, [0, 1, 2]],
    [[0.1, -0.3], {}, [-0.3, -0.2, -0.1, 0, 0.1]],
    [[3.61, 3.74], { fromLeast: true }, [3.6, 3.65, 3.7, 3.75]],
    [[5], { fromLeast: true }, [4, 6]],
  ])('of %j with %j has round ticks', (values, options, ticks) => {
    expect(scaleOf(values, options).ticks).toEqual(ticks);
  });

  test('contains all values and zero, in a few equal steps of 1, 2 or 5', () => {
    const amounts = fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 20 });
    fc.assert(
      fc.property(amounts, (values) => {
        const { least, most, ticks } = scaleOf(values, { unit: 100 });
        expect(least).toBeLessThanOrEqual(Math.min(0, ...values));
        expect(most).toBeGreaterThanOrEqual(Math.max(0, ...values));
        expect(ticks).toContain(0);
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(8);
        const steps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
        expect(new Set(steps).size).toBe(1);
        expect(String(steps[0])).toMatch(/^[125]0*$/);
      }),
    );
  });
});

describe('amounts on an axis', () => {
  test.each<[number[], Locale, Partial<Preferences>, string[]]>([
    [[0, 2_000_000, 4_000_000], 'en', {}, ['₪0', '₪20K', '₪40K']],
    [[0, 2_000_000, 4_000_000], 'he', {}, ['₪0', '20 אלף\u00A0₪', '40 אלף\u00A0₪']],
    [[-1_000_000, 0, 1_000_000], 'he', {}, ['\u2068−10\u2069 אלף\u00A0₪', '₪0', '10 אלף\u00A0₪']],
    [[21_238_100, 21_238_200], 'en', {}, ['₪212,381', '₪212,382']],
    [[100_000_000, 100_500_000], 'en', {}, ['₪1,000K', '₪1,005K']],
    [[-500_000, 0, 500_000], 'en', {}, ['−₪5,000', '₪0', '₪5,000']],
    [[0, 50_000_000, 100_000_000], 'en', {}, ['₪0', '₪0.5M', '₪1M']],
    [
      [0, 50_000_000, 100_000_000],
      'he',
      { symbol_position: 'after' },
      ['0\u00A0₪', '0.5 מיליון\u00A0₪', '1 מיליון\u00A0₪'],
    ],
    [[0, 200_000_000_000], 'en', { decimal_separator: ',', thousand_separator: '.' }, ['₪0', '₪2B']],
    [[0, 500_000], 'en', { decimal_separator: ',', thousand_separator: '.' }, ['₪0', '₪5.000']],
    [[0, 100], 'en', { decimals: 0 }, ['₪0', '₪1']],
  ])('%j in %s with %j are short', (minors, locale, changes, texts) => {
    const format = formatter('ILS', { ...DEFAULT_PREFERENCES, ...changes });
    expect(shortAmounts(minors, format, locale)).toEqual(texts);
  });
});

describe('labels', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 120 });

  test('never touch in any room, and the latest is always there', () => {
    fc.assert(
      fc.property(texts, (labels) => {
        const rooms = thinned(labels);
        expect(rooms.at(-1)).toBe(0);
        ROOMS.forEach((room, index) => {
          const places = rooms.flatMap((from, place) => (from !== null && from <= index ? place : []));
          places.slice(1).forEach((place, before) => {
            const distance = ((place - (places[before] ?? 0)) * room) / labels.length;
            const left = places[before] ?? 0;
            // Beside a point is half of a text, or all of one that reaches inwards.
            const rightOf = widthOf(labels[left] ?? '') / (anchorOf(left, labels) === 'start' ? 1 : 2);
            const leftOf = widthOf(labels[place] ?? '') / (anchorOf(place, labels) === 'end' ? 1 : 2);
            expect(distance).toBeGreaterThanOrEqual(rightOf + leftOf);
          });
        });
      }),
    );
  });

  test('are at equal distances, also from one that reaches inwards', () => {
    const dates = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11/2026`);
    const shown = thinned(dates).flatMap((room, place) => (room === null ? [] : place));
    expect(shown.slice(-3)).toEqual([19, 24, 29]);
  });

  test('of days are each at its point, the latest too', () => {
    const days = Array.from({ length: 30 }, (_, day) => `${String(day + 1).padStart(2, '0')}/11`);
    expect(new Set(days.map((_, place) => anchorOf(place, days)))).toEqual(new Set(['middle']));
  });

  test('of months are their names, and the year where one begins', () => {
    expect(monthLabels(['2026-12', '2027-01', '2027-02'], 'en')).toEqual(['Dec', '2027', 'Feb']);
    expect(monthLabels(['2027-01'], 'en')).toEqual(['Jan']);
    expect(monthLabels(['2026-11'], 'he')).toEqual(['נוב׳']);
  });
});

test('a line is interrupted where there is no value', () => {
  expect(pathOf([[0, 1], [2, 3], null, [4, 5]])).toBe('M0 1L2 3M4 5h0');
});

test('what is stacked begins where the series before ends, and nothing goes below zero', () => {
  expect(
    stackedOn([
      [1, -2, null],
      [3, 4, 5],
      [1, 1, 1],
    ]),
  ).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [4, 4, 5],
  ]);
});

test('parts of a ring run clockwise from the top, and the whole is one of them', () => {
  expect(arcOf(0, 0.25)).toBe('M50 2A48 48 0 0 1 98 50L80 50A30 30 0 0 0 50 20Z');
  expect(arcOf(0, 1)).toContain('A48 48 0 1 1 49.97 2');
});
