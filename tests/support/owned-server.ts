import { afterAll, beforeAll } from 'vitest';
import { createPerson } from './people.ts';
import { type RunningServer, startServer } from './server.ts';

/**
 * Declares a server for the tests of a file or a block. It already has its owner, so that later accounts are ordinary
 * members. Use the returned object inside tests and hooks only.
 */
export function declareOwnedServer(): RunningServer {
  let running: RunningServer | undefined;
  const server = () => {
    if (!running) throw new Error('The server is there inside tests and hooks only.');
    return running;
  };
  beforeAll(async () => {
    running = await startServer();
    await createPerson(running);
  });
  afterAll(() => running?.kill());
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
    stop: () => server().stop(),
    kill: () => server().kill(),
  };
}
