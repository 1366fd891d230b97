import { beforeAll, describe, expect, test } from 'vitest';
import { type Description, descriptionOf } from '../../src/api/endpoint.ts';
import { createApi, describedApi } from '../../src/api/index.ts';
import { fieldsOf, openPath } from '../../src/api/openapi/operation.ts';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { check } from '../../src/http/input.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { TEXTS } from '../../src/i18n/texts.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { resolved, type Schema } from '../support/json-schema.ts';
import { EXPECTED_ROUTES } from './expected-routes.ts';

const NAMES = cookieNames(false);
const document = await describedApi(NAMES);
const routes = createApi(NAMES).routes.filter(({ method }) => method !== 'ALL');

const described = new Map<string, Description>();
for (const { method, path, handler } of routes) {
  const description = descriptionOf(handler);
  if (description) described.set(`${method} ${path}`, description);
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    operation,
  })),
);

const parametersOf = (name: string) =>
  (operations.find((one) => one.name === name)?.operation.parameters ?? []).map((parameter) =>
    resolved(document, parameter as unknown as Schema),
  );
const responseOf = (name: string, status: number) => {
  const response = operations.find((one) => one.name === name)?.operation.responses[status];
  return response && resolved(document, response);
};

function* partsOf(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [at, value as Record<string, unknown>];
  for (const [name, inner] of Object.entries(value)) yield* partsOf(inner, `${at}/${name}`);
}

describe('the description of the API', () => {
  test.each(EXPECTED_ROUTES)('includes $route', ({ route }) => {
    expect(
      described.has(route),
      `${route} is not described: make it an endpoint({ summary, data, … }) in src/api (docs/how-to/add-an-endpoint.md)`,
    ).toBe(true);
    expect(operations.map(({ name }) => name)).toContain(openPath(route));
  });

  test('includes nothing that does not exist', () => {
    const expected = EXPECTED_ROUTES.map(({ route }) => openPath(route));
    expect(operations.map(({ name }) => name).sort()).toEqual([...new Set(expected)].sort());
  });

  test.each(EXPECTED_ROUTES)('states who may call $route', ({ route, access }) => {
    const { security, responses } =
      operations.find(({ name }) => name === openPath(route))?.operation ?? expect.fail(route);
    expect(security, 'open: true is for what anybody may ask').toEqual(access === 'anybody' ? [] : undefined);
    if (access !== 'anybody') expect(Object.keys(responses)).toContain('401');
    if (/admin/.test(access)) expect(JSON.stringify(responses['403'])).toContain('FORBIDDEN');
  });

  test('is OpenAPI 3.1 in its structure', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.stringMatching(/^\d/) });
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
    expect(Object.keys(document.paths).every((path) => path.startsWith('/'))).toBe(true);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { name, operation, path, method } of operations) {
      expect(['get', 'post', 'put', 'delete'], name).toContain(method);
      expect(operation.summary.length, name).toBeGreaterThan(0);
      expect(
        operation.tags.every((tag) => tags.includes(tag)),
        name,
      ).toBe(true);
      expect(method === 'get' && operation.requestBody, `${name} has no body`).toBeFalsy();
      const parameters = parametersOf(name);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map((parameter) => parameter.name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
      );
      for (const parameter of parameters) {
        expect(['path', 'query', 'header'], name).toContain(parameter.in);
        expect(parameter.schema, name).toBeTypeOf('object');
        if (parameter.in === 'path') expect(parameter.required).toBe(true);
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/);
        expect(resolved(document, response).description, `${name} ${status}`).toBeTypeOf('string');
      }
    }
  });

  test('has no missing references and no unused components', () => {
    const referred = new Set<string>();
    for (const [, part] of partsOf(document)) {
      if (typeof part.$ref !== 'string') continue;
      referred.add(part.$ref);
      expect(() => resolved(document, part)).not.toThrow();
    }
    for (const kind of ['headers', 'parameters', 'responses', 'schemas'] as const) {
      for (const name of Object.keys(document.components[kind])) {
        expect(name).toMatch(/^[\w.-]+$/);
        expect([...referred], `unused: ${kind}/${name}`).toContain(`#/components/${kind}/${name}`);
      }
    }
  });

  test('writes schemas with keywords of draft 2020-12', () => {
    const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
    for (const [path, part] of partsOf(document)) {
      if (
        /\/(example|properties|examples)$/.test(path) ||
        !('type' in part) ||
        path.includes('securitySchemes')
      )
        continue;
      for (const type of [part.type].flat()) expect(TYPES, path).toContain(type);
      expect(part, path).not.toHaveProperty('nullable');
      expect(part, path).not.toHaveProperty('$defs');
      if (part.enum) expect(part.enum, path).not.toHaveLength(0);
      if (part.required) {
        const properties = Object.keys(part.properties as object);
        for (const name of part.required as string[]) expect(properties, path).toContain(name);
      }
      if (typeof part.pattern === 'string')
        expect(() => new RegExp(String(part.pattern), 'u'), path).not.toThrow();
    }
  });

  test('has only error codes with a text in every language', () => {
    const codes = [...partsOf(document.components.responses)].flatMap(([path, part]) =>
      path.endsWith('/code') ? (part.enum as string[]) : [],
    );
    expect(codes.length).toBeGreaterThan(10);
    for (const locale of LOCALES) for (const code of codes) expect(TEXTS[locale].errors).toHaveProperty(code);
  });

  test('describes the ways to authenticate', async () => {
    expect(document.components.securitySchemes).toMatchObject({
      bearer: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 'pruta_access' },
    });
    const { components } = await describedApi(cookieNames(true));
    const onHttps = components.securitySchemes.session;
    expect(onHttps).toMatchObject({ name: '__Host-pruta_access' });
  });

  test.each(operations)('$name describes what all calls of its kind share', ({ name, method, operation }) => {
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
    expect(responseOf(name, 429)).toMatchObject({ headers: { 'Retry-After': { $ref: expect.any(String) } } });
    expect(statuses).toContain('500');
    const headers = parametersOf(name).flatMap((parameter) =>
      parameter.in === 'header' ? [parameter.name] : [],
    );
    if (method === 'get') {
      expect(headers).toEqual(['If-None-Match']);
      expect(responseOf(name, 304)).toMatchObject({ headers: { ETag: expect.anything() } });
      expect(responseOf(name, 200)).toMatchObject({ headers: { ETag: expect.anything() } });
    } else {
      expect(statuses).toEqual(expect.arrayContaining(['403', '413', '415']));
    }
    if (headers.includes('Idempotency-Key')) {
      const done = statuses.includes('201') ? 201 : 200;
      expect(statuses).toEqual(expect.arrayContaining([String(done), '409']));
      expect(responseOf(name, done)).toMatchObject({
        headers: { 'Idempotency-Replayed': expect.anything() },
      });
    }
  });

  test.each([...described].filter(([, { body }]) => body))(
    'the example of %s is a valid body',
    (_route, description) => {
      if (!description.body) return;
      expect(check(fieldsOf(description.body), description.example).errors).toBeUndefined();
    },
  );

  test('derives types, limits, defaults and required fields from the schemas', () => {
    const list = Object.fromEntries(
      parametersOf('GET /transactions').map(({ name, schema }) => [name, schema]),
    );
    expect(list).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      status: { enum: ['all', 'upcoming', 'any'], default: 'all' },
      dateFrom: { type: 'string', format: 'date' },
    });
    const bodyOf = (path: string) =>
      document.paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {};
    expect(bodyOf('/users/register')).toMatchObject({
      required: ['firstName', 'lastName', 'email', 'password', 'acceptedTerms'],
      properties: { password: { minLength: 8, maxLength: 128 }, email: { format: 'email', maxLength: 254 } },
    });
    // What was paid in another currency takes its place.
    expect(bodyOf('/transactions/expense')).not.toHaveProperty('required');
    expect(bodyOf('/transactions/expense')).toMatchObject({
      properties: {
        amount: { description: '0.01 to 1000000, at most two decimals.' },
        notes: { type: ['string', 'null'], maxLength: 8000, 'x-max-letters': 500 },
        date: { format: 'date', description: 'From 1825 days back to 365 days ahead.' },
      },
    });
  });
});

forAppOnSqlite((testApp) => {
  let first: Response;

  beforeAll(async () => {
    first = await testApp.request('/api/v1/openapi.json');
  });

  test('anybody can read the description, and an unchanged one is answered with 304', async () => {
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect(await first.json()).toEqual(JSON.parse(JSON.stringify(document)));
    const etag = first.headers.get('etag') ?? '';
    const again = await testApp.request('/api/v1/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await testApp.request('/api/v1/openapi.json', { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });
});
