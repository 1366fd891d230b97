import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { DatabaseError } from '../open.ts';

type Tool = 'pg_dump' | 'pg_restore' | 'psql';

interface RunningTool {
  stdin: Writable;
  stdout: Readable;
  kill(): void;
  /** @throws DatabaseError with a one-line message when the program failed */
  end(): Promise<void>;
}

/** @throws DatabaseError with a one-line message */
export async function runTool(tool: Tool, args: string[], url?: string): Promise<void> {
  const running = startTool(tool, args, url);
  running.stdin.end();
  running.stdout.resume();
  await running.end();
}

/** Passes the connection in the environment, because arguments are visible to other processes. */
export function startTool(tool: Tool, args: string[], url?: string): RunningTool {
  const env = { ...process.env, LC_ALL: 'C', ...(url && connectionOf(url)) };
  const child = spawn(tool, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let problem = '';
  child.stderr.on('data', (chunk) => {
    problem = `${problem}${chunk}`.slice(0, 4000);
  });
  // Ignore writes to a program that has ended.
  child.stdin.on('error', () => undefined);
  const outcome = outcomeOf(child);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    kill: () => void child.kill('SIGKILL'),
    async end() {
      const code = await outcome;
      if (code === 'missing')
        throw new DatabaseError(
          `${tool} is not on the PATH: install the client programs of PostgreSQL, of the server's version or a later one.`,
        );
      if (code !== 0) throw new DatabaseError(explain(tool, problem));
    },
  };
}

async function outcomeOf(child: ChildProcess): Promise<number | null | 'missing'> {
  try {
    const [code] = await once(child, 'close');
    return code as number | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw error;
  }
}

function explain(tool: Tool, problem: string): string {
  if (problem.includes('version mismatch')) {
    const [, server = '', toolVersion = ''] =
      /server version: ([\d.]+)[\s\S]*?pg_dump version: ([\d.]+)/.exec(problem) ?? [];
    return `${tool} ${toolVersion} is older than the database's server, ${server}: put the client programs of that version on the PATH.`;
  }
  if (problem.includes('unsupported version'))
    return `${tool} is older than the program that made this file: put a later version on the PATH.`;
  const line = problem.split('\n').find((text) => /error|fatal/i.test(text)) ?? 'it was ended';
  return `${tool} failed: ${line.replace(/^.*?(error|FATAL): */i, '').trim()}.`;
}

function connectionOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams: parameters } = new URL(url);
  const [host, user, database] = [hostname, username, pathname.slice(1)].map(decodeURIComponent);
  const variables: [string, string | null | undefined][] = [
    ['PGHOST', parameters.get('host') ?? host],
    ['PGPORT', port || parameters.get('port')],
    ['PGUSER', user],
    ['PGPASSWORD', decodeURIComponent(password)],
    ['PGDATABASE', database],
    ['PGSSLMODE', parameters.get('sslmode')],
    ['PGSSLROOTCERT', parameters.get('sslrootcert')],
    ['PGSSLCERT', parameters.get('sslcert')],
    ['PGSSLKEY', parameters.get('sslkey')],
    ['PGAPPNAME', 'pruta-backup'],
  ];
  return Object.fromEntries(variables.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

interface ArchiveContent {
  rows: Map<string, number>;
  migrations: string[];
}

/** Reads an archive of `pg_dump` to its end. @throws DatabaseError when it is damaged or something else */
export async function readArchive(file: string): Promise<ArchiveContent> {
  const reading = startTool('pg_restore', ['--file=-', file]);
  reading.stdin.end();
  const content: ArchiveContent = { rows: new Map(), migrations: [] };
  let table: string | null = null;
  for await (const line of createInterface({ input: reading.stdout, crlfDelay: Infinity })) {
    if (table === null) {
      table = /^COPY (?:[^ ]+\.)?"?(\w+)"? .*FROM stdin;$/.exec(line)?.[1] ?? null;
      if (table) content.rows.set(table, 0);
    } else if (line === '\\.') table = null;
    else {
      content.rows.set(table, (content.rows.get(table) ?? 0) + 1);
      if (table === 'kysely_migration') content.migrations.push(line.split('\t')[0] ?? '');
    }
  }
  await reading.end();
  return content;
}
