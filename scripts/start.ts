import { get } from 'node:http';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';
import { ROOT } from './children.ts';

try {
  await buildIfNeeded();
} catch (error) {
  console.error(`The build failed.\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

// In this process, so that signals reach the server and the script has its exit code.
await import(join(ROOT, 'dist/server/server.mjs'));
announce();

/** Prints the URL once the server answers; does not keep the process alive. */
function announce(): void {
  const port = process.env.PORT || '4321';
  const host = process.env.HOST || '127.0.0.1';
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const again = () => void setTimeout(announce, 100).unref();
  // Without an agent the connection closes at once and does not delay a stop.
  get({ host: reachable, port, path: '/health', agent: false }, (response) => {
    response.resume();
    if (response.statusCode !== 200) return again();
    // The server has turned the console into its log.
    process.stdout.write(`Pruta is ready: ${process.env.PUBLIC_URL || `http://localhost:${port}`}\n`);
  }).on('error', again);
}
