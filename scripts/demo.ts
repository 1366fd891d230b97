import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnvironment } from '../src/config.ts';
import { ROOT } from './children.ts';
import { DEMO_EMAIL, DEMO_PASSWORD } from './demo/owner.ts';
import { prepareDemo } from './demo/prepare.ts';
import { startDemoRates } from './demo/rates.ts';

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });

// The demo never uses the database of the environment.
const given = readEnvironment(process.env);
const DATA_DIR = resolve(given.DATA_DIR ?? join(ROOT, 'data/demo'));
for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR_FILE']) delete process.env[name];
process.env.DATA_DIR = DATA_DIR;

// Rates come from this machine unless configured.
process.env = { ...(await startDemoRates()), ...process.env };

mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
try {
  const outcome = await prepareDemo(DATA_DIR, new Date(), values.fresh);
  console.log(
    outcome === 'created'
      ? 'Created two years of demo data.'
      : 'The demo data exists already; --fresh replaces it.',
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
// After the output of the build, where it is visible.
await import('./start.ts');
const address = given.PUBLIC_URL ?? `http://localhost:${given.PORT ?? 4321}`;
console.log(`Sign in at ${address}/login\n  e-mail    ${DEMO_EMAIL}\n  password  ${DEMO_PASSWORD}`);
