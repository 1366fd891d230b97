import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DomainError } from '../../domain/error.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { errorText, fieldErrorText } from '../error-text.ts';
import { ofText } from './deliver.ts';

export function ok(call: HonoContext, data: unknown, status: ContentfulStatusCode = 200): Response {
  return json(call, { success: true, data }, status);
}

function json(call: HonoContext, value: unknown, status: ContentfulStatusCode): Response {
  const text = JSON.stringify(value);
  return ofText(call.body(text, status, { 'content-type': 'application/json' }), text);
}

/** In the caller's language, with each invalid field listed. */
export function errorJson(call: HonoContext, error: DomainError, locale: Locale): Response {
  const t = translator(locale);
  const { fields, details, retryAfter } = error.extra;
  if (retryAfter !== undefined) call.header('retry-after', String(retryAfter));
  const rows = fields?.map((error) => ({ field: error.field, message: fieldErrorText(error, t) }));
  return json(
    call,
    {
      success: false,
      error: {
        code: error.code,
        message: errorText(error, t),
        details: details ?? rows,
      },
    },
    error.status as ContentfulStatusCode,
  );
}
