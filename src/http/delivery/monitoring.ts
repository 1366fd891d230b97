import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { type App, createContext } from '../../app.ts';
import { readMetrics } from '../../domain/instance/metrics.ts';
import { VERSION } from '../../product.ts';

/** 503 while this node stops or its database cannot be read or written. */
export async function health(call: HonoContext, app: App): Promise<Response> {
  const problem = await app.database.problem();
  const ok = problem === null && !app.isStopping();
  const status = ok ? 'ok' : app.isStopping() ? 'draining' : 'unavailable';
  call.header('cache-control', 'no-store');
  return call.json(
    {
      status,
      version: VERSION,
      uptime_s: Math.floor(process.uptime()),
      database: { engine: app.database.engine, ok: problem === null, ...(problem && { problem }) },
    },
    ok ? 200 : 503,
  );
}

/** Figures for Prometheus, for requests with the configured token. */
export async function metrics(call: HonoContext, app: App): Promise<Response> {
  call.header('cache-control', 'no-store');
  const [, sent = ''] = /^Bearer +(\S+)$/i.exec(call.req.header('authorization') ?? '') ?? [];
  if (!isSame(sent, app.config.METRICS_TOKEN ?? '')) {
    call.header('www-authenticate', 'Bearer');
    return call.text('The token of METRICS_TOKEN is missing or wrong.\n', 401);
  }
  const text = await readMetrics(createContext(app));
  return call.body(text, 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
}

// Compares hashes of equal length, so that the time reveals nothing.
function isSame(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}
