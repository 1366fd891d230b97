import { BUTTON_MODIFIERS, BUTTON_PARTS } from './parts/buttons.ts';
import { CHART_MODIFIERS, CHART_PARTS } from './parts/charts.ts';
import { CONTENT_MODIFIERS, CONTENT_PARTS } from './parts/content.ts';
import { DIALOG_MODIFIERS, DIALOG_PARTS } from './parts/dialog.ts';
import { FORM_MODIFIERS, FORM_PARTS } from './parts/forms.ts';
import { LIST_MODIFIERS, LIST_PARTS } from './parts/list.ts';
import { API_DOCS_PARTS } from './parts/pages/api-docs.ts';
import { CALENDAR_PARTS } from './parts/pages/calendar.ts';
import { ANALYTICS_PARTS, LIVE_CHART_PARTS } from './parts/pages/charts.ts';
import { DASHBOARD_PARTS } from './parts/pages/dashboard.ts';
import { LEGAL_PARTS } from './parts/pages/legal.ts';
import { SETUP_PARTS } from './parts/pages/setup.ts';
import { SHELL_MODIFIERS, SHELL_PARTS } from './parts/shell.ts';
import { COLUMN, LINE } from './parts/shorthands.ts';

export const BASICS = {
  muted: 'text-muted',
  small: 'text-sm',
  lead: 'text-lg text-muted',
  stack: `${COLUMN} gap-6`,
  row: `${LINE} gap-3`,
  page: 'w-full max-w-[72rem] mx-auto px-[var(--gutter)] print:max-w-none print:px-0',
};

export const PARTS = {
  ...BUTTON_PARTS,
  ...FORM_PARTS,
  ...DIALOG_PARTS,
  ...CONTENT_PARTS,
  ...LIST_PARTS,
  ...SHELL_PARTS,
  ...CHART_PARTS,
};

export const MODIFIERS = {
  ...BUTTON_MODIFIERS,
  ...FORM_MODIFIERS,
  ...DIALOG_MODIFIERS,
  ...CONTENT_MODIFIERS,
  ...LIST_MODIFIERS,
  ...SHELL_MODIFIERS,
  ...CHART_MODIFIERS,
};

/** Parts that few pages need: each group is a stylesheet of its own, above all layers: `virtual:uno:legal.css`. */
export const PAGE_PARTS = {
  analytics: ANALYTICS_PARTS,
  calendar: CALENDAR_PARTS,
  chart: LIVE_CHART_PARTS,
  dashboard: DASHBOARD_PARTS,
  legal: LEGAL_PARTS,
  setup: SETUP_PARTS,
  'api-docs': API_DOCS_PARTS,
};
