import type { Context as HonoContext } from 'hono';
import type { DomainError, ErrorCode } from '../domain/error.ts';
import type { Caller } from './authentication/authenticate.ts';

/** What the page about an error shows. */
export interface PageError {
  code: ErrorCode;
  status: number;
  text: string;
  /** The address to try again; null where something was to be changed. */
  retry: string | null;
}

/** What the pipeline finds out about a request for the pages and endpoints behind it. */
export interface HttpEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    form: FormData | null;
    /** `Set-Cookie` values of the answer. */
    setCookies: string[];
    /** What a page loads from other sites, beyond the policy of all pages: directive → source. */
    foreignSources: Record<string, string> | null;
    /** Astro's own state of the request. */
    fetchState: unknown;
    /** An error that a page gave back instead of showing it beside its form. */
    thrownByPage: DomainError | null;
    /** Set while the page about an error is rendered. */
    pageError: PageError | null;
  };
}

/** One request and its answer: Hono's context. */
export type Call = HonoContext<HttpEnv>;

/** The page that describes the API has an address below `/api`, but people read it. */
const API_PAGE = /^\/api\/docs\/?$/;

/** Whether a request is for the API rather than for a page. */
export function isApi({ req }: Call): boolean {
  return /^\/api(\/|$)/.test(req.path) && !API_PAGE.test(req.path);
}
