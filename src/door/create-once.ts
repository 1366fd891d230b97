import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../domain/context.ts';
import { once } from '../domain/idempotency/once.ts';

/** The hidden field that names one showing of a form: sent twice, it creates once. */
export const FORM_KEY = '_key';

/** Creates from a page's form; an impatient second press of the button finds the first one's work done. */
export async function createOnce(
  { locals, url }: AstroGlobal,
  context: SignedIn,
  act: (context: SignedIn) => Promise<unknown>,
): Promise<void> {
  const fields = [...(locals.form ?? [])].map(([name, value]) => [name, String(value)]);
  const key = fields.find(([name]) => name === FORM_KEY)?.[1];
  if (!key || !/^[\w-]{1,64}$/.test(key)) {
    await act(context);
    return;
  }
  await once(context, { path: url.pathname, key, body: JSON.stringify(fields) }, async (inside) => {
    await act(inside);
    return { status: 303, text: '' };
  });
}
