import type { AstroGlobal } from 'astro';
import { newId } from '../../domain/id.ts';
import { FORM_KEY } from '../../http/pages/submit.ts';

/** Prefix of each field's id, because a dialog can also show the page over any other. */
export const PREFIX = 'category-';

/** The key of one rendering of a form, against duplicates; a form shown again with errors has the same one. */
export function formKey({ locals }: AstroGlobal): string {
  const given = locals.form?.get(FORM_KEY);
  return typeof given === 'string' && given ? given : newId(locals.context.now);
}
