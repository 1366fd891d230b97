import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import { check, read } from '../input.ts';

/** The valid fields of an address's filter, and the messages of the others by field id. */
export function readFilter<Schema extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  { url, locals }: Pick<AstroGlobal, 'url' | 'locals'>,
  schema: Schema,
): { input: v.InferOutput<Schema>; query: Record<string, string>; errors: Record<string, string> } {
  const entries = Object.entries(Object.fromEntries(url.searchParams)).filter(
    ([name, value]) => name in schema.entries && value !== '',
  );
  const query = Object.fromEntries(entries);
  const checked = check(schema, query);
  if (!checked.errors) return { input: checked.input, query, errors: {} };
  const errors = Object.fromEntries(
    checked.errors.map(({ field, message }) => [`filter-${field}`, locals.t(message)]),
  );
  const valid = Object.fromEntries(entries.filter(([name]) => !(`filter-${name}` in errors)));
  return { input: read(schema, valid), query, errors };
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
