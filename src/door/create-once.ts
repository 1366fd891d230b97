import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../domain/context.ts';
import { once } from '../domain/idempotency/once.ts';

/** The hidden field that names one showing of a form: sent twice, it creates once. */
export const FORM_KEY = '_key';

/**
 * Creates from a page's form; an impatient second press of the button finds the first one's work done.
 * @returns what the act gave, if it is text: the first time's, such as the id, however often the form comes
 */
export async function createOnce(
  { locals, url }: AstroGlobal,
  context: SignedIn,
  act: (context: SignedIn) => Promise<unknown>,
): Promise<string> {
  const fields = [...(locals.form ?? [])].map(([name, value]) => [name, String(value)]);
  const key = fields.find(([name]) => name === FORM_KEY)?.[1];
  if (!key || !/^[\w-]{1,64}$/.test(key)) {
    return textOf(await act(context));
  }
  const attempt = { path: url.pathname, key, body: JSON.stringify(fields) };
  const { text } = await once(context, attempt, async (inside) => ({
    status: 303,
    text: textOf(await act(inside)),
  }));
  return text;
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
