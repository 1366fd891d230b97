import type { Context as HonoContext } from 'hono';
import type { Context, Viewer } from '../domain/context.ts';
import type { DomainError, ErrorCode } from '../domain/error.ts';
import type { Block } from '../domain/restrictions/block.ts';

export interface Caller {
  viewer: Viewer | null;
  failure: 'UNAUTHENTICATED' | 'TOKEN_EXPIRED' | 'TOKEN_INVALID' | null;
  /** Set for blocked people, also where an expired access token is not renewed because of the block. */
  block: Block | null;
  tokens: string[];
  /** Whether a bearer token was sent, which no link or form of another site can do. */
  byBearer: boolean;
  /** Whether the session came from a cookie: then the request must come from our own origin. */
  byCookie: boolean;
  cookies: Record<string, string>;
  context: Context;
}

export interface PageError {
  code: ErrorCode;
  status: number;
  text: string;
  /** The address to try again; null for requests that change something. */
  retry: string | null;
  /** The page at our own address, where the request came from another one. */
  ownAddress: string | null;
}

/** What a page leaves beside its answer. */
export interface PageOutcome {
  /** The sources on other sites that it loads, beyond the policy of all pages: directive → source. */
  foreignSources: Record<string, string> | null;
  /** An error that it returned instead of showing it beside its form. */
  thrown: DomainError | null;
}

/** The properties of a request that the pipeline sets for the pages and endpoints behind it. */
export interface HttpEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    form: FormData | null;
    /** The file of a form that is read while it arrives, after its fields. */
    file: AsyncIterable<Uint8Array> | null;
    /** `Set-Cookie` values of the answer. */
    setCookies: string[];
    pageOutcome: PageOutcome;
    /** Astro's own state of the request. */
    fetchState: unknown;
    /** Set while the error page is rendered. */
    pageError: PageError | null;
  };
}

export type Call = HonoContext<HttpEnv>;

/** The page that describes the API has an address below `/api`, but people read it. */
const API_PAGE = /^\/api\/docs\/?$/;

export function isApi({ req }: Call): boolean {
  return /^\/api(\/|$)/.test(req.path) && !API_PAGE.test(req.path);
}
