import type { Hono } from 'hono';
import { DomainError } from '../domain/error.ts';
import type { Call, HttpEnv } from '../http/call.ts';

const ROOT = '/api/v1';

// Alternatives in a route are written as a group, `{(?:a|b)}`: the router adds `^` and `$` around the text as it is.
function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => /^:\w+\{(.+)\}$/.exec(part)?.[1] ?? part.replace(/^:\w+$/, '[^/]+'))
    .join('/');
  return new RegExp(`^${source}$`);
}

/** The methods of a path, from the table of routes. */
function methodsOf(api: Hono<HttpEnv>, path: string): string[] {
  const methods = api.routes
    .filter((route) => route.method !== 'ALL' && patternOf(route.path).test(path))
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  return [...new Set(methods)];
}

/** The end of the API: a known path with another method gets 405 with the allowed ones. @throws DomainError */
export function refuseMethod(call: Call, api: Hono<HttpEnv>): never {
  const methods = methodsOf(api, call.req.path.slice(ROOT.length));
  if (methods.length === 0) throw new DomainError('NOT_FOUND', 404);
  call.header('allow', methods.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED', 405);
}
