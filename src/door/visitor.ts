import type { Context as HonoContext } from 'hono';
import type { App, Context, SignedIn, Viewer } from '../domain/context.ts';
import { DomainError, type ErrorCode } from '../domain/error.ts';
import { type Block, UserBlocked } from '../domain/restrictions/block.ts';
import { refreshSession } from '../domain/sessions/refresh.ts';
import { resolveViewer } from '../domain/sessions/resolve.ts';
import { isLocale, type Locale, localeFromHeader } from '../i18n/locales.ts';
import { type CookieNames, type Outgoing, readCookies, setSessionCookies } from './cookies.ts';
import type { Body } from './deliver.ts';
import { newGuest } from './form-token.ts';

/** Who knocks: a signed-in person, or nobody and why. */
export interface Visitor {
  viewer: Viewer | null;
  fault: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'TOKEN_INVALID' | null;
  /** Why they may do nothing but sign out, also where an access token that has run out is not renewed for that. */
  block: Block | null;
  /** What was sent to prove it, valid or not. */
  tokens: string[];
  /** Whether a program sent a bearer token, which no link or form of another site can. */
  byBearer: boolean;
  /** Whether the browser sent the session by itself: then the origin rule holds. */
  byCookie: boolean;
  cookies: Record<string, string>;
  context: Context;
}

/** A refusal in words. */
export interface Refusal {
  code: ErrorCode;
  status: number;
  text: string;
  /** The address to try again; null where something was to be changed. */
  again: string | null;
}

/** What the front door keeps for the doors behind it. */
export interface DoorEnv {
  Variables: {
    requestId: string;
    visitor: Visitor;
    form: FormData | null;
    outgoing: Outgoing;
    /** The answer's body, where a page has it ready. */
    body: Body | null;
    mayKeep: boolean;
    /** What a page loads from elsewhere, beyond the policy of all pages: directive → source. */
    sources: Record<string, string> | null;
    /** Where the framework keeps what it knows of a request. */
    fetchState: unknown;
    /** What a page refused outside its form. */
    fault: DomainError | null;
    /** What was refused, for the page that tells the person. */
    refusal: Refusal | null;
  };
}

type Call = HonoContext<DoorEnv>;

/** The address of the client, as our own server saw it. */
export const ADDRESS_HEADER = 'x-pruta-address';

/** The page about the API stands among its addresses, but people read it. */
const API_PAGE = /^\/api\/docs\/?$/;

/** Whether a program asks rather than a browser's page. */
export function isApi({ req }: Call): boolean {
  return /^\/api(\/|$)/.test(req.path) && !API_PAGE.test(req.path);
}

/** Finds out who knocks. Pages renew an access token that has run out; API clients do that themselves. */
export async function meet(call: Call, app: App, names: CookieNames, isPage: boolean): Promise<Visitor> {
  const cookies = readCookies(call.req.header('cookie'));
  const now = app.clock();
  const base: Context = {
    app,
    db: app.database.db,
    viewer: null,
    now,
    locale: 'en',
    from: {
      address: call.req.header(ADDRESS_HEADER) ?? '127.0.0.1',
      userAgent: call.req.header('user-agent') ?? '',
      device: deviceName(cookies[names.device], isPage),
    },
  };
  const bearer = /^Bearer +(\S+)$/i.exec(call.req.header('authorization') ?? '')?.[1];
  const access = bearer ?? cookies[names.access];
  const tokens = [access, bearer ? undefined : cookies[names.refresh]].filter((token) => token !== undefined);
  let found: Found = access ? await resolveViewer(app, access, now) : 'UNAUTHENTICATED';
  let block: Block | null = null;
  if (typeof found === 'string' && isPage && !bearer && cookies[names.refresh]) {
    const renewed = await renew(call, base, cookies[names.refresh] ?? '', names);
    if (renewed && 'reason' in renewed) block = renewed;
    else found = renewed ?? found;
  }
  const viewer = typeof found === 'string' ? null : found;
  const locale = localeOf(cookies[names.language], viewer, call.req.header('accept-language'));
  return {
    viewer,
    fault: typeof found === 'string' ? found : null,
    block: viewer?.block ?? block,
    tokens,
    byBearer: bearer !== undefined,
    byCookie: !bearer && tokens.length > 0,
    cookies,
    context: { ...base, viewer, locale },
  };
}

type Found = Viewer | NonNullable<Visitor['fault']>;

// A program that calls the API keeps no cookies unless it says so by sending one.
function deviceName(sent: string | undefined, isPage: boolean): string | undefined {
  if (sent && /^[\w-]{22,64}$/.test(sent)) return sent;
  return isPage ? newGuest() : undefined;
}

/** Who comes back after a renewal, or what keeps them out; null where the session has ended. */
async function renew(
  call: Call,
  context: Context,
  token: string,
  names: CookieNames,
): Promise<Viewer | Block | null> {
  try {
    const tokens = await refreshSession(context, token);
    const found = await resolveViewer(context.app, tokens.accessToken, context.now);
    setSessionCookies(call.get('outgoing'), names, tokens, context.now);
    return typeof found === 'string' ? null : found;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error instanceof UserBlocked) return error.block;
    // Whoever only asks too often is still signed in.
    if (error.status === 429) throw error;
    return null;
  }
}

// The toggle of this browser session goes before the account's own language.
function localeOf(chosen: string | undefined, viewer: Viewer | null, header: string | undefined): Locale {
  return isLocale(chosen) ? chosen : (viewer?.locale ?? localeFromHeader(header));
}

/** The context of a signed-in caller. @throws DomainError UNAUTHENTICATED, TOKEN_EXPIRED, TOKEN_INVALID (401), USER_BLOCKED (403) */
export function signedIn(call: Call): SignedIn {
  const { context, viewer, fault } = call.get('visitor');
  if (!viewer) throw new DomainError(fault ?? 'UNAUTHENTICATED', 401);
  if (viewer.block) throw new UserBlocked(viewer.block);
  return { ...context, viewer };
}
