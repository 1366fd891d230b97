import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { buildIfNeeded } from './build.ts';
import { ROOT } from './children.ts';

try {
  await buildIfNeeded();
} catch (error) {
  console.error(`The build failed.\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
}

// The server turns the console into its log.
subscribe('pruta:listening', (address) => void process.stdout.write(`Pruta is ready: ${address}\n`));

// In this process, so that signals reach the server and the script has its exit code.
await import(join(ROOT, 'dist/server/server.mjs'));
