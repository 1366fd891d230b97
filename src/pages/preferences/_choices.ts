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

interface Choice {
  id: string;
  label: string;
  options: { value: string; text: string; lang?: string }[];
  hint?: string;
}

/** A heading of the preferences page and the choices below it. */
export interface Group {
  id: string;
  title: string;
  choices: Choice[];
}

const asIs = (names: readonly string[]) => names.map((value) => ({ value, text: value }));

/** All choices of the preferences page; `today` is a local calendar date for the examples of formats. */
export function groupsOf(
  { t, locale }: { t: Translate; locale: Locale },
  preferences: Preferences,
  today: string,
): Group[] {
  return [look(t), money(t, locale), dates(t, preferences, today)];
}

function look(t: Translate): Group {
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({
    value,
    text: t(`accounts:theme.${value}`),
  }));
  const modes = (['auto', 'battery', 'high'] as const).map((value) => ({
    value,
    text: t(`accounts:performance.${value}`),
  }));
  const densities = DENSITIES.map((value) => ({ value, text: t(`accounts:density.${value}`) }));
  return {
    id: 'look',
    title: t('accounts:look'),
    choices: [
      { id: 'language_preference', label: t('accounts:language'), options: LANGUAGE_OPTIONS },
      { id: 'theme_preference', label: t('accounts:theme'), options: themes },
      {
        id: 'density',
        label: t('accounts:density'),
        options: densities,
        hint: t('accounts:densityHint'),
      },
      {
        id: 'chart_tables',
        label: t('accounts:chartTables'),
        options: CHART_TABLES.map((value) => ({ value, text: t(`accounts:chartTables.${value}`) })),
        hint: t('accounts:chartTablesHint'),
      },
      {
        id: 'performance_mode',
        label: t('accounts:performance'),
        options: modes,
        hint: t('accounts:performanceHint'),
      },
      {
        id: 'shortcuts',
        label: t('shortcuts:title'),
        options: SHORTCUTS.map((value) => ({ value, text: t(`shortcuts:${value}`) })),
        hint: t('shortcuts:hint'),
      },
      {
        id: 'auto_refresh',
        label: t('accounts:autoRefresh'),
        options: AUTO_REFRESH.map((value) => ({ value, text: t(`shortcuts:${value}`) })),
        hint: t('accounts:autoRefreshHint'),
      },
    ],
  };
}

function money(t: Translate, locale: Locale): Group {
  const positions = (['before', 'after'] as const).map((value) => ({
    value,
    text: t(`accounts:symbol.${value}`),
  }));
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
      { id: 'symbol_position', label: t('accounts:symbolPosition'), options: positions },
      { id: 'number_style', label: t('accounts:numberStyle'), options: asIs(Object.keys(NUMBER_STYLES)) },
      { id: 'decimals', label: t('accounts:decimals'), options: asIs(['0', '1', '2']) },
    ],
  };
}

function dates(t: Translate, preferences: Preferences, today: string): Group {
  const formats = DATE_FORMATS.map((value) => ({
    value,
    text: `${formatter('ILS', { ...preferences, date_format: value }).date(today)} (${value})`,
  }));
  const times = (['12h', '24h'] as const).map((value) => ({ value, text: t(`accounts:time.${value}`) }));
  const weeks = (['sunday', 'monday'] as const).map((value) => ({
    value,
    text: t(`accounts:week.${value}`),
  }));
  return {
    id: 'dates',
    title: t('accounts:datesAndTimes'),
    choices: [
      { id: 'date_format', label: t('accounts:dateFormat'), options: formats },
      { id: 'time_format', label: t('accounts:timeFormat'), options: times },
      { id: 'week_start', label: t('accounts:weekStart'), options: weeks },
      {
        id: 'timezone',
        label: t('accounts:timezone'),
        options: asIs(timezonesWith(preferences.timezone)),
        hint: t('accounts:timezoneHint'),
      },
    ],
  };
}
