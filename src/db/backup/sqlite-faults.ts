import type { DatabaseSync } from 'node:sqlite';

const MOST_FAULTS = 100;

/** A part of a database that is not as it must be: where, and what is wrong, never with people's data. */
export interface Fault {
  table: string;
  key: string;
  problem: string;
}

/** What SQLite finds wrong with a file: pages, indexes, and references to rows that do not exist. */
export function findSqliteFaults(file: DatabaseSync): Fault[] {
  const damages = file.prepare(`pragma integrity_check(${MOST_FAULTS})`).all() as {
    integrity_check: string;
  }[];
  const faults = damages
    .filter(({ integrity_check }) => integrity_check !== 'ok')
    .map(({ integrity_check }) => ({ table: 'the file', key: '', problem: integrity_check }));
  if (faults.length > 0) return faults;
  const references = file.prepare('pragma foreign_key_check').all() as {
    table: string;
    rowid: number | null;
    parent: string;
  }[];
  return references.slice(0, MOST_FAULTS).map(({ table, rowid, parent }) => ({
    table,
    key: rowid === null ? '' : `row ${rowid}`,
    problem: `refers to a row of ${parent} that does not exist`,
  }));
}
