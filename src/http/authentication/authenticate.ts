import { type App, createContext } from '../../app.ts';
import { requireAdministrator } from '../../domain/admin/require.ts';
import type { Context, SignedIn, Viewer } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { type Block, UserBlocked } from '../../domain/restrictions/block.ts';
import { apiTokenIn, isApiToken } from '../../domain/sessions/api-tokens.ts';
import { refreshSession } from '../../domain/sessions/refresh.ts';
import { resolveApiToken, resolveViewer } from '../../domain/sessions/resolve.ts';
import { isLocale, type Locale, localeFromHeader } from '../../i18n/locales.ts';
import { type Call, type Caller, isApi } from '../call.ts';
import { ADDRESS_HEADER } from './client-address.ts';
import { type CookieNames, newRandomId, readCookies, setSessionCookies } from './cookies.ts';
import { isInScope } from './token-scope.ts';

type Resolved = Viewer | NonNullable<Caller['failure']>;

/** Finds the sender of a request. Expired access tokens are renewed for pages only; API clients renew their own. */
export async function authenticate(call: Call, app: App, names: CookieNames): Promise<Caller> {
  const isPage = !isApi(call);
  const { raw } = call.req;
  const cookies = readCookies(call.req.header('cookie'));
  const base: Context = {
    ...createContext(app),
    client: {
      address: call.req.header(ADDRESS_HEADER) ?? '127.0.0.1',
      userAgent: call.req.header('user-agent') ?? '',
      languages: call.req.header('accept-language'),
      device: deviceId(cookies[names.device], isPage && call.req.method === 'POST'),
    },
    isAbandoned: () => raw.signal.aborted,
  };
  const bearer = bearerIn(call.req.header('authorization') ?? '');
  const access = bearer ?? cookies[names.access];
  const refresh = bearer ? undefined : cookies[names.refresh];
  let resolved: Resolved = access
    ? await resolve(base, access, !isPage && access === bearer)
    : 'UNAUTHENTICATED';
  let block: Block | null = null;
  if (typeof resolved === 'string' && isPage && refresh) {
    const renewed = await renewSession(call, base, refresh, names);
    if (renewed && 'reason' in renewed) block = renewed;
    else resolved = renewed ?? resolved;
  }
  const viewer = typeof resolved === 'string' ? null : resolved;
  const tokens = [access, refresh].filter((token) => token !== undefined);
  return {
    viewer,
    failure: typeof resolved === 'string' ? resolved : null,
    block: viewer?.block ?? block,
    tokens,
    byBearer: bearer !== undefined,
    byCookie: !bearer && tokens.length > 0,
    cookies,
    context: {
      ...base,
      viewer,
      locale: localeOf(cookies[names.language], viewer, call.req.header('accept-language')),
    },
  };
}

// However a program sends its token, as the whole header too, it decides: not a cookie beside it.
function bearerIn(header: string): string | undefined {
  return apiTokenIn(header) ?? /^Bearer +(\S+)$/i.exec(header)?.[1];
}

// Tokens of programs are for the API alone, in its header.
async function resolve({ db, now, client }: Context, token: string, byProgram: boolean): Promise<Resolved> {
  if (!isApiToken(token)) return resolveViewer(db, token, now);
  return byProgram ? resolveApiToken(db, token, now, client.address) : 'UNAUTHENTICATED';
}

// API clients have no device cookie unless they send one; pages start a session only with a form.
function deviceId(sent: string | undefined, isForm: boolean): string | undefined {
  if (sent && /^[\w-]{22,64}$/.test(sent)) return sent;
  return isForm ? newRandomId() : undefined;
}

/** Returns the block if one prevents renewal, null if the session has ended. */
async function renewSession(
  call: Call,
  context: Context,
  refreshToken: string,
  names: CookieNames,
): Promise<Viewer | Block | null> {
  try {
    const tokens = await refreshSession(context, refreshToken);
    const resolved = await resolveViewer(context.db, tokens.accessToken, context.now);
    setSessionCookies(call.get('setCookies'), names, tokens, context.now);
    return typeof resolved === 'string' ? null : resolved;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error instanceof UserBlocked) return error.block;
    // Over the rate limit, but still signed in.
    if (error.status === 429) throw error;
    return null;
  }
}

// This browser session's language overrides the account's.
function localeOf(chosen: string | undefined, viewer: Viewer | null, header: string | undefined): Locale {
  return isLocale(chosen) ? chosen : (viewer?.locale ?? localeFromHeader(header));
}

/** @throws DomainError UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_INVALID (401), USER_BLOCKED (403) */
export function signedIn(call: Call): SignedIn {
  const { context, viewer, failure, tokens } = call.get('caller');
  // Whoever reads the log of a program needs a new token, not a sign-in.
  const isProgram = failure === 'TOKEN_EXPIRED' && tokens.some(isApiToken);
  if (!viewer)
    throw new DomainError(
      failure ?? 'UNAUTHENTICATED',
      401,
      isProgram ? { message: 'errors:tokenEnded' } : {},
    );
  if (viewer.block) throw new UserBlocked(viewer.block);
  return { ...context, viewer };
}

/**
 * A token does what its scope names, and nothing with the account that it belongs to.
 * @throws DomainError USER_BLOCKED, FORBIDDEN (403)
 */
export function refuseByScope(call: Call): void {
  const { viewer } = call.get('caller');
  if (!viewer?.tokenScope || isInScope(viewer.tokenScope, call.req.method, call.req.path)) return;
  throw viewer.block ? new UserBlocked(viewer.block) : tokenRefused();
}

function tokenRefused(): DomainError {
  return new DomainError('FORBIDDEN', 403, { message: 'errors:tokenScope' });
}

/** Checks the role before the rest of the request is read. @throws DomainError as `signedIn`, FORBIDDEN, SECOND_FACTOR_REQUIRED (403) */
export function signedInAs(call: Call, role: 'admin' | 'super_admin'): SignedIn {
  const context = signedIn(call);
  if (context.viewer.tokenScope) throw tokenRefused();
  requireAdministrator(context, role);
  return context;
}
