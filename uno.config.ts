import {
  defineConfig,
  presetWind4,
  type Rule,
  type StaticShortcut,
  transformerDirectives,
  type UtilObject,
  type Variant,
  type VariantHandler,
} from 'unocss';
import { BASICS, MODIFIERS, PAGE_PARTS, PARTS } from './src/ui/styles/parts.ts';
import { COLORS, tokenStyles } from './src/ui/styles/tokens.ts';

const color = `(${[...Object.keys(COLORS), 'tone', 'tone-soft', 'transparent', 'current', 'inherit'].join('|')})`;
const KEYWORDS: Record<string, string> = {
  current: 'currentcolor',
  transparent: 'transparent',
  inherit: 'inherit',
};
const colorValue = (name = '') => KEYWORDS[name] ?? `var(--${name})`;

const FONT_SIZES: Record<string, string> = {
  sm: '0.875rem',
  base: '1rem',
  lg: '1.125rem',
  xl: '1.375rem',
  '2xl': '1.75rem',
  '3xl': '2.25rem',
};
const RADII: Record<string, string> = {
  sm: 'var(--radius-s)',
  lg: 'calc(var(--radius) * 1.5)',
  pill: 'var(--radius-pill)',
  full: '50%',
};
const SIDES: Record<string, string> = {
  bs: '-block-start',
  be: '-block-end',
  s: '-inline-start',
  e: '-inline-end',
};

/** Utilities over our tokens: they replace the preset's own, which calculate with variables of theirs. */
const RULES: Rule[] = [
  [new RegExp(`^bg-${color}$`), ([, name]) => ({ background: colorValue(name) })],
  [new RegExp(`^text-${color}$`), ([, name]) => ({ color: colorValue(name) })],
  [new RegExp(`^accent-${color}$`), ([, name]) => ({ 'accent-color': colorValue(name) })],
  [new RegExp(`^(fill|stroke)-${color}$`), ([, property = '', name]) => ({ [property]: colorValue(name) })],
  [/^text-(sm|base|lg|xl|2xl|3xl)$/, ([, size = '']) => ({ 'font-size': FONT_SIZES[size] })],
  [/^text-([\d.]+r?em)$/, ([, size]) => ({ 'font-size': size })],
  [/^font-(\d+)$/, ([, weight]) => ({ 'font-weight': weight })],
  [/^leading-([\d.]+)$/, ([, height]) => ({ 'line-height': height })],
  ['tabular-nums', { 'font-variant-numeric': 'tabular-nums' }],
  [
    /^border(?:-(bs|be|s|e))?(?:-(\d+))?$/,
    ([, side = '', width = '1']) => ({
      [`border${SIDES[side] ?? ''}`]: width === '0' ? '0' : `${width}px solid var(--line)`,
    }),
  ],
  [
    new RegExp(`^border(?:-(bs|be|s|e))?-${color}$`),
    ([, side = '', name]) => ({ [`border${SIDES[side] ?? ''}-color`]: colorValue(name) }),
  ],
  [
    /^rounded(?:-(sm|lg|pill|full))?$/,
    ([, size = '']) => ({ 'border-radius': RADII[size] ?? 'var(--radius)' }),
  ],
  ['rounded-s', { 'border-start-start-radius': 'var(--radius)', 'border-end-start-radius': 'var(--radius)' }],
  [/^shadow-(lift|float)$/, ([, kind]) => ({ 'box-shadow': `var(--${kind})` })],
  [new RegExp(`^ring-${color}$`), ([, name]) => ({ 'box-shadow': `inset 0 0 0 1px ${colorValue(name)}` })],
  ['wrap-anywhere', { 'overflow-wrap': 'anywhere' }],
];

/**
 * Variants that the preset lacks; `rtl:` is here because the preset's looks at ancestors, not at the element's own
 * direction.
 */
const STATES: Record<string, string> = {
  rtl: ':dir(rtl)',
  current: '[aria-current]',
  pressed: '[aria-pressed=true]',
  selected: '[aria-selected=true]',
  chosen: ':has(:checked)',
  'has-error': ':has([aria-invalid=true])',
  'is-invalid': ':is([aria-invalid=true],:user-invalid)',
  off: ':is(:disabled,[aria-disabled=true])',
  busy: '[aria-busy=true]',
};
const VARIANTS: Variant[] = [
  ...Object.entries(STATES).map(([name, state]) =>
    variant(name, { selector: (input) => `${input}${state}`, sort: 100 }),
  ),
  variant('scripts', { parent: '@media (scripting: enabled)' }),
  variant(
    'contrast',
    { selector: (input) => `[data-contrast=high] ${input}` },
    { parent: '@media (prefers-contrast: more)' },
  ),
];

function variant(name: string, ...handlers: Omit<VariantHandler, 'matcher'>[]): Variant {
  return {
    name,
    // Before the preset's, which define some of these names too.
    order: -1,
    match: (word) => {
      if (!word.startsWith(`${name}:`)) return word;
      return handlers.map((handler) => ({ ...handler, matcher: word.slice(name.length + 1) }));
    },
  };
}

/** A length of the spacing scale (`4` is 1rem) as it is, where the preset would leave a calculation to the browser. */
function resolveSpacing({ entries }: UtilObject): void {
  for (const entry of entries) {
    if (typeof entry[1] !== 'string') continue;
    entry[1] = entry[1].replace(/calc\(var\(--spacing\) \* (-?[\d.]+)\)/g, (_, steps) =>
      steps === '0' ? '0' : `${Number(steps) / 4}rem`,
    );
  }
}

const ORDER = { tokens: 1, base: 2, basics: 3, parts: 4, modifiers: 5, components: 6, default: 7, states: 8 };
const LAYERS = { basics: BASICS, parts: PARTS, modifiers: MODIFIERS, ...PAGE_PARTS };

export default defineConfig({
  presets: [presetWind4({ preflights: { reset: false, theme: false, property: false } })],
  // Sheets of a single page are written with the same utilities.
  transformers: [transformerDirectives()],
  rules: RULES,
  variants: VARIANTS,
  shortcuts: Object.entries(LAYERS).flatMap(([layer, parts]) =>
    Object.entries(parts).map(
      ([name, utilities]): StaticShortcut => [name, [utilities].flat().join(' '), { layer }],
    ),
  ),
  preflights: [{ layer: 'tokens', getCSS: tokenStyles }],
  // Not `-`: that would turn `empty-mark` into a state of `mark`.
  separators: [':'],
  postprocess: resolveSpacing,
  // Names are also put together from values, as in `badge-${tone}`.
  safelist: Object.values(LAYERS).flatMap(Object.keys),
  content: {
    // Read from the disk, so that the stylesheet is the same whichever part is built first.
    filesystem: ['src/{pages,layouts,ui,islands,browser}/**/*.{astro,tsx}', 'src/{islands,browser}/**/*.ts'],
    pipeline: { include: [/\.(astro|tsx)($|\?)/, /\/src\/(islands|browser)\/.*\.ts$/] },
  },
  // Words in the code that happen to be utilities too.
  blocklist: [
    /^[hm]\d+$/,
    /^[!-][a-z]+$/,
    'blur',
    'container',
    'filter',
    'ms',
    'outline',
    'px',
    'resize',
    'ring',
    'tab',
    'table',
    'visible',
  ],
  outputToCssLayers: {
    // The preset's other layers are empty.
    cssLayerName: (layer) => (layer === 'default' ? 'utilities' : layer in ORDER ? layer : null),
    allLayers: true,
  },
  // The order of all layers, whichever stylesheet is read first; handwritten rules are in base, components and states.
  layers: ORDER,
});
