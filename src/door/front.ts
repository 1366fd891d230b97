import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { createApi } from '../api/index.ts';
import type { App } from '../domain/context.ts';
import { DomainError } from '../domain/error.ts';
import { newId } from '../domain/id.ts';
import { UserBlocked } from '../domain/restrictions/block.ts';
import { sendPicture } from './avatars.ts';
import { type CookieNames, cookie, cookieNames } from './cookies.ts';
import { deliver } from './deliver.ts';
import { answerFault, type Pages } from './faults.ts';
import { newGuest } from './form-token.ts';
import { comesFromUs } from './from-us.ts';
import { RETURN_PATH, takeReturn } from './google-return.ts';
import { NO_CONTENT_POLICY, SECURITY_HEADERS, STRICT_TRANSPORT } from './headers.ts';
import { health } from './health.ts';
import { createLimiter } from './limit.ts';
import { limitBodies } from './limit-bodies.ts';
import { type DoorEnv, isApi, meet } from './visitor.ts';

type Call = HonoContext<DoorEnv>;
type Step = MiddlewareHandler<DoorEnv>;

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

const isPicture = (headers: Headers) => headers.get('content-type') === 'image/webp';
const isForm = (call: Call) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(call.req.header('content-type') ?? '');

/** Every request comes in here: who it is, whether it may, then the API or the pages, then how it is sent. */
export function createFrontDoor(app: App, pages: Pages): Hono<DoorEnv> {
  const names = cookieNames(app.config.secure);
  const door = new Hono<DoorEnv>();
  door.use(account(app), send(app), refuseUnwritable);
  door.get('/health', (call) => health(call, app));
  // From another site by its nature: before anybody asks who it is and where it comes from.
  door.post(RETURN_PATH, limitBodies(), (call) => takeReturn(call, names));
  door.use(
    meetVisitor(app, names),
    limitBodies(),
    limitRate(app),
    readForm,
    requireOrigin(app, names),
    keepBlockedOut,
  );
  door.route('/api/v1', createApi(names));
  door.get('/avatars/:user/:file', sendPicture);
  door.all('*', (call) => (isApi(call) ? unknown() : pages(call)));
  door.onError((error, call) => answerFault(error, call, app, pages));
  return door;
}

function unknown(): never {
  throw new DomainError('NOT_FOUND', 404);
}

/** Names the request and writes one line about it; addresses of people's data are in no line. */
function account(app: App): Step {
  return async (call, next) => {
    const started = performance.now();
    call.set('requestId', newId(app.clock()));
    call.set('outgoing', []);
    call.set('body', null);
    call.set('sources', null);
    call.set('fault', null);
    call.set('refusal', null);
    await next();
    app.log.info(
      {
        request_id: call.get('requestId'),
        method: call.req.method,
        path: call.req.path.replace(
          /(\/(?:verify-email|reset-password|change-email|restore-email|avatars)\/).+/,
          '$1[redacted]',
        ),
        status: call.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        user_id: call.get('visitor')?.viewer?.id,
      },
      'request',
    );
  };
}

function send(app: App): Step {
  return async (call, next) => {
    await next();
    const { headers } = call.res;
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!headers.has(name)) headers.set(name, value);
    }
    if (app.config.secure) headers.set('strict-transport-security', STRICT_TRANSPORT);
    headers.set('x-request-id', call.get('requestId'));
    for (const cookie of call.get('outgoing')) headers.append('set-cookie', cookie);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_CONTENT_POLICY);
    if (!headers.has('cache-control')) {
      headers.set('cache-control', SAFE.has(call.req.method) ? 'private, no-cache' : 'no-store');
    }
    if (!isApi(call) && !isPicture(headers)) headers.append('vary', 'cookie');
    if (/^text\/html$/i.test(headers.get('content-type') ?? ''))
      headers.set('content-type', 'text/html; charset=utf-8');
    const delivered = await deliver(call.req.raw, call.res, call.get('body'));
    // Emptied first: otherwise the headers of the old answer (its length) would be laid over the new one's.
    call.res = undefined;
    call.res = delivered;
  };
}

// The character NUL is in no name or id of anything, and PostgreSQL fails at it.
const refuseUnwritable: Step = (call, next) => (/\0|%00/.test(call.req.path) ? unknown() : next());

function meetVisitor(app: App, names: CookieNames): Step {
  return async (call, next) => {
    call.set('form', null);
    call.set('visitor', await meet(call, app, names, !isApi(call)));
    if (!isApi(call)) welcomeGuest(call, names);
    await next();
  };
}

// Somebody who is not signed in gets a name, so that the forms we write are theirs alone.
function welcomeGuest(call: Call, names: CookieNames): void {
  const { viewer, cookies } = call.get('visitor');
  if (viewer || cookies[names.guest]) return;
  const guest = newGuest();
  cookies[names.guest] = guest;
  call.get('outgoing').push(cookie(names, names.guest, guest));
}

function limitRate(app: App): Step {
  const wait = createLimiter(app);
  return async (call, next) => {
    const retryAfter = await wait(call.get('visitor').context);
    if (retryAfter > 0) {
      throw new DomainError('RATE_LIMITED', 429, { retryAfter, message: 'errors:TOO_MANY_REQUESTS' });
    }
    await next();
  };
}

const readForm: Step = async (call, next) => {
  if (!SAFE.has(call.req.method) && !isApi(call) && isForm(call)) {
    call.set('form', await call.req.formData().catch(() => null));
  }
  await next();
};

const SIGN_OUT = '/api/v1/users/logout';

// Pages lead blocked people to the page that says why.
const keepBlockedOut: Step = (call, next) => {
  const { block } = call.get('visitor');
  if (block && isApi(call) && call.req.path !== SIGN_OUT) throw new UserBlocked(block);
  return next();
};

/** A request that changes something must come from our own pages; bearers of a token need no such proof. */
function requireOrigin(app: App, names: CookieNames): Step {
  return async (call, next) => {
    if (!SAFE.has(call.req.method) && !comesFromUs(call, app, names))
      throw new DomainError('CSRF_REJECTED', 403);
    await next();
  };
}
