import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import { busy } from '../../domain/error.ts';
import { LOCALES, localeFromHeader } from '../../i18n/locales.ts';
import type { HttpEnv } from '../call.ts';
import { RETRY_AFTER } from '../limits/concurrent-requests.ts';
import { returnTo } from '../pages/return-to.ts';
import { plainError } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

/** Everything but the request's id and address is prepared. */
export interface PreparedAnswer {
  headers: Record<string, string>;
  bodyFor(requestId: string): string;
}

const ID = 'the id of the request';
const ADDRESS = '/the-address-of-the-request';
const HTML = 'text/html';

/** Prepares the answers to requests beyond the limit, as the API and pages give them, to make refusing cheap. */
export async function prepareOverloaded(
  isHttps: boolean,
): Promise<(request: IncomingMessage) => PreparedAnswer> {
  const app = new Hono<HttpEnv>().use(securityHeaders(isHttps)).all('*', (call) => {
    call.set('requestId', ID);
    const error = busy(RETRY_AFTER);
    return plainError(call, error, localeFromHeader(call.req.header('accept-language')));
  });
  const answers = new Map<string, { headers: Record<string, string>; body: string }>();
  for (const locale of LOCALES) {
    for (const accept of [HTML, 'application/json']) {
      const answer = await app.request(ADDRESS, { headers: { accept, 'accept-language': locale } });
      answers.set(`${locale} ${accept === HTML}`, {
        headers: { ...Object.fromEntries(answer.headers), 'cache-control': 'no-store' },
        body: await answer.text(),
      });
    }
  }
  return ({ method, url = '', headers }) => {
    const isPage = !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '');
    const answer = answers.get(`${localeFromHeader(headers['accept-language'])} ${isPage}`);
    if (!answer) throw new Error('There is an answer in every language.');
    // Retrying an address cannot repeat a sent form.
    const retry = () => (method === 'GET' ? returnTo(url).replaceAll('&', '&amp;') : '/');
    return {
      headers: answer.headers,
      bodyFor: (requestId) => answer.body.replace(ID, requestId).replace(ADDRESS, retry),
    };
  };
}
