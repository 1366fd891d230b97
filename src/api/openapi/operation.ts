import * as v from 'valibot';
import { DEFAULT_PREFERENCES } from '../../i18n/preferences.ts';
import type { BodySchema, Description, SentFile } from '../endpoint.ts';
import { groupOf } from './groups.ts';
import { answerSchema, inputSchema, type JsonSchema } from './json-schema.ts';
import { refusalsOf, takesCode, takesConfirmation } from './refusals.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
}

const FORM = 'multipart/form-data';

interface BodyContent {
  schema: JsonSchema;
  example?: unknown;
  encoding?: Record<string, { contentType: string }>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: true; content: Partial<Record<'application/json' | typeof FORM, BodyContent>> };
  responses: Record<string, JsonSchema>;
}

const PARAMETER = /:(\w+)(?:\{(?:\(\?:)?([^()]+)\)?\})?/g;

/** `/a/:id` → `/a/{id}`. */
export function openPath(path: string): string {
  return path.replace(PARAMETER, '{$1}');
}

/** @param refer registers an error response and returns a reference to it */
export function operationOf(
  method: string,
  route: string,
  description: Description,
  refer: (status: number, codes: string[]) => { $ref: string },
): Operation {
  const path = openPath(route);
  const { summary, open, body, example, file } = description;
  const note = noteOf(description);
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(description),
    ...(takesConfirmation(method, path) ? [CONFIRM_LOCKED] : []),
    ...headerParameters(method, description),
  ];
  const responses: Record<string, JsonSchema> = {
    [String(statusOf(description))]: goodAnswer(method, description),
  };
  if (method === 'GET') responses['304'] = { $ref: '#/components/responses/NotModified' };
  for (const [status, codes] of refusalsOf(method, path, description))
    responses[status] = refer(status, codes);
  return {
    operationId: operationId(method, path),
    tags: [groupOf(path)],
    summary,
    ...(note && { description: note }),
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body, example, method !== 'GET' && takesCode(description)) }),
    ...(file && { requestBody: fileBody(file) }),
    responses,
  };
}

const NEEDED_ROLES = { admin: 'For admins and super admins.', super_admin: 'For super admins.' };

function noteOf({ role, note }: Description): string | undefined {
  return [role && NEEDED_ROLES[role], note].filter(Boolean).join(' ') || undefined;
}

// `GET /transactions/{id}` → `getTransactionsById`.
function operationId(method: string, path: string): string {
  const words = path
    .replace(/\{(\w+)\}/g, 'by-$1')
    .split(/\W+/)
    .filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

const ID_LIMIT = 40;

function pathParameters(route: string): Parameter[] {
  return [...route.matchAll(PARAMETER)].map(([, name = '', choice]) => ({
    name,
    in: 'path',
    required: true,
    schema: choice ? { type: 'string', enum: choice.split('|') } : { type: 'string', maxLength: ID_LIMIT },
  }));
}

const CONFIRM_LOCKED: Parameter = {
  name: 'confirmLocked',
  in: 'query',
  description: 'Whether to change what was checked against the bank too; it may be in a JSON body instead.',
  schema: { type: 'boolean', default: false },
};

function queryParameters({ query }: Description): Parameter[] {
  if (!query) return [];
  const { properties = {}, required = [] } = inputSchema(query);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...(typeof description === 'string' && { description }),
    schema,
  }));
}

function headerParameters(method: string, { open, creates, repeatable }: Description): { $ref: string }[] {
  if (method === 'GET') return [{ $ref: '#/components/parameters/If-None-Match' }];
  const takesKey = creates === true || repeatable;
  const names = [...(takesKey ? ['Idempotency-Key'] : []), ...(takesKey && !open ? ['For-Person'] : [])];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

// Rules about dates have no JSON Schema, so any day serves.
const SOME_DAY = '2026-01-01';

export function fieldsOf(body: BodySchema) {
  return typeof body === 'function' ? body(SOME_DAY, DEFAULT_PREFERENCES) : body;
}

const CODE: JsonSchema = { type: 'string', description: 'Of the second factor, if you have one.' };

function requestBody(
  body: BodySchema,
  example: unknown,
  isConfirmed: boolean,
): NonNullable<Operation['requestBody']> {
  const schema = inputSchema(fieldsOf(body), true);
  if (isConfirmed) schema.properties = { code: CODE, ...schema.properties };
  return { required: true, content: { 'application/json': { schema, example } } };
}

function fileBody({ field, types, most, fields }: SentFile): NonNullable<Operation['requestBody']> {
  const description = `A file of at most ${most} bytes: ${types.join(', ')}.`;
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description };
  const properties = { ...(fields && inputSchema(fields).properties), [field]: file };
  const schema = { type: 'object', properties, required: [field] };
  const encoding = { [field]: { contentType: types.join(', ') } };
  return { required: true, content: { [FORM]: { schema, encoding } } };
}

function statusOf({ creates }: Description): number {
  return creates ? 201 : 200;
}

function isList(data: NonNullable<Description['data']>): data is v.ArraySchema<v.GenericSchema, undefined> {
  return (data as { type?: unknown }).type === 'array';
}

function goodAnswer(method: string, description: Description): JsonSchema {
  const { creates, repeatable, data = {}, sends } = description;
  const shape = isList(data) ? data : v.object(data);
  const enveloped = answerSchema(v.object({ success: v.literal(true), data: shape }));
  const schema = sends ? sends.shape && answerSchema(sends.shape) : enveloped;
  return {
    description: creates ? 'Created' : 'Done',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(method === 'GET' && { ETag: { $ref: '#/components/headers/ETag' } }),
      ...((creates === true || repeatable) && {
        'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' },
      }),
    },
    content: { [sends?.type ?? 'application/json']: schema ? { schema } : {} },
  };
}
