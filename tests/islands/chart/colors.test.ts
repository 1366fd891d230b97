import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PALETTE } from '../../../src/domain/categories/appearance/appearance.ts';
import { DEFAULT_CATEGORIES } from '../../../src/domain/categories/defaults.ts';
import { APART, distance, linearOf, texturesOf } from '../../../src/ui/charts/colors.ts';
import { COLORS } from '../../../src/ui/styles/tokens.ts';

const palette = PALETTE.map(({ color }) => color);

const luminance = (color: string) => {
  const [red, green, blue] = linearOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: string, other: string) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test('every colour of a category has a contrast of 3:1 with each surface that charts are on', () => {
  for (const surface of COLORS.surface)
    for (const color of palette) expect(contrast(color, surface)).toBeGreaterThanOrEqual(3);
});

test('the tones of columns and lines have it, too, each in its theme', () => {
  COLORS.surface.forEach((surface, theme) => {
    for (const tone of ['income', 'expense', 'accent', 'muted', 'text'] as const)
      expect(contrast(COLORS[tone][theme] ?? '', surface)).toBeGreaterThanOrEqual(3);
  });
});

test('income and expenses are told apart without red and green cones', () => {
  COLORS.income.forEach((income, theme) => {
    expect(distance(income, COLORS.expense[theme] ?? '')).toBeGreaterThanOrEqual(APART);
  });
});

test('colours are as far from each other as those see them who see least', () => {
  expect(distance('#EF4444', '#EF4444')).toBe(0);
  expect(distance('#000', '#fff')).toBeCloseTo(100, 0);
  // Red and green of the same lightness.
  expect(distance('#d00000', '#4e7d00')).toBeLessThan(distance('#d00000', '#0050d0') / 2);
  expect(distance('#B45309', '#A16207')).toBeLessThan(APART);
});

const isLike = (one: string | null, other: string | null) => !!one && !!other && distance(one, other) < APART;

test('neighbours differ by colour for everybody, or by their texture', () => {
  const chosen = fc.oneof(
    fc.constantFrom(...palette, null),
    fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
  );
  fc.assert(
    fc.property(fc.array(chosen, { minLength: 1, maxLength: 10 }), (colors) => {
      const textures = texturesOf(colors);
      colors.forEach((color, index) => {
        const next = (index + 1) % colors.length;
        if (next !== index && isLike(color, colors[next] ?? null))
          expect(textures[index]).not.toBe(textures[next]);
      });
    }),
  );
});

test('the default categories that most is spent on have colours of their own, and need no texture twice', () => {
  const most = [
    'housing',
    'groceries',
    'children',
    'restaurants',
    'car',
    'travel',
    'home_goods',
    'fees_taxes',
  ];
  const colors = most.map(
    (key) => DEFAULT_CATEGORIES.find((category) => category.key === key)?.color ?? null,
  );
  expect(new Set(colors).size).toBe(most.length);
  const textures = texturesOf(colors);
  colors.forEach((color, index) => {
    colors.slice(0, index).forEach((other, before) => {
      if (isLike(color, other)) expect(textures[index]).not.toBe(textures[before]);
    });
  });
  expect(textures.filter((texture) => texture === 'plain').length).toBeGreaterThanOrEqual(4);
});
