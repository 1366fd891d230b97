/** A colour in the light theme, in the dark one, and in both with high contrast. */
type Shades = readonly [light: string, dark: string, highLight: string, highDark: string];

/** Text has a contrast of at least 4.5:1 with its background, the border of a control 3:1. */
export const COLORS = {
  bg: ['#f6f7f9', '#0f1620', '#fff', '#000'],
  surface: ['#fff', '#18212d', '#fff', '#000'],
  sunken: ['#eceff3', '#0b1119', '#fff', '#000'],
  line: ['#dde2e9', '#2b3746', '#000', '#fff'],
  text: ['#16202c', '#e9eef5', '#000', '#fff'],
  muted: ['#4c5a6a', '#a9b6c6', '#1f2933', '#e6e6e6'],
  control: ['#6b7889', '#8494a7', '#000', '#fff'],
  accent: ['#1d4ed8', '#8ab4ff', '#00308f', '#9ecbff'],
  'accent-strong': ['#173fb0', '#b3ceff', '#00308f', '#9ecbff'],
  'accent-soft': ['#e8effd', '#1d2c47', '#fff', '#000'],
  'on-accent': ['#fff', '#0b1119', '#fff', '#000'],
  income: ['#00706b', '#6fe3d1', '#004d4a', '#8ffff0'],
  'income-soft': ['#e3f3f1', '#12312f', '#fff', '#000'],
  expense: ['#b42318', '#ff8573', '#7a0000', '#ffb3a6'],
  'expense-soft': ['#fdeceb', '#3a1f1f', '#fff', '#000'],
  warning: ['#8a4b00', '#ffc266', '#5c3200', '#ffd27a'],
  'warning-soft': ['#fef3e2', '#33260f', '#fff', '#000'],
  focus: ['#0b1f4d', '#ffd60a', '#000', '#ffd60a'],
  halo: ['#ffd60a', '#0b1119', '#ffd60a', '#000'],
} as const satisfies Record<string, Shades>;

const SHADOW = ['rgb(22 32 44 / 0.1)', 'rgb(0 0 0 / 0.5)'] as const;

const MEASURES = {
  backdrop: 'rgb(11 17 25 / 0.55)',
  'font-scale': '1',
  'radius-s': '0.25rem',
  radius: '0.5rem',
  'radius-pill': '99rem',
  target: '2.75rem',
  gutter: 'clamp(min(1rem, 5vw), 4vw, 2rem)',
  lift: '0 1px 2px var(--shadow)',
  float: '0 8px 28px var(--shadow)',
};

/**
 * Sizes of list rows by `data-density`: the height of a transaction with the mark of its category, the heights of
 * controls in its text and beside it, the icons of other lists, and the gap above and below their cells.
 */
const DENSITIES = {
  comfortable: {
    row: '2.75rem',
    mark: '1.75rem',
    low: '1.75rem',
    press: 'var(--target)',
    icon: '2.5rem',
    gap: '0.75rem',
  },
  compact: { row: '2.125rem', mark: '1.5rem', low: '1.5rem', press: '2rem', icon: '1.5rem', gap: '0.25rem' },
};

/** For touch and phones, where no target gets smaller. */
const BY_TOUCH = {
  comfortable: { row: '3.5rem', mark: '2rem' },
  compact: { row: 'var(--target)', mark: '1.5rem', low: '1.75rem', press: 'var(--target)' },
};

const TOUCH = '(width<48rem),(pointer:coarse)';

const FONT_SCALES = { small: 0.875, large: 1.125, xl: 1.25 };

/** The custom properties of all parts: `--accent`, `--radius` and so on, for every theme, contrast and font size. */
export function tokenStyles(): string {
  const light = properties((shades) => shades[0]);
  const both = properties(([light, dark]) => lightDark(light, dark));
  const high = properties(([, , light, dark]) => lightDark(light, dark));
  return [
    `:root{color-scheme:light dark;${both}--shadow:${lightDark(...SHADOW)};${declarations(MEASURES)}${declarations(DENSITIES.comfortable)}}`,
    `[data-density=compact]{${declarations(DENSITIES.compact)}}`,
    `@media ${TOUCH}{:root{${declarations(BY_TOUCH.comfortable)}}[data-density=compact]{${declarations(BY_TOUCH.compact)}}}`,
    '[data-theme=light]{color-scheme:light}',
    '[data-theme=dark]{color-scheme:dark}',
    ...Object.entries(FONT_SCALES).map(([size, scale]) => `[data-fs=${size}]{--font-scale:${scale}}`),
    `[data-contrast=high]{${high}}`,
    `@media (prefers-contrast:more){:root{${high}}}`,
    // Browsers from before 2024 do not support light-dark(): they use the light colours.
    `@supports not (color:light-dark(#000,#fff)){:root{${light}--shadow:${SHADOW[0]}}}`,
  ].join('\n');
}

function properties(choose: (shades: Shades) => string): string {
  return declarations(
    Object.fromEntries(Object.entries(COLORS).map(([name, shades]) => [name, choose(shades)])),
  );
}

function declarations(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

const lightDark = (light: string, dark: string) => `light-dark(${light},${dark})`;
