import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { takeOwnLock } from '../../db/backup/file-lock.ts';
import { inspectSqlite } from '../../db/backup/inspect-sqlite.ts';
import { copySqlite, isDamage, isUsable, replaceSqlite } from '../../db/backup/sqlite-copy.ts';
import { DatabaseError, openDatabase } from '../../db/open.ts';
import { inTransaction } from '../../db/transact.ts';
import { recordByHost } from '../activity/by-host.ts';
import { continueRevisions } from '../ledger/revisions.ts';
import { endAllAccess, keepMaintenance, type Present, readPresent } from './backups.queries.ts';
import type { Tell } from './check-sqlite.ts';
import { createFolder, deleteAbandoned, lockOf } from './folder.ts';
import { keepSqlite } from './make-sqlite.ts';

/** What became of the database that was there. */
export type Replaced = 'nothing' | 'kept' | 'kept damaged';

/**
 * Makes a checked backup the content of the database. What is there is copied first; then all of it is replaced in one
 * transaction, so that it is never a mixture, whoever reads it and whatever ends this process. Sessions and mailed links
 * end with it. Safe beside a running server; only where what is there cannot even be opened, the server has to be
 * started again.
 * @param safety the file for the copy of what is there
 * @throws Error with nothing lost
 */
export async function restoreSqlite(
  folder: string,
  file: string,
  safety: string,
  now: Date,
  tell: Tell,
): Promise<Replaced> {
  const live = join(folder, 'pruta.db');
  deleteAbandoned(folder, PREPARING);
  const preparing = join(folder, `.restore-${randomUUID()}`);
  const lock = takeOwnLock(lockOf(preparing));
  try {
    mkdirSync(preparing, { mode: 0o700 });
    const prepared = join(preparing, 'pruta.db');
    await copySqlite(file, prepared, (done, total) => tell('copying', done, total));
    await prepare(preparing, await presentOf(live), basename(file), now);
    if (existsSync(live) && isUsable(live)) {
      await replaceSqlite(
        prepared,
        live,
        () => keepSqlite(live, safety, tell),
        (done, total) => tell('restoring', done, total),
      );
      return 'kept';
    }
    return putInPlace(prepared, live, safety);
  } finally {
    rmSync(preparing, { recursive: true, force: true });
    lock.release();
  }
}

const PREPARING = /^\.restore-[\da-f-]+$/;

// Everything that has to change is changed in the copy, before anybody sees it.
async function prepare(folder: string, present: Present | null, backup: string, now: Date): Promise<void> {
  const database = await openDatabase({ DATA_DIR: folder });
  try {
    await inTransaction(database.db, async (tx) => {
      await endAllAccess(tx);
      await recordByHost({ db: tx, now }, { type: 'restore_backup', details: { backup } });
      if (!present) return;
      await keepMaintenance(tx, present);
      await continueRevisions(tx, present.revision);
    });
  } finally {
    await database.close();
  }
}

/** @throws Error where what is there could be read, but is not now, such as while others hold it */
async function presentOf(live: string): Promise<Present | null> {
  // What is missing, damaged or of something else has nothing to take over.
  if (!existsSync(live) || !isUsable(live)) return null;
  try {
    return await inspectSqlite(live, readPresent);
  } catch (error) {
    const { cause = error } = error as Error;
    if (isDamage(cause) || cause instanceof DatabaseError) return null;
    throw error;
  }
}

// There is no database, or one that SQLite does not open: it is put aside as it is, with its log.
function putInPlace(prepared: string, live: string, safety: string): Replaced {
  const wasThere = existsSync(live);
  createFolder(join(safety, '..'));
  for (const ending of ['', '-wal']) {
    if (wasThere && existsSync(`${live}${ending}`)) copyFileSync(`${live}${ending}`, `${safety}${ending}`);
  }
  // A log belongs to its database: beside another one it would be mixed into that.
  for (const ending of ['-wal', '-shm']) rmSync(`${live}${ending}`, { force: true });
  renameSync(prepared, live);
  return wasThere ? 'kept damaged' : 'nothing';
}
