/** Backups, and the copies that a restoration makes of what it replaces. */
type Kind = 'pruta' | 'before-restore';

/** The file of a backup: SQLite's are databases, PostgreSQL's are archives of `pg_dump`. */
export interface BackupName {
  kind: Kind;
  /** When it was made, to the second. */
  madeAt: Date;
}

const NAME = /^(pruta|before-restore)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.(db|dump)$/;

/** The name of a backup made at an instant; its date and time are in UTC, so that names sort by age. */
export function backupName(kind: Kind, madeAt: Date, ending: 'db' | 'dump'): string {
  const [date = '', time = ''] = madeAt.toISOString().split('T');
  return `${kind}-${date}-${time.slice(0, 8).replaceAll(':', '')}.${ending}`;
}

/** What a file name says; null for files that are no backups of ours. */
export function readBackupName(name: string): BackupName | null {
  const [, kind, date, hour, minute, second] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { kind: kind as Kind, madeAt };
}
