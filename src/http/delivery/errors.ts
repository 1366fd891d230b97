import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { App } from '../../app.ts';
import { isUnavailable } from '../../db/unavailable.ts';
import { busy, DomainError } from '../../domain/error.ts';
import { directionOf, type Locale, localeFromHeader } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { SITE_NAME } from '../../product.ts';
import { type Call, isApi, type PageError } from '../call.ts';
import { errorText } from '../error-text.ts';
import { asSent, isRecord } from '../input.ts';
import { referrerPage, returnTo } from '../pages/return-to.ts';
import { errorJson } from './json.ts';

export type RenderPage = (call: Call) => Response | Promise<Response>;

/** API clients get JSON, people a page in their language, or the top-level fallback if rendering fails too. */
export async function answerError(
  thrown: unknown,
  call: Call,
  app: App,
  renderPage: RenderPage,
): Promise<Response> {
  const error = refusalOf(thrown, call, app);
  // Before authentication only the request names a language.
  const locale = call.get('caller')?.context.locale ?? localeFromHeader(call.req.header('accept-language'));
  call.get('pageOutcome').thrown = null;
  // A disconnected client reads no page, and many may disconnect at once.
  if (isApi(call) || call.req.raw.signal.aborted) return errorJson(call, await named(error, call), locale);
  if (!call.get('caller') || call.get('pageError')) return plainError(call, error, locale);
  call.set('pageError', pageErrorOf(error, call, locale));
  try {
    const page = await renderPage(call);
    if (error.extra.retryAfter !== undefined) page.headers.set('retry-after', String(error.extra.retryAfter));
    return page;
  } catch (failure) {
    return plainError(call, refusalOf(failure, call, app), locale);
  }
}

/** With the fields as the request names them. */
async function named(error: DomainError, { req }: Call): Promise<DomainError> {
  const { fields } = error.extra;
  if (!fields) return error;
  const isJson = /\bjson\b/i.test(req.header('content-type') ?? '');
  const body: unknown = isJson ? await req.json().catch(() => ({})) : {};
  const sent = { ...req.query(), ...(Array.isArray(body) ? { rows: body } : isRecord(body) && body) };
  const renamed = fields.map((error) => ({ ...error, field: asSent(error.field, sent) }));
  return new DomainError(error.code, error.status, { ...error.extra, fields: renamed });
}

function refusalOf(error: unknown, call: Call, app: App): DomainError {
  if (error instanceof DomainError) return error;
  const request_id = call.get('requestId');
  // The client disconnected: not an error of the server.
  if (isBrokenOff(error, call)) return new DomainError('INVALID_JSON', 400);
  app.log.error({ request_id, err: error }, 'unexpected error');
  return unavailable(error) ?? new DomainError('SERVER_ERROR', 500, { details: { request_id } });
}

/** The error to show while the database is away, locked, full or read-only; null for any other error. */
export function unavailable(error: unknown): DomainError | null {
  return isUnavailable(error) ? busy() : null;
}

function isBrokenOff(error: unknown, { req }: Call): boolean {
  return req.raw.signal.aborted && error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

function pageErrorOf(error: DomainError, call: Call, locale: Locale): PageError {
  const { code, status } = error;
  const { req } = call;
  const { pathname, search } = new URL(req.url);
  return {
    code,
    status,
    text: errorText(error, translator(locale)),
    retry: req.method === 'GET' ? returnTo(pathname + search) : null,
    ownAddress: code === 'CSRF_REJECTED' ? ownAddress(call) : null,
  };
}

// The request chooses only the path, the host configured the rest.
function ownAddress(call: Call): string {
  const url = new URL(call.req.url);
  const before = referrerPage(call.req.raw, url);
  const page = before === '/' ? returnTo(url.pathname + url.search) : before;
  return call.get('caller').context.settings.PUBLIC_URL + page;
}

/** HTML for browsers, which ask for it by name, JSON for other clients. */
export function plainError(call: Call, error: DomainError, locale: Locale): Response | Promise<Response> {
  const acceptsHtml = /\btext\/html\b/.test(call.req.header('accept') ?? '');
  return acceptsHtml ? plainErrorPage(call, error, locale) : errorJson(call, error, locale);
}

// Needs no database, style sheet or session.
function plainErrorPage(call: Call, error: DomainError, locale: Locale): Response | Promise<Response> {
  const { status, extra } = error;
  const t = translator(locale);
  const url = new URL(call.req.url);
  const retry =
    call.req.method === 'GET' ? returnTo(url.pathname + url.search) : referrerPage(call.req.raw, url);
  // Retrying may help after an error, but not after a refusal.
  const isError = status >= 500;
  const title = t(isError ? 'pages:brokenTitle' : 'pages:errorTitle');
  const text = status === 500 ? '' : errorText(error, t);
  if (extra.retryAfter !== undefined) call.header('retry-after', String(extra.retryAfter));
  return call.html(
    html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} | ${call.get('caller')?.context.site.site_name ?? SITE_NAME}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      <p>
        ${
          isError
            ? html`<a href="${retry}">${t('common:retry')}</a>`
            : html`<a href="/">${t('pages:goHome')}</a>`
        }
      </p>
      <p>${t('pages:errorReference')} <bdi>${call.get('requestId')}</bdi></p>
    </main>
  </body>
</html>
`,
    status as ContentfulStatusCode,
  );
}
