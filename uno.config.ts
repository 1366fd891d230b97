import { defineConfig, presetWind4 } from 'unocss';

const token = (name: string) => `var(--${name})`;

export default defineConfig({
  presets: [presetWind4({ preflights: { reset: false, theme: 'on-demand', property: false } })],
  // Words of the templates that happen to be utilities too and would only add weight.
  blocklist: [
    '?',
    'where',
    'table',
    'container',
    'static',
    'filter',
    'outline',
    'blur',
    'shadow',
    'transition',
    'resize',
  ],
  theme: {
    colors: {
      bg: token('bg'),
      surface: token('surface'),
      sunken: token('sunken'),
      line: token('line'),
      text: token('text'),
      muted: token('muted'),
      control: token('control'),
      accent: token('accent'),
      'accent-soft': token('accent-soft'),
      'on-accent': token('on-accent'),
      income: token('income'),
      'income-soft': token('income-soft'),
      expense: token('expense'),
      'expense-soft': token('expense-soft'),
      warning: token('warning'),
      'warning-soft': token('warning-soft'),
    },
  },
});
