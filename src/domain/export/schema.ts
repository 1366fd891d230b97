import * as v from 'valibot';
import { LOCALES } from '../../i18n/locales.ts';
import { blankable, blankableOr } from '../schemas.ts';
import { listSchema } from '../transactions/list/filter.ts';
import { EXPORT_FIELD_NAMES, type ExportField } from './fields.ts';

const { page: _page, limit: _limit, cursor: _cursor, ...filters } = listSchema.entries;

const fields = v.pipe(
  v.string('errors:exportFields'),
  // Each once: a request could otherwise name one a thousand times.
  v.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))] as ExportField[]),
  // As a whole: an item of a list would be named as a field of its own.
  v.check((names) => names.every((name) => EXPORT_FIELD_NAMES.includes(name)), 'errors:exportFields'),
  v.description(`Comma-separated: ${EXPORT_FIELD_NAMES.join(', ')}.`),
);

/** The query of an export: the filters and the order of the list, and how it is written. */
export const exportSchema = v.object({
  ...filters,
  language: blankable(v.picklist(LOCALES, 'errors:languageInvalid')),
  fields: blankable(fields),
  style: blankableOr(
    v.pipe(
      v.string('errors:valueInvalid'),
      v.picklist(['iso', 'own'], 'errors:valueInvalid'),
      v.description('`own` writes dates and numbers in a CSV as the viewer’s preferences have them.'),
    ),
    'iso',
  ),
});

export type ExportInput = v.InferOutput<typeof exportSchema>;
