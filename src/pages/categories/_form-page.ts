import type { AstroGlobal } from 'astro';
import { newId } from '../../domain/id.ts';
import { FORM_KEY } from '../../door/create-once.ts';

/** What is put before the id of each field, because the page can also stand in a dialog over any other. */
export const PREFIX = 'category-';

/** The name of this showing of a form; one that comes back with errors is still the same. */
export function formKey({ locals }: AstroGlobal): string {
  const given = locals.form?.get(FORM_KEY);
  return typeof given === 'string' && given ? given : newId(locals.context.now);
}
