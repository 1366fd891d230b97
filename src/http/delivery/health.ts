import type { Context as HonoContext } from 'hono';
import packageJson from '../../../package.json' with { type: 'json' };
import type { App } from '../../app.ts';

/** The running version. */
export const VERSION: string = packageJson.version;

/** Whether this node accepts requests: 503 while it stops or when its database cannot be read or written. */
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
