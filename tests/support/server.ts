import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, ROOT } from '../../scripts/children.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { freePort } from './port.ts';
import { NO_RATES } from './rate-provider.ts';

export interface RunningServer {
  url: string;
  dataDir: string;
  readonly logs: string;
  readonly config: Config;
  /** Opened by this process on the first call, and closed before the server exits. */
  database(): Promise<Database>;
  /** Stops gracefully; returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills without warning, as a power cut would; data stays in the caller's `DATA_DIR`. */
  kill(): Promise<void>;
}

const START_TIMEOUT = 120_000;

const START: string[] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start.split(' ');

/** With the flags that `npm start` gives to Node. */
export const SERVER_COMMAND = [...START.filter((word) => word.startsWith('--')), 'dist/server/server.mjs'];

/** The variables that `npm start` sets. */
export const SERVER_VARIABLES: Record<string, string> = Object.fromEntries(
  START.slice(0, START.indexOf('exec')).map((word) => word.split('=')),
);

// Its threads load this module too, and have no channel.
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit(1)); process.channel?.unref();",
)}`;

/**
 * Starts the built server as its own process on a free port and waits until it is healthy. Without `DATA_DIR` it gets a
 * folder that is deleted with it.
 * @param publicHost the host of its `PUBLIC_URL`
 * @throws Error with its logs when it exits or does not become healthy
 */
export async function startServer(
  environment: NodeJS.ProcessEnv = {},
  publicHost = '127.0.0.1',
): Promise<RunningServer> {
  const port = environment.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'pruta-server-'));
  const settings = {
    PORT: String(port),
    PUBLIC_URL: `http://${publicHost}:${port}`,
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000',
    ...NO_RATES,
    ...environment,
  };
  // The channel closes whenever this process ends, and the server exits with it.
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...SERVER_COMMAND], {
    cwd: ROOT,
    env: childEnvironment({ ...SERVER_VARIABLES, ...settings }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logs = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      logs += chunk;
    });
  }
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  let opened: Promise<Database> | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (opened) await (await opened).close();
    opened = undefined;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await closed;
    if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
    return code;
  };

  const deadline = Date.now() + START_TIMEOUT;
  // Another server may have taken the port meanwhile, and would answer in its place.
  while (!(logs.includes('"listening"') && (await isHealthy(url)))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > deadline) {
      await end('SIGKILL');
      if (logs.includes('EADDRINUSE') && !environment.PORT) return startServer(environment, publicHost);
      throw new Error(`The server ${ended ? 'ended' : 'did not get healthy'}.\n${logs}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url,
    dataDir,
    get logs() {
      return logs;
    },
    config: readConfig(settings),
    database() {
      opened ??= openDatabase(settings);
      return opened;
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
}
