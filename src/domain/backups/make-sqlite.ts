import { copySqlite } from '../../db/backup/sqlite-copy.ts';
import { DatabaseError } from '../../db/open.ts';
import { type Check, checkSqlite, type Tell } from './check-sqlite.ts';
import { keepingWhole, publish } from './folder.ts';

/**
 * Copies the database beside a running server, opens and checks the copy, and only then gives it its name. A copy whose
 * stored totals differ is kept, because the database is no better.
 * @throws DatabaseError when pages or references are damaged; nothing remains of the copy
 */
export async function makeSqliteBackup(live: string, file: string, now: Date, tell: Tell): Promise<Check> {
  return keepingWhole(file, async (partial) => {
    await copySqlite(live, partial, (done, total) => tell('copying', done, total));
    const check = await checkSqlite(partial, tell);
    const [fault] = check.faults;
    if (fault)
      throw new DatabaseError(
        `The copy is damaged, and so is probably the database: ${fault.table}: ${fault.problem}.`,
      );
    const { people, transactions, differences } = check;
    const checked_at = now.toISOString();
    publish(partial, file, { checked_at, people, transactions, differences: differences.length });
    return check;
  });
}

/** Copies what is there before it is replaced, whatever its state. */
export function keepSqlite(live: string, file: string, tell: Tell): Promise<void> {
  return keepingWhole(file, async (partial) => {
    await copySqlite(live, partial, (done, total) => tell('copying', done, total));
    publish(partial, file, null);
  });
}
