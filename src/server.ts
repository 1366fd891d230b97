import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type RunningApp, startApp } from './app.ts';
import { clientAddress } from './door/client-address.ts';
import { SECURITY_HEADERS } from './door/headers.ts';
import { endSlowBodies, LONGEST_BODY } from './door/slow-bodies.ts';
import { readStaticFiles } from './door/static-files.ts';
import { ADDRESS_HEADER } from './door/visitor.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { startRecurring } from './jobs/start-recurring.ts';

/** How long a stop waits: first for clients that are about to send, then for what is under way; milliseconds. */
const IDLE_GRACE = 1500;
const LONGEST_STOP = 10_000;

// Libraries choose their quick build by this when the pages' bundle is loaded.
process.env.NODE_ENV ??= 'production';

// What this process writes is its owner's alone.
process.umask(0o077);

async function start(): Promise<void> {
  const app = await startApp();
  await import(new URL('../dist/server/entry.mjs', import.meta.url).href);
  const { answer } = app;
  if (!answer) throw new Error('the built pages have no front door');
  const listener = getRequestListener(answer);
  const files = readStaticFiles(new URL('../dist/client/', import.meta.url));
  const slow = endSlowBodies(Date.now);
  setInterval(slow.sweep, 1000).unref();
  const server = createServer(
    {
      headersTimeout: 5000,
      requestTimeout: LONGEST_BODY,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => {
      if (app.isEnding()) response.setHeader('connection', 'close');
      if (!isWellFormed(request)) return refuse(response);
      if (files.serve(request, response)) return;
      request.headers[ADDRESS_HEADER] = clientAddress(request, app.config.TRUST_PROXY);
      response.once('close', app.beginAnswer());
      slow.watch(request, response);
      void listener(request, response);
    },
  );
  server.on('error', (error) =>
    fail(`Pruta cannot listen on ${app.config.HOST}:${app.config.PORT}: ${error.message}`),
  );
  server.listen(app.config.PORT, app.config.HOST, () => {
    const { port } = server.address() as AddressInfo;
    app.log.info({ host: app.config.HOST, port, url: app.config.PUBLIC_URL }, 'listening');
    const endHousekeeping = startHousekeeping(app);
    const endRecurring = startRecurring(app);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        endHousekeeping();
        endRecurring();
        stop(server, app, signal);
      });
    }
    if (!app.config.secure) app.log.warn('PUBLIC_URL is not https: cookies are sent without Secure');
  });
}

// An address that is none would make the layers behind it fail instead of answering.
function isWellFormed({ url = '/', headers }: IncomingMessage): boolean {
  return (
    url.startsWith('/') &&
    /^[\w.\-[\]:]*$/.test(headers.host ?? '') &&
    URL.canParse(`http://${headers.host || 'localhost'}${url}`)
  );
}

function refuse(response: ServerResponse): void {
  response
    .writeHead(400, { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' })
    .end('Bad request\n');
}

/** Takes no new connections, answers what comes on the open ones, and ends when they are done. */
function stop(server: ReturnType<typeof createServer>, app: RunningApp, signal: string): void {
  app.log.info({ signal }, 'stopping');
  app.beginEnding();
  // The plain close of a TCP server: that of an HTTP server would cut connections on which a request may be arriving.
  TcpServer.prototype.close.call(server, async () => {
    await app.end();
    app.log.info('stopped');
    process.exit(0);
  });
  setTimeout(() => server.closeIdleConnections(), IDLE_GRACE);
  setTimeout(() => server.closeAllConnections(), LONGEST_STOP).unref();
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

start().catch((error: Error) => {
  const expected = ['ConfigError', 'DatabaseError'].includes(error.constructor.name);
  fail(expected ? error.message : `Pruta cannot start: ${error.stack}`);
});
