import type { JsonSchema } from '../../api/description/json-schema.ts';
import { type Kind, kindOf } from './_schema-text.ts';

/** A field as the page shows it: `preferences.week_start`, its type, whether it is required. */
export interface Field extends Kind {
  name: string;
  required: boolean;
  about: string;
}

/** A single field. */
export function fieldOf(
  name: string,
  schema: JsonSchema,
  required: boolean,
  about = schema.description,
): Field {
  return {
    name,
    required,
    about: typeof about === 'string' ? about : '',
    ...kindOf({ ...schema, description: about }),
  };
}

/** The fields of an object, those of nested objects by their path; shapes with a name are not expanded. */
export function fieldsOf(schema: JsonSchema, before = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const required = schema.required?.includes(name) ?? false;
    const path = before + name;
    const item = inner.type === 'array' ? (inner.items as JsonSchema) : inner;
    if (!item.properties) return [fieldOf(path, inner, required)];
    const own = inner === item ? [] : [fieldOf(path, inner, required)];
    return [...own, ...fieldsOf(item, `${path}${inner === item ? '' : '[]'}.`)];
  });
}
