import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Called now and then during long work with how much is done and how much there is, in any unit. */
export type OnProgress = (done: number, total: number) => void;

/** Pages of 4 kB in a step of a copy; between two steps the progress is told. */
const PAGES_AT_ONCE = 2000;

/** How long a copy into a file waits for those who write to it, in milliseconds, and the pause between two tries. */
const PATIENCE = 30_000;
const PAUSE = 20;

/** How often a copy into a file is begun anew because somebody wrote to it in between. */
const TRIES = 20;

/**
 * Copies a SQLite file as it is at one moment into another one, while others read and write it. The copy is one file,
 * without a write-ahead log, and on the disk when this returns.
 * @param to an empty file, or none
 * @throws Error of SQLite, such as for a full disk
 */
export async function copySqlite(from: string, to: string, onProgress: OnProgress = () => {}): Promise<void> {
  const source = openExisting(from);
  try {
    // Without a transaction of its own, the copy would begin anew whenever somebody writes.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, { rate: PAGES_AT_ONCE, progress: told(onProgress) });
    source.exec('commit');
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('pragma synchronous = full; pragma journal_mode = delete;');
  } finally {
    copy.close();
  }
}

/**
 * Replaces the content of a SQLite file by that of another one, in one transaction: whoever reads and writes it
 * meanwhile, and whatever ends this process, it has the old content or the new one. Others cannot write until it is
 * done.
 * @param keepOld copies what is there; it is called again if somebody has written to the file since
 * @throws Error when others never pause writing, or of SQLite
 */
export async function replaceSqlite(
  from: string,
  into: string,
  keepOld: () => Promise<void>,
  onProgress: OnProgress = () => {},
): Promise<void> {
  const source = openExisting(from);
  const witness = openExisting(into);
  try {
    requireSamePages(source, witness);
    for (let tried = 1; ; tried += 1) {
      // Nobody writes while the old content is copied; between that and the new content is hardly a moment.
      witness.exec('begin immediate');
      const version = versionOf(witness);
      try {
        await keepOld();
      } finally {
        witness.exec('rollback');
      }
      if (await copiedUnless(source, into, () => versionOf(witness) !== version, onProgress)) return;
      if (tried === TRIES)
        throw new Error(
          'others keep writing to the database; turn maintenance on or stop the server, and try again',
        );
    }
  } finally {
    witness.close();
    source.close();
  }
}

/** Copies while nobody else can write; `false` if somebody had written before. */
async function copiedUnless(
  source: DatabaseSync,
  into: string,
  isChanged: () => boolean,
  onProgress: OnProgress,
): Promise<boolean> {
  // Small enough that there are steps before the last one, which commits.
  const rate = Math.max(1, Math.min(PAGES_AT_ONCE, Math.floor(pagesOf(source) / 4)));
  const tell = told(onProgress);
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    let begun = false;
    try {
      await backup(source, into, {
        rate,
        progress(step) {
          // From the first step on it holds the write lock.
          if (!begun && isChanged()) throw new Changed();
          begun = true;
          tell(step);
        },
      });
      return true;
    } catch (error) {
      if (error instanceof Changed) return false;
      if (!isRefusedLock(error) || performance.now() >= deadline) throw error;
      await wait(PAUSE);
    }
  }
}

class Changed extends Error {}

// Node reports that the lock was refused as an error without a code.
function isRefusedLock(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && (errcode === 0 || errcode === 5);
}

function requireSamePages(source: DatabaseSync, target: DatabaseSync): void {
  const [one, other] = [source, target].map((file) => file.prepare('pragma page_size').get()?.page_size);
  if (one !== other) throw new Error(`its pages have ${one} bytes and not ${other}`);
}

function pagesOf(file: DatabaseSync): number {
  return Number(file.prepare('pragma page_count').get()?.page_count);
}

// Another number after every commit of another connection.
function versionOf(file: DatabaseSync): unknown {
  return file.prepare('pragma data_version').get()?.data_version;
}

function openExisting(file: string): DatabaseSync {
  // Opening would create it.
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  return new DatabaseSync(file, { timeout: 5000 });
}

function told(onProgress: OnProgress) {
  return ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
    onProgress(totalPages - remainingPages, totalPages);
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether SQLite can open a file, so that its content can be replaced in a transaction. */
export function isUsable(file: string): boolean {
  const opened = openExisting(file);
  try {
    opened.prepare('select count(*) from sqlite_schema').get();
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    opened.close();
  }
}

export function isDamage(error: unknown): boolean {
  const { errcode = 0 } = (error ?? {}) as { errcode?: number };
  return [CORRUPT, NOT_A_DATABASE].includes(errcode & 0xff);
}
