import { get } from 'node:http';
import { buildIfNeeded } from './build.ts';
import { childEnvironment } from './children.ts';

try {
  await buildIfNeeded();
} catch (error) {
  console.error(`The build failed.\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

// In this very process, so that signals reach the server and its exit code is ours.
Object.assign(process.env, childEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }));
await import('../src/server.ts');
announce();

/** Says where Pruta is, once it answers; never keeps the process alive. */
function announce(): void {
  const port = process.env.PORT || '4321';
  const host = process.env.HOST || '127.0.0.1';
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const again = () => void setTimeout(announce, 100).unref();
  // Without an agent the connection closes at once and holds up no stop.
  get({ host: reachable, port, path: '/health', agent: false }, (response) => {
    response.resume();
    if (response.statusCode !== 200) return again();
    console.log(`Pruta is ready: ${process.env.PUBLIC_URL || `http://localhost:${port}`}`);
  }).on('error', again);
}
