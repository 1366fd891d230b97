import { existsSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';

/** Called repeatedly during long work; both numbers are in the same unit. */
type OnProgress = (done: number, total: number) => void;

/** Pages of 4 kB per step of a copy; progress is reported between steps. */
const PAGES_PER_STEP = 2000;

/** How long a copy waits for other writers of the target, and the pause between attempts; milliseconds. */
const MAX_WAIT = 30_000;
const PAUSE = 20;

const MAX_ATTEMPTS = 20;

/**
 * Copies one state of a SQLite file while others read and write it. The copy is a single file without a write-ahead
 * log, and is on the disk when this returns.
 * @param to an empty or missing file
 * @throws Error of SQLite, such as for a full disk
 */
export async function copySqlite(from: string, to: string, onProgress: OnProgress = () => {}): Promise<void> {
  const source = openExisting(from);
  try {
    // Without this transaction, the copy would restart after every write.
    source.exec('begin');
    source.prepare('select count(*) from sqlite_schema').get();
    await backup(source, to, { rate: PAGES_PER_STEP, progress: reportSteps(onProgress) });
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
 * Replaces the content of a SQLite file in one transaction: readers see the old or the new content, even if this
 * process is killed. Others cannot write until it is done.
 * @param keepOld copies the old content; it is called again if the file has changed since
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
    for (let attempt = 1; ; attempt += 1) {
      // No one can write while the old content is copied; the gap before the new content is minimal.
      witness.exec('begin immediate');
      const version = versionOf(witness);
      try {
        await keepOld();
      } finally {
        witness.exec('rollback');
      }
      if (await copiedUnless(source, into, () => versionOf(witness) !== version, onProgress)) return;
      if (attempt === MAX_ATTEMPTS)
        throw new Error(
          'others keep writing to the database; turn maintenance on or stop the server, and try again',
        );
    }
  } finally {
    witness.close();
    source.close();
  }
}

/** Copies under the write lock; `false` if the target had changed before. */
async function copiedUnless(
  source: DatabaseSync,
  into: string,
  isChanged: () => boolean,
  onProgress: OnProgress,
): Promise<boolean> {
  // Small enough that there is a step before the last one, which commits.
  const rate = Math.max(1, Math.min(PAGES_PER_STEP, Math.floor(pagesOf(source) / 4)));
  const reportStep = reportSteps(onProgress);
  const deadline = performance.now() + MAX_WAIT;
  for (;;) {
    let hasBegun = false;
    try {
      await backup(source, into, {
        rate,
        progress(step) {
          // The write lock is held from the first step on.
          if (!hasBegun && isChanged()) throw new Changed();
          hasBegun = true;
          reportStep(step);
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

// Node reports a refused lock as an error without a code.
function isRefusedLock(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && (errcode === 0 || errcode === 5);
}

function requireSamePages(source: DatabaseSync, target: DatabaseSync): void {
  const [sourceSize, targetSize] = [source, target].map(
    (file) => file.prepare('pragma page_size').get()?.page_size,
  );
  if (sourceSize !== targetSize) throw new Error(`its pages have ${sourceSize} bytes and not ${targetSize}`);
}

function pagesOf(file: DatabaseSync): number {
  return Number(file.prepare('pragma page_count').get()?.page_count);
}

// Changes with every commit of another connection.
function versionOf(file: DatabaseSync): unknown {
  return file.prepare('pragma data_version').get()?.data_version;
}

function openExisting(file: string): DatabaseSync {
  // Opening would create the file.
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  return new DatabaseSync(file, { timeout: 5000 });
}

function reportSteps(onProgress: OnProgress) {
  return ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }) =>
    onProgress(totalPages - remainingPages, totalPages);
}

const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** If so, its content can be replaced in a transaction. */
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
