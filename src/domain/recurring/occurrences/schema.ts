import * as v from 'valibot';
import { basedOnSchema, blankable, flag, realDate } from '../../schemas.ts';
import { changedSchema } from '../../transactions/money.schema.ts';

const MAX_SKIPS = 400;

export const skipSchema = v.object({
  dates: v.optional(
    v.pipe(
      v.array(realDate, 'errors:skipDatesRequired'),
      v.minLength(1, 'errors:skipDatesRequired'),
      v.maxLength(MAX_SKIPS, 'errors:skipDatesMost'),
      v.transform((dates) => [...new Set(dates)].sort()),
    ),
    [],
  ),
});

export const OCCURRENCE_SCOPES = ['single', 'future', 'all'] as const;

export type OccurrenceScope = (typeof OCCURRENCE_SCOPES)[number];

const occurrenceScope = v.picklist(OCCURRENCE_SCOPES, 'errors:scopeInvalid');

export const occurrenceScopeSchema = blankable(occurrenceScope);

export function occurrenceChangesSchema(today: string) {
  return v.object({ ...changedSchema(today).entries, scope: occurrenceScopeSchema });
}

export const removalChoiceSchema = v.object({
  scope: v.pipe(v.optional(v.string(), ''), occurrenceScope),
});

export const recurringRemovalSchema = v.object({
  deleteType: blankable(v.picklist(['current', 'future', 'all'], 'errors:scopeInvalid')),
  templateId: blankable(v.pipe(v.string('errors:valueInvalid'), v.maxLength(40, 'errors:valueInvalid'))),
});

/** The widest of the flags is the scope. */
export const occurrenceRemovalSchema = v.object({
  basedOn: basedOnSchema,
  deleteSingle: v.optional(flag),
  deleteFuture: v.optional(flag),
  deleteAll: v.optional(flag),
});
