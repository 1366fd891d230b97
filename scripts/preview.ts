import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Every part and island in its states, at `/preview` of a development server with an empty database.
const folder = mkdtempSync(join(tmpdir(), 'pruta-preview-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));
// Ends with the program that started it.
process.on('disconnect', () => process.exit(0));

process.env.NODE_ENV = 'development';
process.env.ASTRO_TELEMETRY_DISABLED = '1';
process.env.DATA_DIR = folder;
process.env.NODE_ROLE = 'web';
process.env.LOG_LEVEL = 'warn';

const { dev } = await import('astro');
const { address } = await dev({ logLevel: 'warn', server: { port: Number(process.env.PORT ?? 4321) } });
const url = `http://127.0.0.1:${address.port}/preview`;
console.log(`Parts and islands in their states: ${url}`);
process.send?.(url);
