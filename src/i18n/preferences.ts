import * as v from 'valibot';
import { canonicalTimezone, timezoneSchema } from './timezones.ts';

export const DATE_FORMATS = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD', 'DD.MM.YYYY'] as const;

export const DENSITIES = ['comfortable', 'compact'] as const;

/** Whether the table below a chart is folded. */
export const CHART_TABLES = ['closed', 'open'] as const;

/** Where a sign-in leads. Without a choice an administrator who keeps no money here gets to administration. */
export const START_PAGES = ['auto', 'home', 'transactions', 'admin'] as const;

export const SHORTCUTS = ['on', 'off'] as const;

/** Whether an open list checks for changes periodically. */
export const AUTO_REFRESH = ['off', 'on'] as const;

/** The days on which a month of one's own may begin: those that every month has. */
export const MONTH_STARTS = /* @__PURE__ */ Array.from({ length: 28 }, (_, index) => index + 1);

/** What is left to spend comes from: the balance until the next income, the budgets of the month, or what is less. */
export const LEFT_BY = ['auto', 'balance', 'plan'] as const;

const invalid = 'errors:valueInvalid';

const accessibilityValues = {
  fontSize: v.picklist(['small', 'medium', 'large', 'xl'], invalid),
  contrast: v.picklist(['normal', 'high'], invalid),
  reducedMotion: v.boolean(invalid),
  screenReader: v.boolean(invalid),
  announcements: v.boolean(invalid),
  focusVisible: v.boolean(invalid),
};

const values = {
  date_format: v.picklist(DATE_FORMATS, invalid),
  time_format: v.picklist(['12h', '24h'], invalid),
  week_start: v.picklist(['sunday', 'monday'], invalid),
  month_start: v.picklist(MONTH_STARTS, 'errors:startDay'),
  left_by: v.picklist(LEFT_BY, invalid),
  decimals: v.picklist([0, 1, 2], invalid),
  thousand_separator: v.picklist([',', '.', ' ', "'", ''], invalid),
  decimal_separator: v.picklist(['.', ','], invalid),
  symbol_position: v.picklist(['before', 'after'], invalid),
  timezone: timezoneSchema,
  density: v.picklist(DENSITIES, invalid),
  chart_tables: v.picklist(CHART_TABLES, invalid),
  start_page: v.picklist(START_PAGES, invalid),
  performance_mode: v.picklist(['auto', 'battery', 'high'], invalid),
  shortcuts: v.picklist(SHORTCUTS, invalid),
  auto_refresh: v.picklist(AUTO_REFRESH, invalid),
};

/** A change of preferences: values that are present must be valid, missing ones stay as they were. */
export const preferenceChangesSchema = v.partial(
  v.object({ ...values, accessibility: v.partial(v.object(accessibilityValues)) }),
);

/** The time zone of the machine is the default, because Pruta is mostly hosted at home. */
export const SERVER_TIMEZONE = /* @__PURE__ */ serverTimezone();

function serverTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return canonicalTimezone(timeZone) ?? timeZone;
}

const accessibilitySchema = v.object({
  fontSize: v.fallback(accessibilityValues.fontSize, 'medium'),
  contrast: v.fallback(accessibilityValues.contrast, 'normal'),
  reducedMotion: v.fallback(accessibilityValues.reducedMotion, false),
  screenReader: v.fallback(accessibilityValues.screenReader, false),
  announcements: v.fallback(accessibilityValues.announcements, true),
  focusVisible: v.fallback(accessibilityValues.focusVisible, true),
});

/** A person's preferences; each missing or invalid one falls back to its default (docs/behaviour.md#defaults). */
export const preferencesSchema = v.object({
  date_format: v.fallback(values.date_format, 'MM/DD/YYYY'),
  time_format: v.fallback(values.time_format, '12h'),
  week_start: v.fallback(values.week_start, 'sunday'),
  month_start: v.fallback(values.month_start, 1),
  left_by: v.fallback(values.left_by, 'auto'),
  decimals: v.fallback(values.decimals, 2),
  thousand_separator: v.fallback(values.thousand_separator, ','),
  decimal_separator: v.fallback(values.decimal_separator, '.'),
  symbol_position: v.fallback(values.symbol_position, 'before'),
  timezone: v.fallback(values.timezone, SERVER_TIMEZONE),
  density: v.fallback(values.density, 'comfortable'),
  chart_tables: v.fallback(values.chart_tables, 'closed'),
  start_page: v.fallback(values.start_page, 'auto'),
  performance_mode: v.fallback(values.performance_mode, 'auto'),
  shortcuts: v.fallback(values.shortcuts, 'on'),
  auto_refresh: v.fallback(values.auto_refresh, 'off'),
  accessibility: v.fallback(accessibilitySchema, /* @__PURE__ */ v.parse(accessibilitySchema, {})),
});

export type Preferences = v.InferOutput<typeof preferencesSchema>;

/** The preferences about writing values, which are all that pages pass to scripts. */
export type WritingPreferences = Omit<
  Preferences,
  | 'performance_mode'
  | 'accessibility'
  | 'chart_tables'
  | 'start_page'
  | 'shortcuts'
  | 'auto_refresh'
  | 'month_start'
  | 'left_by'
>;

export function writingOf({
  performance_mode: _performance,
  accessibility: _accessibility,
  chart_tables: _tables,
  start_page: _start,
  shortcuts: _shortcuts,
  auto_refresh: _refresh,
  month_start: _month,
  left_by: _left,
  ...writing
}: Preferences): WritingPreferences {
  return writing;
}

export const DEFAULT_PREFERENCES: Preferences = /* @__PURE__ */ v.parse(preferencesSchema, {});
