import { Hono, type MiddlewareHandler } from 'hono';
import { createApi } from '../api/index.ts';
import type { App } from '../app.ts';
import { DomainError } from '../domain/error.ts';
import { newId } from '../domain/id.ts';
import { ImportUnderWay } from '../domain/ledger/ledger.ts';
import { UserBlocked, userRestricted } from '../domain/restrictions/block.ts';
import { authenticate, refuseByScope } from './authentication/authenticate.ts';
import { type CookieNames, cookie, cookieNames, newRandomId } from './authentication/cookies.ts';
import { foreignRequest, isFromOwnPages } from './authentication/csrf.ts';
import { RETURN_PATH, receiveReturn } from './authentication/google.ts';
import { type Call, type HttpEnv, isApi } from './call.ts';
import { deliver } from './delivery/deliver.ts';
import { answerError, type RenderPage } from './delivery/errors.ts';
import { health, metrics } from './delivery/monitoring.ts';
import { sendPicture } from './delivery/pictures.ts';
import { discardPrefetched, offerPrefetch, RULES_PATH, sendRules } from './delivery/prefetch.ts';
import { securityHeaders } from './delivery/security-headers.ts';
import { limitBodies } from './limits/body-size.ts';
import { refuseInMaintenance } from './limits/maintenance.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { beginUpload } from './multipart.ts';
import { boundedAddress } from './pages/return-to.ts';
import { hasTrait, secretRoots } from './pages/routes.ts';
import { SHARE_PATH, sharedTextAddress } from './pages/share.ts';

type Middleware = MiddlewareHandler<HttpEnv>;

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const isPicture = (headers: Headers) => headers.get('content-type') === 'image/webp';
const isForm = (call: Call) =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(call.req.header('content-type') ?? '');

export function createPipeline(app: App, renderPage: RenderPage): Hono<HttpEnv> {
  const names = cookieNames(app.config.secure);
  const pipeline = new Hono<HttpEnv>();
  // First, because the headers of other answers would double its size in every first view.
  pipeline.get(RULES_PATH, sendRules);
  pipeline.use(accessLog(app), delivery, securityHeaders(app.config.secure), rejectNul);
  pipeline.get('/health', (call) => health(call, app));
  if (app.config.METRICS_TOKEN) pipeline.get('/metrics', (call) => metrics(call, app));
  // This form comes from another site by design: no authentication, no origin rule.
  pipeline.post(RETURN_PATH, limitBodies(), (call) => receiveReturn(call, names));
  pipeline.post(SHARE_PATH, receiveShare);
  pipeline.use(
    freshSettings(app),
    authentication(app, names),
    limitBodies(),
    rateLimit(app),
    (call, next) => {
      refuseByScope(call);
      return next();
    },
    readForm,
    requireOwnOrigin(names),
    (call, next) => {
      refuseInMaintenance(call);
      return next();
    },
    refuseBlocked,
    refuseRestricted,
    refuseDuringImport,
  );
  pipeline.route('/api/v1', createApi(names));
  pipeline.get('/avatars/:user/:file', sendPicture);
  pipeline.all('*', (call) => (isApi(call) ? notFound() : renderPage(call)));
  pipeline.onError((error, call) => answerError(error, call, app, renderPage));
  return pipeline;
}

function notFound(): never {
  throw new DomainError('NOT_FOUND', 404);
}

/** Assigns the request id and logs the request, without secrets in its address. */
function accessLog(app: App): Middleware {
  // Redaction takes seven times as long as writing the line, and these fields hold no secrets.
  const log = app.log.child({}, { redact: [] });
  return async (call, next) => {
    const started = performance.now();
    call.set('requestId', newId(app.clock()));
    call.set('setCookies', []);
    call.set('pageOutcome', { foreignSources: null, thrown: null });
    call.set('pageError', null);
    await next();
    const ms = performance.now() - started;
    app.requests.add({ path: call.req.path, isApi: isApi(call), status: call.res.status, ms });
    log.info(
      {
        request_id: call.get('requestId'),
        method: call.req.method,
        path: withoutSecret(call.req.path),
        status: call.res.status,
        ms: Math.round(ms * 10) / 10,
        user_id: call.get('caller')?.viewer?.id,
      },
      'request',
    );
  };
}

// Anywhere in the path: one with two slashes or encoded ones may be served too.
const SECRET = new RegExp(`((?:${secretRoots().join('|')})(?:/|%2f)).+`, 'is');

// A secret at another address, such as one that was mistyped.
const LONG_NAME = /(?:[\w-]|%(?!2f)[0-9a-f]{2}){40,}/gi;

const withoutSecret = (path: string) => path.replace(SECRET, '$1[redacted]').replace(LONG_NAME, '[redacted]');

const delivery: Middleware = async (call, next) => {
  await next();
  const { headers } = call.res;
  headers.set('x-request-id', call.get('requestId'));
  const location = headers.get('location');
  if (location) headers.set('location', boundedAddress(location));
  for (const value of call.get('setCookies')) headers.append('set-cookie', value);
  const isSafe = SAFE_METHODS.has(call.req.method);
  if (!headers.has('cache-control')) headers.set('cache-control', isSafe ? 'private, no-cache' : 'no-store');
  if (isSafe) offerPrefetch(call);
  else discardPrefetched(call);
  if (!isApi(call) && !isPicture(headers)) headers.append('vary', 'cookie');
  if (/^text\/html$/i.test(headers.get('content-type') ?? ''))
    headers.set('content-type', 'text/html; charset=utf-8');
  const delivered = await deliver(call.req.raw, call.res);
  // Otherwise Hono copies old headers, such as the length, to the new answer.
  call.res = undefined;
  call.res = delivered;
};

// PostgreSQL fails at NUL, and no name or id has one. Pages do the same (`insteadOf`).
const rejectNul: Middleware = (call, next) =>
  isApi(call) && /\0|%00/.test(call.req.path) ? notFound() : next();

function freshSettings(app: App): Middleware {
  return async (_call, next) => {
    await app.site.refresh();
    await next();
  };
}

function authentication(app: App, names: CookieNames): Middleware {
  return async (call, next) => {
    call.set('form', null);
    call.set('upload', null);
    call.set('caller', await authenticate(call, app, names));
    if (!isApi(call)) ensureGuestId(call, names);
    await next();
  };
}

// Guests get an id, so that forms before sign-in are valid for them alone.
function ensureGuestId(call: Call, names: CookieNames): void {
  const { viewer, cookies } = call.get('caller');
  if (viewer || cookies[names.guest]) return;
  const guest = newRandomId();
  cookies[names.guest] = guest;
  call.get('setCookies').push(cookie(names, names.guest, guest));
}

function rateLimit(app: App): Middleware {
  const secondsToWait = createRateLimit(app);
  return async (call, next) => {
    const retryAfter = await secondsToWait(call.get('caller').context);
    if (retryAfter > 0) {
      throw new DomainError('RATE_LIMITED', 429, { retryAfter, message: 'errors:TOO_MANY_REQUESTS' });
    }
    await next();
  };
}

const readForm: Middleware = async (call, next) => {
  if (call.req.method === 'POST' && hasTrait(call.req.path, 'file') && call.get('caller').viewer) {
    const upload = await beginUpload(call.req.raw);
    call.set('form', upload?.fields ?? null);
    call.set('upload', upload);
  } else if (!SAFE_METHODS.has(call.req.method) && !isApi(call) && isForm(call)) {
    const form = await call.req.formData().catch(() => null);
    call.set('form', form && withPressedButton(form));
  }
  await next();
};

/**
 * Text browsers show a button's value and send their own for a button without one, so these buttons carry both in their
 * name: `theme=dark`.
 */
function withPressedButton(form: FormData): FormData {
  for (const name of [...form.keys()]) {
    const equals = name.indexOf('=');
    if (equals < 0) continue;
    form.delete(name);
    form.set(name.slice(0, equals), name.slice(equals + 1));
  }
  return form;
}

/** Bearer tokens need no such proof. */
function requireOwnOrigin(names: CookieNames): Middleware {
  return async (call, next) => {
    const isFree = SAFE_METHODS.has(call.req.method) || hasTrait(call.req.path, 'from anywhere');
    if (!isFree && !isFromOwnPages(call, names))
      throw foreignRequest(call.get('caller').context.settings.PUBLIC_URL);
    await next();
  };
}

// Pages instead redirect blocked people to the reason.
const refuseBlocked: Middleware = (call, next) => {
  const { block } = call.get('caller');
  if (block && isApi(call) && !hasTrait(call.req.path, 'blocked')) throw new UserBlocked(block);
  return next();
};

const refuseRestricted: Middleware = (call, next) => {
  const restriction = call.get('caller').viewer?.restriction;
  if (restriction && !SAFE_METHODS.has(call.req.method) && !hasTrait(call.req.path, 'restricted'))
    throw userRestricted(restriction);
  return next();
};

// During an import the account is incomplete.
const refuseDuringImport: Middleware = (call, next) => {
  if (call.get('caller').viewer?.importId && !hasTrait(call.req.path, 'importing'))
    throw new ImportUnderWay();
  return next();
};

/**
 * Answers what another app shares where no service worker took it. It comes from outside, so nothing of it is stored: text
 * leads to a form that it fills in, and a file has to be chosen there.
 */
export async function receiveShare(call: Call): Promise<Response> {
  const upload = await beginUpload(call.req.raw);
  return call.redirect(upload && !upload.file ? sharedTextAddress(upload.fields) : '/import', 303);
}
