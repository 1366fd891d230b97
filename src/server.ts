import './traces.ts';
import { channel } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { type AddressInfo, Server as TcpServer } from 'node:net';
import { type App, startApp } from './app.ts';
import { ConfigError, unknownVariables } from './config.ts';
import { DatabaseError } from './db/open.ts';
import { prepareOverloaded } from './http/delivery/overloaded.ts';
import { readFileHeaders } from './http/delivery/security-headers.ts';
import { readStaticFiles } from './http/delivery/static-files.ts';
import { createHttpServer } from './http/http-server.ts';
import { MAX_REQUESTS } from './http/limits/concurrent-requests.ts';
import { scheduleCleanUp } from './jobs/clean-up.ts';
import { scheduleBackups } from './jobs/daily-backup.ts';
import { scheduleResuming } from './jobs/resume-long-work.ts';
import { scheduleGeneration } from './jobs/schedule-generation.ts';
import { scheduleReminders } from './jobs/send-reminders.ts';
import { flushLog, logConsole } from './log.ts';

/** How long a stop waits for clients about to send, running requests, and everything else; milliseconds. */
const IDLE_GRACE = 1500;
/** A proxy asks for /health about once a second, and until then sends requests to a node that stops. */
const PROXY_GRACE = 2500;
const LONGEST_REQUEST = 10_000;
const LONGEST_STOP = 11_000;
const LONGEST_FLUSH = 500;

const CLIENT_FILES = new URL('../client/', import.meta.url);
const THREADS = {
  reading: new URL('./reading-thread.mjs', import.meta.url),
  statement: new URL('./statement-thread.mjs', import.meta.url),
  bankFile: new URL('./bank-file-reader.mjs', import.meta.url),
};
const BACKUP_THREAD = new URL('./backup-thread.mjs', import.meta.url);
const GENERATION_THREAD = new URL('./generation-thread.mjs', import.meta.url);

// Files of this process are readable only by its owner.
process.umask(0o077);

async function start(): Promise<void> {
  const app = await startApp(THREADS);
  logConsole(app.log);
  const { default: pipeline } = await import('./fetch.ts');
  const headers = await readFileHeaders(app.config.secure);
  const { server, sweep } = createHttpServer({
    files: readStaticFiles(CLIENT_FILES, headers),
    fetch: pipeline.fetch,
    headers,
    overloaded: await prepareOverloaded(app.config.secure),
    maxRequests: MAX_REQUESTS,
    trustedProxies: app.config.TRUST_PROXY,
    log: app.log,
    isStopping: app.isStopping,
    now: app.clock,
  });
  setInterval(sweep, 1000).unref();
  server.on('error', (error) =>
    fail(`Pruta cannot listen on ${app.config.HOST}:${app.config.PORT}: ${error.message}`),
  );
  server.listen(app.config.PORT, app.config.HOST, () => {
    const { port } = server.address() as AddressInfo;
    app.log.info({ host: app.config.HOST, port, url: app.config.PUBLIC_URL }, 'listening');
    const stopCleanUp = scheduleCleanUp(app);
    const stopGeneration = scheduleGeneration(app, GENERATION_THREAD);
    const stopResuming = scheduleResuming(app);
    const stopReminders = scheduleReminders(app);
    const stopBackups = scheduleBackups(app, BACKUP_THREAD);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      // npm and its process manager may both send it; only the first one counts.
      process.on(signal, () => {
        if (app.isStopping()) return;
        stopCleanUp();
        stopGeneration();
        stopResuming();
        stopReminders();
        stopBackups();
        stop(server, app, signal);
      });
    }
    channel('pruta:listening').publish(app.config.PUBLIC_URL);
    const unknown = unknownVariables(process.env);
    if (unknown.length > 0)
      app.log.warn({ unknown }, 'variables that begin like those of Pruta, but are none of them');
    if (!app.config.secure) app.log.warn('PUBLIC_URL is not https: cookies are sent without Secure');
  });
}

function stop(server: Server, app: App, signal: string): void {
  app.log.info({ signal }, 'stopping');
  app.beginStop();
  const isBehindProxy = app.config.TRUST_PROXY > 0;
  setTimeout(
    () => {
      // A TCP server's close: an HTTP server's would cut connections where a request may be arriving.
      TcpServer.prototype.close.call(server, async () => {
        await app.close();
        app.log.info('stopped');
        await end(0);
      });
    },
    isBehindProxy ? PROXY_GRACE : 0,
  );
  setTimeout(
    // After requests are read that arrived while this process was busy: their connections still count as idle.
    () => setImmediate(() => server.closeIdleConnections()),
    isBehindProxy ? PROXY_GRACE : IDLE_GRACE,
  );
  setTimeout(() => server.closeAllConnections(), LONGEST_REQUEST).unref();
  setTimeout(() => {
    app.log.error('ended before everything was done, because the longest time for a stop is over');
    void end(1);
  }, LONGEST_STOP);
}

// Exiting waits for Node's own threads, forever if a disk or name server does not answer.
const THREAD_WORK = /^(FSReq|GetAddrInfo|GetNameInfo)/;

async function end(code: number): Promise<void> {
  await flushLog(LONGEST_FLUSH);
  if (!process.getActiveResourcesInfo().some((name) => THREAD_WORK.test(name))) process.exit(code);
  if (code !== 0) process.kill(process.pid, 'SIGKILL');
  setTimeout(() => end(code), LONGEST_FLUSH);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

start().catch((error: Error) => {
  const expected = error instanceof ConfigError || error instanceof DatabaseError;
  fail(expected ? error.message : `Pruta cannot start: ${error.stack}`);
});
