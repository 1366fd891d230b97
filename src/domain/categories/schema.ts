import * as v from 'valibot';
import type { TextKey } from '../../i18n/texts.ts';
import { beginningOf } from '../letters.ts';
import {
  accountFilter,
  amountSchema,
  basedOnSchema,
  blankable,
  DESCRIPTION_MAX,
  emptiable,
  flag as flagSchema,
  idSchema,
  maxLetters,
  optionalText,
  queryFlag,
  TYPES,
  trimmed,
  typeSchema,
  wholeNumber,
} from '../schemas.ts';

export const CATEGORY_NAME_MAX = 100;

const flag = v.optional(queryFlag, 'false');

export const categoryFilterSchema = v.object({
  type: v.optional(typeSchema),
  defaults_only: flag,
  user_only: flag,
  archived: flag,
  hidden: flag,
});

export type CategoryFilter = v.InferOutput<typeof categoryFilterSchema>;

const text = v.string('errors:textExpected');

/** Trimmed, 1 to 100 characters. */
function nameSchema(empty: TextKey) {
  return v.pipe(
    v.nullable(text),
    v.transform((name) => name ?? ''),
    trimmed,
    v.minLength(1, empty),
    maxLetters(CATEGORY_NAME_MAX, 'errors:nameMax'),
  );
}

const categoryNameSchema = v.optional(nameSchema('errors:categoryNameRequired'), '');

// The palette is what forms offer; clients may set other colours.
export const colorSchema = v.pipe(
  v.string('errors:colorInvalid'),
  v.trim(),
  v.regex(/^#[\dA-Fa-f]{6}$/, 'errors:colorInvalid'),
);

// Any name of the icon family is stored; one that is missing from the sprite is drawn as the default.
export const iconSchema = v.pipe(
  v.string('errors:iconInvalid'),
  v.trim(),
  v.regex(/^[A-Za-z][\dA-Za-z-]{0,39}$/, 'errors:iconInvalid'),
);

const requiredType = v.pipe(
  v.optional(v.nullable(v.string('errors:typeInvalid')), ''),
  v.picklist(TYPES, 'errors:typeInvalid'),
);

export const categorySchema = v.object({
  name: categoryNameSchema,
  type: requiredType,
  icon: blankable(iconSchema),
  color: blankable(colorSchema),
  description: optionalText(DESCRIPTION_MAX, 'errors:descriptionMax'),
});

export type CategoryInput = v.InferOutput<typeof categorySchema>;

/** Missing fields stay, an empty description is removed; `is_archived: false` also restores a hidden default. */
export const categoryChangesSchema = v.object({
  name: v.optional(nameSchema('errors:categoryNameEmpty')),
  type: blankable(typeSchema),
  icon: blankable(iconSchema),
  color: blankable(colorSchema),
  description: emptiable(categorySchema.entries.description),
  is_archived: v.optional(flagSchema),
  basedOn: basedOnSchema,
});

export type CategoryChanges = v.InferOutput<typeof categoryChangesSchema>;

const id = idSchema('errors:categoryInvalid');

/** The target for the transactions of a removed category; if it is empty, they have no category. */
export const removalSchema = v.object({ moveTo: blankable(id) });

export const mergeSchema = v.object({
  moveTo: v.pipe(v.optional(v.string('errors:categoryInvalid'), ''), v.minLength(1, 'errors:mergeInto')),
});

export const overviewSchema = v.object({
  // The search field takes no longer text.
  search: blankable(
    v.pipe(
      v.string('errors:textExpected'),
      v.transform((text) => beginningOf(text, 200)),
    ),
  ),
  archived: flag,
});

export const categorySearchSchema = v.object({
  q: v.pipe(v.optional(v.string('errors:textExpected'), ''), maxLetters(200, 'errors:valueMax')),
});

export const suggestionSchema = v.object({
  description: blankable(v.pipe(text, maxLetters(DESCRIPTION_MAX, 'errors:descriptionMax'))),
  amount: blankable(amountSchema),
  type: blankable(typeSchema),
});

export type SuggestionInput = v.InferOutput<typeof suggestionSchema>;

export const MONTHS = 6;
export const MONTHS_MAX = 60;

export const categoryMonthsSchema = v.object({
  months: wholeNumber(MONTHS, 1, MONTHS_MAX, 'errors:categoryMonthsInvalid'),
  account: accountFilter,
});

/** The address of a category's page, which can also show this year or the last one. */
export const categoryPageSchema = v.object({
  months: categoryMonthsSchema.entries.months,
  period: blankable(v.picklist(['year', 'last-year'], 'errors:periodUnknown')),
});

export const newCategorySchema = v.object({
  newCategoryName: optionalText(CATEGORY_NAME_MAX, 'errors:nameMax'),
  newCategoryColor: blankable(colorSchema),
  newCategoryIcon: blankable(iconSchema),
});

export type NewCategoryInput = v.InferOutput<typeof newCategorySchema>;
