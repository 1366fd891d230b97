import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import { fieldErrorText } from '../error-text.ts';
import { check, read } from '../input.ts';

/** The valid fields of an address, what it has of them, and the messages of the others by field, after a prefix. */
export function readQuery<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  { url, locals }: Pick<AstroGlobal, 'url' | 'locals'>,
  schema: Schema,
  prefix = '',
): { input: v.InferOutput<Schema>; query: Record<string, string>; errors: Record<string, string> } {
  const entries = [...url.searchParams].filter(([name, value]) => name in schema.entries && value !== '');
  const { errors = [] } = check(schema, Object.fromEntries(entries));
  const valid = entries.filter(([name]) => !errors.some(({ field }) => field === name));
  return {
    input: read(schema, Object.fromEntries(valid)),
    query: Object.fromEntries(entries),
    errors: Object.fromEntries(
      errors.map((error) => [prefix + error.field, fieldErrorText(error, locals.t, locals.format.date)]),
    ),
  };
}

/** Replaces values of the query; empty ones are left out. */
export function hrefWith(
  path: string,
  query: Record<string, string>,
  changes: Record<string, string | undefined> = {},
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value) params.set(name, value);
  return params.size > 0 ? `${path}?${params}` : path;
}
