import type { JsonSchema } from '../../api/openapi/json-schema.ts';

/** The reference is in English, like its names. */
export const LABELS = {
  answer: 'Answer',
  curl: 'Example',
  nothing: 'nothing',
  open: 'Open to anybody',
  refusals: 'Other answers',
  required: 'required',
  shapes: 'Shapes',
} as const;

/** The type of a value in words; `shape` is the name of the shape at the end of the text. */
interface Kind {
  words: string;
  shape?: string | undefined;
}

/** A field as the page shows it: `preferences.week_start`, its type, whether it is required. */
export interface Field extends Kind {
  name: string;
  required: boolean;
  text: string;
}

export function fieldOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  description = schema.description,
): Field {
  return {
    name,
    required,
    text: typeof description === 'string' ? description : '',
    ...kindOf({ ...schema, description }),
  };
}

/** The fields of an object. Nested objects are expanded to their paths, shapes with a name are not. */
export function fieldsOf(schema: JsonSchema, before = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const required = schema.required?.includes(name) ?? false;
    const path = before + name;
    const item = inner.type === 'array' ? (inner.items as JsonSchema) : inner;
    if (!item.properties) return [fieldOf(path, inner, required)];
    const parent = inner === item ? [] : [fieldOf(path, inner, required)];
    return [...parent, ...fieldsOf(item, `${path}${inner === item ? '' : '[]'}.`)];
  });
}

const FORMATS: Record<string, string> = {
  date: 'date',
  'date-time': 'instant',
  email: 'e-mail address',
};

const NAMES: Record<string, string> = { string: 'text', boolean: 'true or false', object: 'object' };

function kindOf(schema: JsonSchema): Kind {
  const { $ref, anyOf, items, type } = schema;
  if (typeof $ref === 'string') return { words: '', shape: $ref.split('/').at(-1) };
  if (Array.isArray(anyOf)) return emptiable(anyOf);
  if (type === 'array') return listOf(items as JsonSchema, schema);
  return {
    words: [choiceOf(schema) ?? typeName(schema), ...limitsOf(schema), ...defaultOf(schema)].join(', '),
  };
}

function emptiable(choices: JsonSchema[]): Kind {
  const [first = {}] = choices.filter(({ type }) => type !== 'null');
  const { words, shape } = kindOf(first);
  return shape ? { words: 'null or ', shape } : { words: `${words}, or null` };
}

function listOf(item: JsonSchema, { minItems, maxItems }: JsonSchema): Kind {
  const { words, shape } = kindOf(item);
  const size = range(minItems, maxItems);
  return { words: `list of ${size ? `${size} ` : ''}${words}`, shape };
}

function choiceOf({ enum: values, const: only }: JsonSchema): string | undefined {
  if (only !== undefined) return JSON.stringify(only);
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(' | ') : undefined;
}

function typeName({ type, format }: JsonSchema): string {
  const formatName = FORMATS[String(format)];
  if (formatName) return formatName;
  return type === undefined
    ? 'anything'
    : [type]
        .flat()
        .map((name) => NAMES[name] ?? name)
        .join(' or ');
}

function limitsOf({
  minLength,
  maxLength,
  'x-max-letters': letters,
  minimum,
  maximum,
  pattern,
  description,
}: JsonSchema): string[] {
  const length = range(minLength, letters ?? maxLength);
  const size = range(minimum, maximum);
  return [
    ...(length ? [`${length} characters`] : []),
    ...(size ? [size] : []),
    ...(pattern && !description ? [`like ${pattern}`] : []),
  ];
}

function range(low: unknown, high: unknown): string {
  if (low === undefined) return high === undefined ? '' : `at most ${high}`;
  return high === undefined ? `at least ${low}` : `${low} to ${high}`;
}

function defaultOf({ default: value }: JsonSchema): string[] {
  return value === undefined ? [] : [`default ${JSON.stringify(value)}`];
}
