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

function methodsOf(api: Hono<HttpEnv>, path: string): string[] {
  const methods = api.routes
    .filter((route) => route.method !== 'ALL' && patternOf(route.path).test(path))
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
  return [...new Set(methods)];
}

/** A known path with another method gets 405 with the allowed ones. @throws DomainError */
export function refuseMethod(call: Call, api: Hono<HttpEnv>): never {
  const methods = methodsOf(api, call.req.path.slice(ROOT.length));
  if (methods.length === 0) throw new DomainError('NOT_FOUND', 404);
  call.header('allow', methods.join(', '));
  throw new DomainError('METHOD_NOT_ALLOWED', 405);
}
