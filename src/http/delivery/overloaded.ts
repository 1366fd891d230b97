import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { DomainError } from '../../domain/error.ts';
import { LOCALES, localeFromHeader } from '../../i18n/locales.ts';
import type { HttpEnv } from '../call.ts';
import { RETRY_AFTER } from '../limits/under-way.ts';
import { plainError } from './errors.ts';
import { securityHeaders } from './headers.ts';

/** An answer of which everything but the request's id is known beforehand. */
export interface PreparedAnswer {
  headers: Record<string, string>;
  bodyFor(requestId: string): string;
}

const ID = 'the id of the request';
const HTML = 'text/html';

/** Prepares the answers to requests beyond the bound, as the API and pages give them: refusing must cost next to nothing. */
export async function prepareOverloaded(
  isHttps: boolean,
): Promise<(request: IncomingMessage) => PreparedAnswer> {
  const app = new Hono<HttpEnv>().use(securityHeaders(isHttps)).all('*', (call) => {
    call.set('requestId', ID);
    const error = new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER });
    return plainError(call, error, localeFromHeader(call.req.header('accept-language')));
  });
  const answers = new Map<string, PreparedAnswer>();
  for (const locale of LOCALES) {
    for (const accept of [HTML, 'application/json']) {
      const answer = await app.request('/', { headers: { accept, 'accept-language': locale } });
      const body = await answer.text();
      answers.set(`${locale} ${accept === HTML}`, {
        headers: { ...Object.fromEntries(answer.headers), 'cache-control': 'no-store' },
        bodyFor: (requestId) => body.replace(ID, requestId),
      });
    }
  }
  return ({ url = '', headers }) => {
    const isPage = !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '');
    return answers.get(`${localeFromHeader(headers['accept-language'])} ${isPage}`) as PreparedAnswer;
  };
}
