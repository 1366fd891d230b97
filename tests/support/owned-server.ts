import { beforeAll } from 'vitest';
import { createPerson } from './people.ts';
import { type RunningServer, startServer } from './server.ts';

let started: Promise<RunningServer> | undefined;

/**
 * Declares a server that all test files of a worker share, with different people. It already has its owner, so that
 * later accounts are ordinary members. Use the returned object inside tests and hooks only.
 */
export function declareOwnedServer(): RunningServer {
  let running: RunningServer | undefined;
  const server = () => {
    if (!running) throw new Error('The server is there inside tests and hooks only.');
    return running;
  };
  beforeAll(async () => {
    running = await ownedServer();
  });
  return {
    get url() {
      return server().url;
    },
    get dataDir() {
      return server().dataDir;
    },
    get logs() {
      return server().logs;
    },
    get config() {
      return server().config;
    },
    database: () => server().database(),
    stop: refuse,
    kill: refuse,
  };
}

export function ownedServer(): Promise<RunningServer> {
  started ??= startOwned();
  return started;
}

const refuse = () => Promise.reject(new Error('Other files use this server too.'));

async function startOwned(): Promise<RunningServer> {
  // It outlives the minutes after which a server makes its first backup.
  const server = await startServer({ BACKUPS: 'off' });
  await createPerson(server);
  // A worker ends with SIGTERM after its last file.
  process.once('SIGTERM', () => void server.kill().finally(() => process.exit()));
  return server;
}
