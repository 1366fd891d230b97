import type { Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { DomainError } from '../domain/error.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';

/** A good answer of the API. */
export function ok(call: HonoContext, data: unknown, status: ContentfulStatusCode = 200): Response {
  return call.json({ success: true, data }, status);
}

/** A refusal of the API, in the caller's language; faulty fields are named one by one. */
export function refusal(call: HonoContext, error: DomainError, locale: Locale): Response {
  const t = translator(locale);
  const { fields, details, retryAfter, message } = error.extra;
  if (retryAfter !== undefined) call.header('retry-after', String(retryAfter));
  const rows = fields?.map((fault) => ({ field: fault.field, message: t(fault.message) }));
  return call.json(
    {
      success: false,
      error: { code: error.code, message: t(message ?? `errors:${error.code}`), details: details ?? rows },
    },
    error.status as ContentfulStatusCode,
  );
}
