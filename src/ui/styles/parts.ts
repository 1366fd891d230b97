import * as buttons from './parts/buttons.ts';
import * as charts from './parts/charts.ts';
import * as content from './parts/content.ts';
import * as dialog from './parts/dialog.ts';
import * as forms from './parts/forms.ts';
import * as list from './parts/list.ts';
import { CALENDAR_PARTS } from './parts/pages/calendar.ts';
import { ANALYTICS_PARTS, LIVE_CHART_PARTS } from './parts/pages/charts.ts';
import { DASHBOARD_PARTS } from './parts/pages/dashboard.ts';
import { API_DOCS_PARTS, LEGAL_PARTS } from './parts/pages/documents.ts';
import { IMPORTS_PARTS } from './parts/pages/imports.ts';
import { SETUP_PARTS } from './parts/pages/setup.ts';
import * as shell from './parts/shell.ts';
import { COLUMN, LINE } from './parts/shorthands.ts';

export const BASICS = {
  muted: 'text-muted',
  small: 'text-sm',
  lead: 'text-lg text-muted',
  stack: `${COLUMN} gap-6`,
  row: `${LINE} gap-3`,
  page: 'w-full max-w-[72rem] mx-auto px-[var(--gutter)] print:max-w-none print:px-0',
};

/** The possible combinations are described in docs/styles.md. Later files override earlier ones. */
const FILES = [buttons, forms, dialog, content, list, shell, charts];

type Shortcuts = Record<string, string | string[]>;

export const PARTS: Shortcuts = Object.assign({}, ...FILES.map((file) => file.PARTS));

/** Each overrides the part that it modifies. */
export const MODIFIERS: Shortcuts = Object.assign({}, ...FILES.map((file) => file.MODIFIERS));

/** Parts that few pages need: each group is a stylesheet above all layers, such as `virtual:uno:legal.css`. */
export const PAGE_PARTS = {
  analytics: ANALYTICS_PARTS,
  calendar: CALENDAR_PARTS,
  chart: LIVE_CHART_PARTS,
  dashboard: DASHBOARD_PARTS,
  imports: IMPORTS_PARTS,
  legal: LEGAL_PARTS,
  setup: SETUP_PARTS,
  'api-docs': API_DOCS_PARTS,
};
