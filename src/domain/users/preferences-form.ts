import * as v from 'valibot';
import { MONTH_STARTS, preferenceChangesSchema } from '../../i18n/preferences.ts';
import { type ProfileInput, profileFields } from './schema.ts';

/** Separators of thousands and of decimals, chosen together so that they differ. */
export const NUMBER_STYLES = {
  '1,234.56': [',', '.'],
  '1.234,56': ['.', ','],
  '1 234.56': [' ', '.'],
  '1 234,56': [' ', ','],
  "1'234.56": ["'", '.'],
  "1'234,56": ["'", ','],
  '1234.56': ['', '.'],
  '1234,56': ['', ','],
} as const;

type NumberStyle = keyof typeof NUMBER_STYLES;

const { language_preference, theme_preference, currency_preference } = profileFields;
// The excluded ones have separate fields, or a page.
const {
  thousand_separator: _thousands,
  decimal_separator: _point,
  decimals: _decimals,
  month_start: _month,
  accessibility: _accessibility,
  ...choices
} = preferenceChangesSchema.entries;

export const preferencesFormSchema = v.object({
  language_preference,
  theme_preference,
  currency_preference,
  ...choices,
  month_start: v.optional(
    v.pipe(v.string('errors:startDay'), v.transform(Number), v.picklist(MONTH_STARTS, 'errors:startDay')),
  ),
  number_style: v.picklist(Object.keys(NUMBER_STYLES) as NumberStyle[], 'errors:valueInvalid'),
  decimals: v.pipe(
    v.picklist(['0', '1', '2'], 'errors:valueInvalid'),
    v.transform((text) => Number(text) as 0 | 1 | 2),
  ),
});

export function preferencesOf(form: v.InferOutput<typeof preferencesFormSchema>): ProfileInput {
  const { language_preference, theme_preference, currency_preference, number_style, ...rest } = form;
  const [thousand_separator, decimal_separator] = NUMBER_STYLES[number_style];
  return {
    language_preference,
    theme_preference,
    currency_preference,
    preferences: { ...rest, thousand_separator, decimal_separator },
  };
}

/** Returns the first style if the separators are the same. */
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
