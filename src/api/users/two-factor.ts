import * as v from 'valibot';
import type { SignedIn } from '../../domain/context.ts';
import type { FieldError } from '../../domain/error.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  replaceRecoveryCodes,
  startSecondFactor,
} from '../../domain/users/second-factor/manage.ts';
import { codeSchema, confirmedSchema, passwordSchema } from '../../domain/users/second-factor/schema.ts';
import { type Endpoints, endpoint } from '../endpoint.ts';

const password = 'correct-horse-9';
const codes = { recovery_codes: v.array(v.string()) };
const refuses = { CURRENT_PASSWORD_WRONG: 400, PASSWORD_REQUIRED: 409, SERVICE_UNAVAILABLE: 503 } as const;
const refusesCode = { CODE_INVALID: 400, SECOND_FACTOR_OFF: 409 } as const;

const withoutCode = (_context: SignedIn, { code }: { code?: string }): FieldError[] =>
  code ? [] : [{ field: 'code', message: 'errors:CODE_REQUIRED' }];

export const twoFactor: Endpoints = {
  'POST /two-factor/start': endpoint({
    summary: 'Make a secret for two-step sign-in',
    note: 'Requires the password. The secret (base32, also as an `otpauth` address for a QR code) is for an app that makes codes; nothing is asked for until the first code is confirmed.',
    body: passwordSchema,
    example: { password },
    data: { secret: v.string(), otpauth_url: v.string() },
    refuses: { ...refuses, SECOND_FACTOR_ON: 409 },
    answer: async (context, input) => startSecondFactor(context, input.password),
  }),
  'POST /two-factor/confirm': endpoint({
    summary: 'Turn two-step sign-in on',
    note: 'Takes the first code of the app. The recovery codes are shown this once; each replaces a code, once.',
    body: codeSchema,
    example: { code: '123456' },
    data: codes,
    refuses: { ...refusesCode, SECOND_FACTOR_ON: 409 },
    answer: async (context, { code }) => ({ recovery_codes: await confirmSecondFactor(context, code) }),
  }),
  'POST /two-factor/disable': endpoint({
    summary: 'Turn two-step sign-in off',
    note: 'Requires the password and a code.',
    body: confirmedSchema,
    errors: withoutCode,
    example: { password, code: '123456' },
    refuses: { ...refuses, ...refusesCode, CODE_REQUIRED: 400 },
    answer: async (context, input) => disableSecondFactor(context, input.password),
  }),
  'POST /two-factor/recovery-codes': endpoint({
    summary: 'Replace your recovery codes',
    note: 'Requires the password and a code. The earlier ones no longer work.',
    body: confirmedSchema,
    errors: withoutCode,
    example: { password, code: '123456' },
    data: codes,
    refuses: { ...refuses, ...refusesCode, CODE_REQUIRED: 400 },
    answer: async (context, input) => ({
      recovery_codes: await replaceRecoveryCodes(context, input.password),
    }),
  }),
};
