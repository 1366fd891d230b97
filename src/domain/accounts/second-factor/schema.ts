import * as v from 'valibot';
import { closeAccountSchema } from '../schema.ts';

const CODE_MAX = 64;

const written = v.pipe(
  v.optional(v.string('errors:textExpected'), ''),
  v.maxLength(CODE_MAX, 'errors:CODE_INVALID'),
);

export const passwordSchema = v.object(closeAccountSchema.entries);

export const codeSchema = v.object({ code: written });

/** `code` is of the app or a recovery code. */
export const confirmedSchema = v.object({ ...closeAccountSchema.entries, code: written });

export const challengeSchema = v.object({
  challenge: v.optional(v.string('errors:textExpected'), ''),
  code: written,
  recoveryCode: written,
});
