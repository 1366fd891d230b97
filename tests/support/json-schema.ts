import { isDate } from '../../src/domain/calendar.ts';

/** A JSON Schema in the form that the description of the API uses. */
export type Schema = Record<string, unknown>;

type Found = Record<string, unknown>;

const isRecord = (value: unknown): value is Found =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of a document at a reference. @throws Error when there is none */
export function resolved(document: unknown, part: Schema): Schema {
  if (typeof part.$ref !== 'string') return part;
  const found = part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((whole, name) => (whole as Found | undefined)?.[name], document);
  if (!isRecord(found)) throw new Error(`${part.$ref} leads nowhere`);
  return found;
}

/**
 * The violations of a schema by a value, one line each. Undescribed fields are violations too, unless the schema is
 * part of an `allOf` or has no fields.
 */
export function faultsOf(
  document: unknown,
  given: Schema,
  value: unknown,
  at = 'it',
  closed = true,
): string[] {
  const schema = resolved(document, given);
  const faults = [...ofType(schema, value), ...ofText(schema, value), ...ofNumber(schema, value)].map(
    (fault) => `${at} ${fault}`,
  );
  const within = (part: unknown, inner: unknown, place: string, inClosed: boolean) =>
    faultsOf(document, part as Schema, inner, place, inClosed);
  for (const part of (schema.allOf as Schema[] | undefined) ?? [])
    faults.push(...within(part, value, at, false));
  const choices = schema.anyOf as Schema[] | undefined;
  if (choices?.every((choice) => within(choice, value, at, closed).length > 0)) {
    faults.push(`${at} is none of ${JSON.stringify(choices).slice(0, 200)}`);
  }
  if (Array.isArray(value) && schema.items) {
    faults.push(...value.flatMap((item, index) => within(schema.items, item, `${at}[${index}]`, closed)));
  }
  if (isRecord(value) && isRecord(schema.properties)) {
    const { properties } = schema;
    for (const name of (schema.required as string[] | undefined) ?? []) {
      if (!(name in value)) faults.push(`${at} has no ${name}`);
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name in properties) faults.push(...within(properties[name], inner, `${at}.${name}`, closed));
      else if (closed && !isRecord(schema.additionalProperties))
        faults.push(`${at}.${name} is not described`);
    }
  }
  return faults;
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
  const faults: string[] = [];
  if (types.length > 0 && !types.some((name) => TYPES[String(name)]?.(value))) faults.push(`is no ${types}`);
  if (Array.isArray(choices) && !choices.includes(value)) faults.push(`is none of ${choices}`);
  if (only !== undefined && only !== value) faults.push(`is not ${only}`);
  if (isRecord(not) && Object.keys(not).length === 0) faults.push('must not be there');
  return faults;
}

function ofText({ pattern, format, minLength, maxLength }: Schema, value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const faults: string[] = [];
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    faults.push(`does not fit ${pattern}`);
  if (format === 'date' && !isDate(value)) faults.push('is no date');
  if (format === 'date-time' && Number.isNaN(Date.parse(value))) faults.push('is no instant');
  if (value.length < Number(minLength ?? 0)) faults.push('is too short');
  if (value.length > Number(maxLength ?? Number.POSITIVE_INFINITY)) faults.push('is too long');
  return faults;
}

function ofNumber({ minimum, maximum }: Schema, value: unknown): string[] {
  if (typeof value !== 'number') return [];
  const fits = value >= Number(minimum ?? -Infinity) && value <= Number(maximum ?? Infinity);
  return fits ? [] : [`is not between ${minimum} and ${maximum}`];
}
