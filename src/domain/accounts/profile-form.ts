import * as v from 'valibot';
import { preferenceChangesSchema } from '../../i18n/preferences.ts';
import { type ProfileInput, profileSchema } from './schema.ts';

/** How numbers are written: the separator of thousands and that of decimals, chosen together so that they differ. */
export const NUMBER_STYLES = {
  '1,234.56': [',', '.'],
  '1.234,56': ['.', ','],
  '1 234.56': [' ', '.'],
  '1 234,56': [' ', ','],
  "1'234.56": ["'", '.'],
  '1234.56': ['', '.'],
} as const;

export type NumberStyle = keyof typeof NUMBER_STYLES;

const { firstName, lastName, language_preference, theme_preference, currency_preference } =
  profileSchema.entries;
const { date_format, time_format, week_start, symbol_position, timezone } = preferenceChangesSchema.entries;

/** The form of the profile page: plain text fields, each as the account keeps it. */
export const profileFormSchema = v.object({
  firstName,
  lastName,
  language_preference,
  theme_preference,
  currency_preference,
  date_format,
  time_format,
  week_start,
  symbol_position,
  timezone,
  number_style: v.picklist(Object.keys(NUMBER_STYLES) as NumberStyle[], 'errors:valueInvalid'),
  decimals: v.pipe(
    v.picklist(['0', '1', '2'], 'errors:valueInvalid'),
    v.transform((text) => Number(text) as 0 | 1 | 2),
  ),
});

/** What the form means as a change of the account. */
export function profileOf(form: v.InferOutput<typeof profileFormSchema>): ProfileInput {
  const {
    firstName,
    lastName,
    language_preference,
    theme_preference,
    currency_preference,
    number_style,
    ...rest
  } = form;
  const [thousand_separator, decimal_separator] = NUMBER_STYLES[number_style];
  return {
    firstName,
    lastName,
    language_preference,
    theme_preference,
    currency_preference,
    preferences: { ...rest, thousand_separator, decimal_separator },
  };
}

/** The style that a person's two separators make; the first one if they fit none. */
export function numberStyleOf(separators: {
  thousand_separator: string;
  decimal_separator: string;
}): NumberStyle {
  const names = Object.keys(NUMBER_STYLES) as NumberStyle[];
  const fits = (name: NumberStyle) =>
    NUMBER_STYLES[name][0] === separators.thousand_separator &&
    NUMBER_STYLES[name][1] === separators.decimal_separator;
  return names.find(fits) ?? '1,234.56';
}
