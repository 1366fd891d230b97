import type { ErrorCode } from '../../domain/error.ts';
import { WRITES_NOTHING } from '../../http/authentication/token-scope.ts';
import { hasTrait } from '../../http/pages/routes.ts';
import type { Description } from '../endpoint.ts';
import type { JsonSchema } from './json-schema.ts';

type Refusals = Map<number, ErrorCode[]>;

export function refusalsOf(method: string, path: string, description: Description): Refusals {
  const { open, role, query, body, file, refuses = {} } = description;
  const takesKey = description.creates === true || Boolean(description.repeatable);
  const changes = method !== 'GET';
  const confirms = changes && takesCode(description);
  const codes: [boolean, number, ErrorCode][] = [
    [Boolean(query ?? body) || takesKey, 400, 'VALIDATION_ERROR'],
    [changes && !file, 400, 'INVALID_JSON'],
    [confirms, 400, 'CODE_REQUIRED'],
    [confirms, 400, 'CODE_INVALID'],
    [!open, 401, 'UNAUTHENTICATED'],
    [!open, 401, 'TOKEN_EXPIRED'],
    [!open, 401, 'TOKEN_INVALID'],
    [changes, 403, 'CSRF_REJECTED'],
    // A token may do only what its scope names.
    [path !== '/openapi.json', 403, 'FORBIDDEN'],
    [Boolean(role), 403, 'SECOND_FACTOR_REQUIRED'],
    [!path.endsWith('/logout'), 403, 'USER_BLOCKED'],
    [path.includes('{'), 404, 'NOT_FOUND'],
    [takesKey, 409, 'IDEMPOTENCY_CONFLICT'],
    [takesConfirmation(method, path), 409, 'LOCKED'],
    [changes, 413, 'PAYLOAD_TOO_LARGE'],
    [changes, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [true, 429, 'RATE_LIMITED'],
    [true, 500, 'SERVER_ERROR'],
    [true, 503, 'SERVICE_UNAVAILABLE'],
    [!hasTrait(`/api/v1${path}`, 'maintenance'), 503, 'MAINTENANCE_MODE'],
  ];
  const all: Refusals = new Map();
  for (const [holds, status, code] of codes) if (holds) add(all, status, code);
  for (const [code, status] of Object.entries(refuses)) add(all, status, code as ErrorCode);
  return new Map([...all].sort(([a], [b]) => a - b));
}

/** Whether a change has to be confirmed by the code of a second factor, if the person has one. */
export function takesCode({ role, refuses = {} }: Description): boolean {
  return Boolean(role) || 'CURRENT_PASSWORD_WRONG' in refuses;
}

const MONEY = /^\/(transactions|transfers|accounts|imports)(\/|$)/;

/** Whether a call may change what was checked against the bank. */
export function takesConfirmation(method: string, path: string): boolean {
  return method !== 'GET' && MONEY.test(path) && !WRITES_NOTHING.test(path);
}

function add(all: Refusals, status: number, code: ErrorCode): void {
  const present = all.get(status) ?? [];
  if (!present.includes(code)) all.set(status, [...present, code]);
}

const invalidField = {
  type: 'object',
  properties: { field: { type: 'string' }, message: { type: 'string' } },
  required: ['field', 'message'],
};

export const REFUSAL: JsonSchema = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'A message for people, in the language of the viewer.' },
        details: {
          description:
            'For VALIDATION_ERROR the invalid fields, one item each; for other codes an object, where there is more to say.',
          anyOf: [{ type: 'array', items: invalidField }, { type: 'object' }],
        },
      },
      required: ['code', 'message'],
    },
  },
  required: ['success', 'error'],
};

export function refusalResponse(status: number, codes: ErrorCode[]): JsonSchema {
  const shape = { properties: { error: { properties: { code: { enum: codes } } } } };
  return {
    description: codes.join(', '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...([429, 503].includes(status) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
    },
    content: {
      'application/json': { schema: { allOf: [{ $ref: '#/components/schemas/Refusal' }, shape] } },
    },
  };
}
