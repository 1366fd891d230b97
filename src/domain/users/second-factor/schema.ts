import * as v from 'valibot';
import { signInSchema } from '../schema.ts';

const CODE_MAX = 64;

const written = v.pipe(
  v.optional(v.string('errors:textExpected'), ''),
  v.maxLength(CODE_MAX, 'errors:CODE_INVALID'),
);

const required = v.pipe(written, v.minLength(1, 'errors:CODE_REQUIRED'));

const { password } = signInSchema.entries;

export const passwordSchema = v.object({ password });

export const codeSchema = v.object({ code: required });

/** `code` is of the app or a recovery code; whoever asks for the password asks for it too. */
export const confirmedSchema = v.object({ password, code: written });

export const challengeSchema = v.object({
  challenge: v.optional(v.string('errors:textExpected'), ''),
  code: written,
  recoveryCode: written,
});
