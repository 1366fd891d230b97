import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import { type CookieNames, cookie } from './cookies.ts';
import { returnTo } from './return-to.ts';

/** What the provider sent back: a credential that nobody has checked yet, and the path of ours to go on to. */
export interface Returned {
  credential: string;
  to: string;
}

const SECONDS = 300;

/** A cookie holds 4 kB in all. */
const LONGEST = 3600;

export const RETURN_PATH = '/google/return';

/** Where the provider sends people back to: what it has to know of us beside our address. */
export function returnAddress({ config }: Pick<App, 'config'>): string {
  return config.PUBLIC_URL + RETURN_PATH;
}

/**
 * Takes the form that the provider's page has the browser send. It comes from another site and so without any cookie
 * of ours: it changes nothing, and hands what it carries to a page of ours, which is asked for with cookies again.
 */
export async function takeReturn(call: HonoContext, names: CookieNames): Promise<Response> {
  const form = await call.req.formData().catch(() => new FormData());
  const credential = String(form.get('id_token') ?? form.get('credential') ?? '');
  const to = returnTo(String(form.get('state') ?? ''));
  const isGiven = isToken(credential);
  call.header(
    'set-cookie',
    isGiven ? writeReturned(names, { credential, to }) : cookie(names, names.google, '', 0),
  );
  return call.redirect('/google', 303);
}

export function writeReturned(names: CookieNames, { credential, to }: Returned): string {
  return cookie(names, names.google, `${credential}.${Buffer.from(to).toString('base64url')}`, SECONDS);
}

export function readReturned(value: string | undefined): Returned | null {
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || !isToken(value.slice(0, end))) return null;
  return {
    credential: value.slice(0, end),
    to: returnTo(Buffer.from(value.slice(end + 1), 'base64url').toString()),
  };
}

function isToken(text: string): boolean {
  return text.length <= LONGEST && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}
