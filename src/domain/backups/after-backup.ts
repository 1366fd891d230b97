import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type Config, withoutVariables } from '../../config.ts';

export const BACKUP_COMMAND = 'backup_command';

const LONGEST_OUTPUT = 500;

/** How long what it wrote before its end is waited for; milliseconds. */
const LAST_OUTPUT = 1000;

/**
 * Runs the host's BACKUP_COMMAND, which takes a backup elsewhere, by the shell. The file is in the variable
 * `BACKUP_FILE`, never in the command; Pruta's own variables, some of which are secrets, are left out. The command and
 * all that it starts are killed when it takes too long or the server stops.
 * @returns what went wrong, in one line; null when nothing did
 */
export async function runAfterBackup(
  { BACKUP_COMMAND: command, BACKUP_COMMAND_TIMEOUT: seconds }: BackupCommand,
  file: string,
  stopping?: AbortSignal,
): Promise<string | null> {
  if (!command) return null;
  const env = { ...withoutVariables(process.env), BACKUP_FILE: file };
  // Leads a group of processes of its own, so that all of them can be ended.
  const child = spawn('/bin/sh', ['-c', command], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-LONGEST_OUTPUT);
    });
  let ended: string | undefined;
  const end = (reason: string) => {
    ended ??= reason;
    endGroup(child.pid);
  };
  const stop = () => end('it was ended, because the server stops');
  const timer = setTimeout(() => end(`it took longer than ${seconds} seconds`), seconds * 1000);
  stopping?.addEventListener('abort', stop);
  if (stopping?.aborted) stop();
  const closed = once(child, 'close').catch(() => undefined);
  try {
    // Not `close`: what it leaves running, as `ssh` does to share a connection, holds its output open.
    const [code, signal] = await once(child, 'exit');
    await Promise.race([closed, wait(LAST_OUTPUT, undefined, { ref: false })]);
    if (code === 0) return null;
    const said = output.replace(/\s+/g, ' ').trim();
    return [ended ?? `it ended with ${signal ?? `code ${code}`}`, said].filter(Boolean).join(': ');
  } catch (error) {
    return String((error as Error).message);
  } finally {
    clearTimeout(timer);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    stopping?.removeEventListener('abort', stop);
  }
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // All of it has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

type BackupCommand = Pick<Config, 'BACKUP_COMMAND' | 'BACKUP_COMMAND_TIMEOUT'>;
