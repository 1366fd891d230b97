import { describedApi } from '../../api/index.ts';
import type { OpenApi } from '../../api/openapi/document.ts';
import type { JsonSchema } from '../../api/openapi/json-schema.ts';
import type { Operation, Parameter } from '../../api/openapi/operation.ts';
import { folded, searchedWords } from '../../domain/folded-text.ts';
import type { CookieNames } from '../../http/authentication/cookies.ts';
import { type Field, fieldOf, fieldsOf } from './_fields.ts';

export interface Call {
  id: string;
  method: string;
  path: string;
  summary: string;
  note: string;
  isOpen: boolean;
  inputs: { title: string; fields: Field[] }[];
  answer: { status: string; type: string; fields: Field[] };
  refusals: string;
  curl: string;
}

export interface Reference {
  groups: { id: string; name: string; calls: Call[] }[];
  shapes: { name: string; fields: Field[] }[];
}

const references = new Map<string, Reference>();

/** Cached per address. */
export async function referenceOf(names: CookieNames, publicUrl: string): Promise<Reference> {
  const key = `${names.access} ${publicUrl}`;
  const reference =
    references.get(key) ?? readReference(await describedApi(names), new URL(publicUrl).origin);
  references.set(key, reference);
  return reference;
}

function readReference(document: OpenApi, origin: string): Reference {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      group: operation.tags[0],
      call: callOf(document, origin, method.toUpperCase(), path, operation),
    })),
  );
  return {
    groups: document.tags.map(({ name }) => ({
      id: `group-${name.toLowerCase().replaceAll(' ', '-')}`,
      name,
      calls: calls.filter(({ group }) => group === name).map(({ call }) => call),
    })),
    shapes: Object.entries(document.components.schemas)
      .filter(([, schema]) => schema.properties)
      .map(([name, schema]) => ({ name, fields: always(fieldsOf(schema)) })),
  };
}

function callOf(document: OpenApi, origin: string, method: string, path: string, operation: Operation): Call {
  const { operationId, summary, description, security, responses } = operation;
  const answers = Object.entries(responses).map(([status, response]) => ({
    status,
    response: resolved(document, response),
  }));
  const success = answers.find(({ status }) => status.startsWith('2'));
  return {
    id: operationId,
    method,
    path,
    summary,
    note: description ?? '',
    isOpen: security?.length === 0,
    inputs: inputsOf(document, operation),
    answer: { status: success?.status ?? '', ...contentOf(success?.response ?? {}) },
    refusals: answers
      .filter((answer) => answer !== success)
      .map(({ status, response }) => `${status} ${response.description}`)
      .join(' · '),
    curl: curlOf(origin, method, path, operation),
  };
}

function resolved<Part extends object>(document: OpenApi, part: Part | { $ref: string }): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part;
  const [kind = '', name = ''] = part.$ref.split('/').slice(-2);
  return (document.components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] as Part;
}

// Errors that all calls share are described in the introduction.
const FOR_EVERY_GET = 'If-None-Match';

const TITLES = { path: 'Path', query: 'Query', header: 'Headers' };

function inputsOf(document: OpenApi, { parameters = [], requestBody }: Operation): Call['inputs'] {
  const all = parameters.map((parameter) => resolved<Parameter>(document, parameter));
  const inputs = Object.entries(TITLES).map(([location, title]) => ({
    title,
    fields: all
      .filter((parameter) => parameter.in === location && parameter.name !== FOR_EVERY_GET)
      .map(({ name, schema, required, description }) =>
        fieldOf(name, schema, required ?? false, description),
      ),
  }));
  const [body] = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return [...inputs, { title: 'Body', fields: body ? fieldsOf(body) : [] }].filter(
    ({ fields }) => fields.length > 0,
  );
}

function contentOf({ content = {} }: JsonSchema): { type: string; fields: Field[] } {
  const [[type = '', { schema = {} } = {}] = []] = Object.entries(
    content as Record<string, { schema?: JsonSchema }>,
  );
  const data = (schema as JsonSchema).properties?.data;
  return { type, fields: always(fieldsOf(data ?? (schema as JsonSchema))) };
}

// All fields of an answer are required: repeating that for each of them would be noise.
function always(fields: Field[]): Field[] {
  return fields.map((field) => ({ ...field, required: false }));
}

/** The calls whose method, path, summary, parameters or fields contain every word of a query. */
export function searchCalls(groups: Reference['groups'], query: string): Reference['groups'] {
  const words = searchedWords(query);
  return groups
    .map((group) => ({
      ...group,
      calls: group.calls.filter((call) => {
        const text = textOf(call, group.name);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ calls }) => calls.length > 0);
}

function textOf({ method, path, summary, note, inputs, answer }: Call, group: string): string {
  const fields = [...inputs.flatMap((input) => input.fields), ...answer.fields].map(({ name }) => name);
  return folded([group, method, path, summary, note, ...fields].join(' '));
}

/** A curl command for a call; placeholders are in capitals. */
function curlOf(origin: string, method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter(
    (parameter): parameter is Parameter => 'name' in parameter,
  );
  const sample = (name: string) => sampleOf(parameters.find((parameter) => parameter.name === name)?.schema);
  const address = `${origin}/api/v1${path.replace(/\{(\w+)\}/g, (_, name: string) => sample(name))}`;
  const creates = (operation.parameters ?? []).some(
    (parameter) => '$ref' in parameter && parameter.$ref.endsWith('Idempotency-Key'),
  );
  const { 'application/json': json, 'multipart/form-data': form } = operation.requestBody?.content ?? {};
  const [file] = Object.keys(form?.schema.properties ?? {});
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${address}`,
    ...(operation.security ? [] : ["-H 'Authorization: Bearer ACCESS_TOKEN'"]),
    ...(creates ? ["-H 'Idempotency-Key: A_KEY_OF_YOURS'"] : []),
    ...(json ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example))}`] : []),
    ...(file ? [`-F ${file}=@YOUR_FILE`] : []),
  ].join(' \\\n  ');
}

function sampleOf(schema: JsonSchema | undefined): string {
  return Array.isArray(schema?.enum) ? String(schema.enum[0]) : 'ID';
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
