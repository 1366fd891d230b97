import type { Hono } from 'hono';
import { DomainError } from '../domain/error.ts';
import type { Call, HttpEnv } from '../http/call.ts';

const ROOT = '/api/v1';

// Alternatives become a group, `{(?:a|b)}`, because the router puts `^` and `$` around the unchanged text.
function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((part) => /^:\w+\{(.+)\}$/.exec(part)?.[1] ?? part.replace(/^:\w+$/, '[^/]+'))
    .join('/');
  return new RegExp(`^${source}$`);
}

function methodsOf(api: Hono<HttpEnv>, isAsked: (path: string) => boolean): string[] {
  const methods = api.routes
    .filter((route) => route.method !== 'ALL' && isAsked(route.path))
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  return [...new Set(methods)];
}

/** A fixed path takes its own methods only: its last name is no id. @throws DomainError */
export function requireOwnMethod(call: Call, api: Hono<HttpEnv>): void {
  const path = call.req.path.slice(ROOT.length);
  const methods = methodsOf(api, (fixed) => fixed === path);
  if (methods.length > 0 && !methods.includes(call.req.method)) refuse(call, methods);
}

/** A known path with another method gets 405 with the allowed ones. @throws DomainError */
export function refuseMethod(call: Call, api: Hono<HttpEnv>): never {
  const path = call.req.path.slice(ROOT.length);
  const methods = methodsOf(api, (pattern) => patternOf(pattern).test(path));
  if (methods.length === 0) throw new DomainError('NOT_FOUND', 404);
  refuse(call, methods);
}

function refuse(call: Call, methods: string[]): never {
  call.header('allow', methods.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED', 405);
}
