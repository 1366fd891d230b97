import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import { DomainError } from '../domain/error.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';
import { refusal } from './answer.ts';
import { faultPage, wantsPage } from './fault-page.ts';
import { type DoorEnv, isApi, type Refusal } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

/** Makes the page of an address. */
export type Pages = (call: Call) => Response | Promise<Response>;

/** API clients get their answer, people a page in their language; should that fail too, the plainest page there is. */
export async function answerFault(error: unknown, call: Call, app: App, pages: Pages): Promise<Response> {
  const known = error instanceof DomainError ? error : serverError(error, call, app);
  const locale = call.get('visitor')?.context.locale ?? 'en';
  call.set('body', null);
  call.set('fault', null);
  if (isApi(call)) return refusal(call, known, locale);
  if (!call.get('visitor') || call.get('refusal')) return plainFault(call, known, locale);
  call.set('refusal', refusalOf(known, call, locale));
  try {
    const page = await pages(call);
    if (known.extra.retryAfter !== undefined) page.headers.set('retry-after', String(known.extra.retryAfter));
    return page;
  } catch (fault) {
    return plainFault(call, serverError(fault, call, app), locale);
  }
}

function refusalOf({ code, status, extra }: DomainError, { req }: Call, locale: Locale): Refusal {
  const { pathname, search } = new URL(req.url);
  return {
    code,
    status,
    text: translator(locale)(extra.message ?? `errors:${code}`),
    again: req.method === 'GET' ? pathname + search : null,
  };
}

function plainFault(call: Call, fault: DomainError, locale: Locale): Response | Promise<Response> {
  return wantsPage(call) ? faultPage(call, fault) : refusal(call, fault, locale);
}

function serverError(error: unknown, call: Call, app: App): DomainError {
  const request_id = call.get('requestId');
  // Nobody reads the answer to a request that its sender broke off, and nothing is wrong here.
  if (isBrokenOff(error, call)) return new DomainError('INVALID_JSON', 400);
  app.log.error({ request_id, err: error }, 'unexpected fault');
  return new DomainError('SERVER_ERROR', 500, { details: { request_id } });
}

function isBrokenOff(error: unknown, { req }: Call): boolean {
  return req.raw.signal.aborted && error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}
