import type { Context as HonoContext } from 'hono';
import type { Context, Viewer } from '../domain/context.ts';
import type { DomainError, ErrorCode } from '../domain/error.ts';
import type { Block } from '../domain/restrictions/block.ts';
import type { Upload } from './multipart.ts';

export interface Caller {
  viewer: Viewer | null;
  failure: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'TOKEN_INVALID' | null;
  /** Set for blocked people, including when the block prevents renewal of an access token. */
  block: Block | null;
  tokens: string[];
  /** Links and forms of other sites cannot send a bearer token. */
  byBearer: boolean;
  /** A session from a cookie requires our own origin. */
  byCookie: boolean;
  cookies: Record<string, string>;
  context: Context;
}

export interface PageError {
  code: ErrorCode;
  status: number;
  text: string;
  /** Null for requests that change something. */
  retry: string | null;
  /** The page at our own address, if the request used another one. */
  ownAddress: string | null;
}

interface PageOutcome {
  /** Sources on other sites to add to the policy: directive → source. */
  foreignSources: Record<string, string> | null;
  /** An error that the page returned instead of showing it beside its form. */
  thrown: DomainError | null;
}

export interface HttpEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    form: FormData | null;
    /** The form's file, read while it arrives after the fields, with what follows it. */
    upload: Upload | null;
    setCookies: string[];
    pageOutcome: PageOutcome;
    fetchState: unknown;
    pageError: PageError | null;
  };
}

export type Call = HonoContext<HttpEnv>;

/** People read this page, although its address is below `/api`. */
const API_PAGE = /^\/api\/docs\/?$/;

export function isApi({ req }: Call): boolean {
  return /^\/api(\/|$)/.test(req.path) && !API_PAGE.test(req.path);
}
