import { isDate } from '../../src/domain/calendar.ts';

/** In the form that the API's description uses. */
export type Schema = Record<string, unknown>;

type Found = Record<string, unknown>;

const isRecord = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Error for an unknown reference */
export function resolved(document: unknown, part: Schema): Schema {
  if (typeof part.$ref !== 'string') return part;
  const target = part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((whole, name) => (whole as Found | undefined)?.[name], document);
  if (!isRecord(target)) throw new Error(`${part.$ref} leads nowhere`);
  return target;
}

/**
 * The violations of a schema by a value, one line each. Undescribed fields count too, unless the schema is part of an
 * `allOf` or has no fields.
 */
export function errorsOf(
  document: unknown,
  given: Schema,
  value: unknown,
  at = 'it',
  closed = true,
): string[] {
  const schema = resolved(document, given);
  const errors = [...ofType(schema, value), ...ofText(schema, value), ...ofNumber(schema, value)].map(
    (error) => `${at} ${error}`,
  );
  const within = (part: unknown, inner: unknown, place: string, inClosed: boolean) =>
    errorsOf(document, part as Schema, inner, place, inClosed);
  for (const part of (schema.allOf as Schema[] | undefined) ?? [])
    errors.push(...within(part, value, at, false));
  const choices = schema.anyOf as Schema[] | undefined;
  if (choices?.every((choice) => within(choice, value, at, closed).length > 0)) {
    errors.push(`${at} is none of ${JSON.stringify(choices).slice(0, 200)}`);
  }
  if (Array.isArray(value) && schema.items) {
    errors.push(...value.flatMap((item, index) => within(schema.items, item, `${at}[${index}]`, closed)));
  }
  if (isRecord(value) && isRecord(schema.properties)) {
    const { properties } = schema;
    for (const name of (schema.required as string[] | undefined) ?? []) {
      if (!(name in value)) errors.push(`${at} has no ${name}`);
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name in properties) errors.push(...within(properties[name], inner, `${at}.${name}`, closed));
      else if (closed && !isRecord(schema.additionalProperties))
        errors.push(`${at}.${name} is not described`);
    }
  }
  return errors;
}

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
};

function ofType({ type, enum: choices, const: only, not }: Schema, value: unknown): string[] {
  const types = type === undefined ? [] : [type].flat();
  const errors: string[] = [];
  if (types.length > 0 && !types.some((name) => TYPES[String(name)]?.(value))) errors.push(`is no ${types}`);
  if (Array.isArray(choices) && !choices.includes(value)) errors.push(`is none of ${choices}`);
  if (only !== undefined && only !== value) errors.push(`is not ${only}`);
  if (isRecord(not) && Object.keys(not).length === 0) errors.push('must not be there');
  return errors;
}

function ofText({ pattern, format, minLength, maxLength }: Schema, value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const errors: string[] = [];
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    errors.push(`does not fit ${pattern}`);
  if (format === 'date' && !isDate(value)) errors.push('is no date');
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) errors.push('is no instant');
  if (value.length < Number(minLength ?? 0)) errors.push('is too short');
  if (value.length > Number(maxLength ?? Number.POSITIVE_INFINITY)) errors.push('is too long');
  return errors;
}

function ofNumber({ minimum, maximum }: Schema, value: unknown): string[] {
  if (typeof value !== 'number') return [];
  const fits = value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
  return fits ? [] : [`is not between ${minimum} and ${maximum}`];
}
