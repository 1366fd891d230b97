import * as v from 'valibot';
import { blankable } from '../blank.ts';
import { DESCRIPTION_MAX, TYPES, typeSchema } from '../transactions/schema.ts';

export const CATEGORY_NAME_MAX = 100;

const flag = v.pipe(
  v.optional(v.string(), 'false'),
  v.transform((text) => text === 'true' || text === '1'),
);

/** Which categories to list. */
export const categoryFilterSchema = v.object({
  type: v.optional(typeSchema),
  defaults_only: flag,
  user_only: flag,
  archived: flag,
});

export type CategoryFilter = v.InferOutput<typeof categoryFilterSchema>;

const text = v.string('errors:textExpected');

/** Trimmed, 1 to 100 characters (specification, section 5: a new category requires a non-empty name). */
export const categoryNameSchema = v.pipe(
  v.optional(v.nullable(text), ''),
  v.transform((name) => name ?? ''),
  v.trim(),
  v.minLength(1, 'errors:categoryNameRequired'),
  v.maxLength(CATEGORY_NAME_MAX, 'errors:nameMax'),
);

// The palette is what a person is offered; a client may bring a colour of its own.
const colorSchema = v.pipe(
  v.string('errors:colorInvalid'),
  v.trim(),
  v.regex(/^#[\dA-Fa-f]{6}$/, 'errors:colorInvalid'),
);

// Any name of the icon family is kept; one that the sprite lacks is drawn as the default.
const iconSchema = v.pipe(
  v.string('errors:iconInvalid'),
  v.trim(),
  v.regex(/^[A-Za-z][\dA-Za-z-]{0,39}$/, 'errors:iconInvalid'),
);

const categoryDescriptionSchema = v.pipe(
  text,
  v.trim(),
  v.maxLength(DESCRIPTION_MAX, 'errors:descriptionMax'),
);

const requiredType = v.pipe(
  v.optional(v.nullable(v.string('errors:typeInvalid')), ''),
  v.picklist(TYPES, 'errors:typeInvalid'),
);

/** What a client sends of a new category; a missing icon or colour is derived from the name. */
export const categorySchema = v.object({
  name: categoryNameSchema,
  type: requiredType,
  icon: blankable(iconSchema),
  color: blankable(colorSchema),
  description: blankable(categoryDescriptionSchema),
});

export type CategoryInput = v.InferOutput<typeof categorySchema>;
