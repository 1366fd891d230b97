import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DomainError } from '../domain/error.ts';
import { directionOf, type Locale, localeFromHeader } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';
import { SITE_NAME } from '../product.ts';
import type { DoorEnv } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

/** Whether somebody reads the answer: browsers ask for HTML by name, other clients do not. */
export function wantsPage(call: Call): boolean {
  return /\btext\/html\b/.test(call.req.header('accept') ?? '');
}

/**
 * The plainest page there is, for what goes wrong before a page is made or while nothing works: it needs no database,
 * no style sheet and no session.
 */
export function faultPage(call: Call, { code, status, extra }: DomainError): Response | Promise<Response> {
  const locale: Locale =
    call.get('visitor')?.context.locale ?? localeFromHeader(call.req.header('accept-language'));
  const t = translator(locale);
  const text = status >= 500 ? t('pages:errorText') : t(extra.message ?? `errors:${code}`);
  if (extra.retryAfter !== undefined) call.header('retry-after', String(extra.retryAfter));
  return call.html(
    html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${t('pages:errorTitle')} | ${SITE_NAME}</title>
  </head>
  <body>
    <main>
      <h1>${t('pages:errorTitle')}</h1>
      <p>${text}</p>
      <p><a href="/">${t('pages:goHome')}</a></p>
      <p>${t('pages:errorReference')} <bdi>${call.get('requestId')}</bdi></p>
    </main>
  </body>
</html>
`,
    status as ContentfulStatusCode,
  );
}
