import type { Hono } from 'hono';
import type { ErrorCode } from '../../domain/error.ts';
import type { CookieNames } from '../../http/authentication/cookies.ts';
import type { HttpEnv } from '../../http/call.ts';
import { SITE_NAME, VERSION } from '../../product.ts';
import { descriptionOf } from '../endpoint.ts';
import { GROUP_NAMES, INTRODUCTION } from './groups.ts';
import { type JsonSchema, shapeSchemas } from './json-schema.ts';
import { type Operation, openPath, operationOf, type Parameter } from './operation.ts';
import { REFUSAL, refusalResponse } from './refusals.ts';

export interface OpenApi {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, JsonSchema>;
    headers: Record<string, JsonSchema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, JsonSchema>;
    schemas: Record<string, JsonSchema>;
  };
}

export function describeApi(api: Hono<HttpEnv>, names: CookieNames): OpenApi {
  const responses: Record<string, JsonSchema> = { NotModified: NOT_MODIFIED };
  const refer = (status: number, codes: string[]) => {
    const name = codes.join('.');
    responses[name] ??= refusalResponse(status, codes as ErrorCode[]);
    return { $ref: `#/components/responses/${name}` };
  };
  const paths: OpenApi['paths'] = {};
  for (const { method, path, handler } of api.routes) {
    const description = descriptionOf(handler);
    if (!description) continue;
    const operation = operationOf(method, path, description, refer);
    paths[openPath(path)] = { ...paths[openPath(path)], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${SITE_NAME} API`, version: VERSION, description: INTRODUCTION.join('\n\n') },
    servers: [{ url: '/api/v1' }],
    tags: GROUP_NAMES.map((name) => ({ name })),
    security: [{ bearer: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token from a sign-in.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: names.access,
          description: 'The session cookie of a browser.',
        },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses,
      schemas: { Refusal: REFUSAL, ...shapeSchemas() },
    },
  };
}

const text = { type: 'string' };

const HEADERS: Record<string, JsonSchema> = {
  'X-Request-Id': { description: 'Identifies the request, for example in a bug report.', schema: text },
  ETag: { description: 'The version of the answer, for `If-None-Match`.', schema: text },
  'Retry-After': {
    description: 'Seconds until the request may be repeated.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotency-Replayed': {
    description: 'Present if this is a repetition of the first answer.',
    schema: { const: 'true' },
  },
};

const PARAMETERS: Record<string, Parameter> = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier answer; the answer is 304 if nothing has changed.',
    schema: text,
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A repeated key within 24 hours changes nothing and returns the first answer again.',
    schema: { type: 'string', maxLength: 255 },
  },
  'For-Person': {
    name: 'For-Person',
    in: 'header',
    description: 'The id of the person whose request it is; refused with 403 if somebody else is signed in.',
    schema: text,
  },
};

const NOT_MODIFIED: JsonSchema = {
  description: 'Nothing has changed',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ETag: { $ref: '#/components/headers/ETag' },
  },
};
