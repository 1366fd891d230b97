import { NUMBER_STYLES } from '../../domain/accounts/preferences-form.ts';
import { currencyOptions } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import { LANGUAGE_OPTIONS } from '../../i18n/language-options.ts';
import type { Locale } from '../../i18n/locales.ts';
import {
  AUTO_REFRESH,
  CHART_TABLES,
  DATE_FORMATS,
  DENSITIES,
  type Preferences,
  SHORTCUTS,
} from '../../i18n/preferences.ts';
import { timezonesWith } from '../../i18n/timezones.ts';
import type { Translate } from '../../i18n/translate.ts';

interface PreferenceChoice {
  id: string;
  label: string;
  options: { value: string; text: string; lang?: string }[];
  hint?: string;
}

interface Group {
  id: string;
  title: string;
  choices: PreferenceChoice[];
}

function optionsOf<const Value extends string>(values: readonly Value[], textOf: (value: Value) => string) {
  return values.map((value) => ({ value, text: textOf(value) }));
}

const asIs = (names: readonly string[]) => optionsOf(names, (name) => name);

/** @param today a local calendar date, for the examples of formats */
export function groupsOf(
  { t, locale }: { t: Translate; locale: Locale },
  preferences: Preferences,
  today: string,
): Group[] {
  return [look(t), money(t, locale), dates(t, preferences, today)];
}

function look(t: Translate): Group {
  return {
    id: 'look',
    title: t('accounts:look'),
    choices: [
      { id: 'language_preference', label: t('accounts:language'), options: LANGUAGE_OPTIONS },
      {
        id: 'theme_preference',
        label: t('accounts:theme'),
        options: optionsOf(['system', 'light', 'dark'], (value) => t(`accounts:theme.${value}`)),
      },
      {
        id: 'density',
        label: t('accounts:density'),
        options: optionsOf(DENSITIES, (value) => t(`accounts:density.${value}`)),
        hint: t('accounts:densityHint'),
      },
      {
        id: 'chart_tables',
        label: t('accounts:chartTables'),
        options: optionsOf(CHART_TABLES, (value) => t(`accounts:chartTables.${value}`)),
        hint: t('accounts:chartTablesHint'),
      },
      {
        id: 'performance_mode',
        label: t('accounts:performance'),
        options: optionsOf(['auto', 'battery', 'high'], (value) => t(`accounts:performance.${value}`)),
        hint: t('accounts:performanceHint'),
      },
      {
        id: 'shortcuts',
        label: t('shortcuts:title'),
        options: optionsOf(SHORTCUTS, (value) => t(`shortcuts:${value}`)),
        hint: t('shortcuts:hint'),
      },
      {
        id: 'auto_refresh',
        label: t('accounts:autoRefresh'),
        options: optionsOf(AUTO_REFRESH, (value) => t(`shortcuts:${value}`)),
        hint: t('accounts:autoRefreshHint'),
      },
    ],
  };
}

function money(t: Translate, locale: Locale): Group {
  return {
    id: 'money',
    title: t('accounts:money'),
    choices: [
      {
        id: 'currency_preference',
        label: t('accounts:currency'),
        options: currencyOptions(locale),
        hint: t('accounts:currencyHint'),
      },
      {
        id: 'symbol_position',
        label: t('accounts:symbolPosition'),
        options: optionsOf(['before', 'after'], (value) => t(`accounts:symbol.${value}`)),
      },
      { id: 'number_style', label: t('accounts:numberStyle'), options: asIs(Object.keys(NUMBER_STYLES)) },
      { id: 'decimals', label: t('accounts:decimals'), options: asIs(['0', '1', '2']) },
    ],
  };
}

function dates(t: Translate, preferences: Preferences, today: string): Group {
  const written = (date_format: (typeof DATE_FORMATS)[number]) =>
    formatter('ILS', { ...preferences, date_format }).date(today);
  return {
    id: 'dates',
    title: t('accounts:datesAndTimes'),
    choices: [
      {
        id: 'date_format',
        label: t('accounts:dateFormat'),
        options: optionsOf(DATE_FORMATS, (value) => `${written(value)} (${value})`),
      },
      {
        id: 'time_format',
        label: t('accounts:timeFormat'),
        options: optionsOf(['12h', '24h'], (value) => t(`accounts:time.${value}`)),
      },
      {
        id: 'week_start',
        label: t('accounts:weekStart'),
        options: optionsOf(['sunday', 'monday'], (value) => t(`accounts:week.${value}`)),
      },
      {
        id: 'timezone',
        label: t('accounts:timezone'),
        options: asIs(timezonesWith(preferences.timezone)),
        hint: t('accounts:timezoneHint'),
      },
    ],
  };
}
