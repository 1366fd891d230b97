import { NUMBER_STYLES } from '../../domain/users/preferences-form.ts';
import { currencyOptions } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { LANGUAGE_OPTIONS } from '../../i18n/locales.ts';
import {
  AUTO_REFRESH,
  CHART_TABLES,
  DATE_FORMATS,
  DENSITIES,
  LEFT_BY,
  MONTH_STARTS,
  type Preferences,
  SHORTCUTS,
  START_PAGES,
} from '../../i18n/preferences.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { timezonesWith, zoneName } from '../../i18n/timezones.ts';
import type { Translate } from '../../i18n/translate.ts';
import { dateFormatName } from '../../ui/forms/moment-picker.ts';

function optionsOf<const Value extends string>(values: readonly Value[], textOf: (value: Value) => string) {
  return values.map((value) => ({ value, text: textOf(value) }));
}

const asIs = (names: readonly string[]) => optionsOf(names, (name) => name);

/** @param today a local calendar date, for the examples of formats */
export function groupsOf(
  { t, locale }: { t: Translate; locale: Locale },
  isAdmin: boolean,
  preferences: Preferences,
  today: string,
) {
  const group = (id: string, title: TextKey, choices: ReturnType<typeof choice>[]) => ({
    id,
    title: t(title),
    choices,
  });
  const choice = (
    id: string,
    label: TextKey,
    options: { value: string; text: string; lang?: string }[],
    hint?: TextKey,
  ) => ({ id, label: t(label), options, hint: hint && t(hint) });
  const themes = optionsOf(['system', 'light', 'dark'], (value) => t(`accounts:theme.${value}`));
  const densities = optionsOf(DENSITIES, (value) => t(`accounts:density.${value}`));
  const tables = optionsOf(CHART_TABLES, (value) => t(`accounts:chartTables.${value}`));
  // Without the right to administration, "auto" always means Home.
  const startTexts = {
    auto: t(isAdmin ? 'accounts:start.auto' : 'common:home'),
    ...{ home: t('common:home'), transactions: t('common:transactions'), admin: t('common:admin') },
  };
  const starts = optionsOf(
    isAdmin ? START_PAGES : (['auto', 'transactions'] as const),
    (value) => startTexts[value],
  );
  const modes = optionsOf(['auto', 'battery', 'high'], (value) => t(`accounts:performance.${value}`));
  const shortcuts = optionsOf(SHORTCUTS, (value) => t(`shortcuts:${value}`));
  const refreshes = optionsOf(AUTO_REFRESH, (value) => t(`site:${value}`));
  const positions = optionsOf(['before', 'after'], (value) => t(`accounts:symbol.${value}`));
  const styles = asIs(Object.keys(NUMBER_STYLES));
  const dates = optionsOf(DATE_FORMATS, (date_format) => {
    const written = formatter('ILS', { ...preferences, date_format }).date(today);
    return `${written} (${dateFormatName(date_format, t)})`;
  });
  const times = optionsOf(['12h', '24h'], (value) => t(`accounts:time.${value}`));
  const weeks = optionsOf(['sunday', 'monday'], (value) => t(`accounts:week.${value}`));
  const days = asIs(MONTH_STARTS.map(String));
  const leftBy = optionsOf(LEFT_BY, (value) => t(`budgets:leftBy.${value}`));
  const zones = optionsOf(timezonesWith(preferences.timezone), (name) =>
    name === preferences.timezone ? `${zoneName(name, locale, new Date(today))} (${name})` : name,
  );
  return [
    group('look', 'accounts:look', [
      choice('language_preference', 'accounts:language', LANGUAGE_OPTIONS),
      choice('theme_preference', 'accounts:theme', themes),
      choice('start_page', 'accounts:start', starts, isAdmin ? 'accounts:startHint' : undefined),
      choice('density', 'accounts:density', densities, 'accounts:densityHint'),
      choice('chart_tables', 'accounts:chartTables', tables, 'accounts:chartTablesHint'),
      choice('performance_mode', 'accounts:performance', modes, 'accounts:performanceHint'),
      choice('shortcuts', 'shortcuts:title', shortcuts, 'shortcuts:hint'),
      choice('auto_refresh', 'accounts:autoRefresh', refreshes, 'accounts:autoRefreshHint'),
    ]),
    group('money', 'accounts:money', [
      choice('currency_preference', 'accounts:currency', currencyOptions(locale), 'accounts:currencyHint'),
      choice('symbol_position', 'accounts:symbolPosition', positions),
      choice('number_style', 'accounts:numberStyle', styles),
      choice('decimals', 'accounts:decimals', asIs(['0', '1', '2'])),
      choice('left_by', 'budgets:available', leftBy),
    ]),
    group('dates', 'accounts:datesAndTimes', [
      choice('date_format', 'accounts:dateFormat', dates),
      choice('time_format', 'accounts:timeFormat', times),
      choice('week_start', 'accounts:weekStart', weeks),
      choice('month_start', 'accounts:monthStart', days, 'accounts:monthStartHint'),
      choice('timezone', 'accounts:timezone', zones, 'accounts:timezoneHint'),
    ]),
  ];
}
