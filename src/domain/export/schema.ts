import * as v from 'valibot';
import { LOCALES } from '../../i18n/locales.ts';
import { blankable, blankableOr, flag } from '../schemas.ts';
import { listSchema, transfersOf } from '../transactions/list/filter.ts';
import { EXPORT_FIELD_NAMES, type ExportField } from './fields.ts';

const {
  page: _page,
  limit: _limit,
  cursor: _cursor,
  includeTransfers: _always,
  ...filters
} = listSchema.entries;

const fields = v.pipe(
  v.string('errors:exportFields'),
  // Deduplicated, because a request could name one field a thousand times.
  v.transform((text) => [...new Set(text.split(',').map((name) => name.trim()))] as ExportField[]),
  // Checked as a whole, because an error of an item would be named as a field.
  v.check((names) => names.every((name) => EXPORT_FIELD_NAMES.includes(name)), 'errors:exportFields'),
  v.description(`Comma-separated: ${EXPORT_FIELD_NAMES.join(', ')}.`),
);

export const exportSchema = v.object({
  ...filters,
  budgets: blankable(
    v.pipe(flag, v.description('`true` adds to a PDF what was planned by budgets, and spent of it.')),
  ),
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

/** Exports have the transfers that the list has with them. */
export const exportedTransfers = (input: ExportInput) => transfersOf({ ...input, includeTransfers: true });
