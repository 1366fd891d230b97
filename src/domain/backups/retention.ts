import { DAY, later } from '../instants.ts';

export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

export type KeptAs = keyof Retention;

const PERIODS = [
  ['daily', dayOf],
  ['weekly', weekOf],
  ['monthly', monthOf],
] as const;

/**
 * Keeps the latest backup of each of the latest days, weeks (from Monday) and months in UTC. Periods without a backup
 * do not count, so that a server that was off loses nothing; the very latest backup always remains.
 */
export function chooseKept<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  retention: Retention,
): Map<Backup, KeptAs[]> {
  const latestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const reasons = new Map<Backup, KeptAs[]>(latestFirst.slice(0, 1).map((latest) => [latest, []]));
  for (const [name, periodOf] of PERIODS) {
    const periods = new Set<string>();
    for (const backup of latestFirst) {
      const period = periodOf(backup.madeAt);
      if (periods.size >= retention[name]) break;
      if (!periods.has(period)) reasons.set(backup, [...(reasons.get(backup) ?? []), name]);
      periods.add(period);
    }
  }
  return reasons;
}

/**
 * Like `chooseKept`, but while the latest backup has differing totals, backups without differences are kept as if the
 * others did not exist, because they may be better. The folder grows to twice its size at most.
 */
export function chooseKeptOf<Backup extends { madeAt: Date; checked: { differences: number } | null }>(
  backups: readonly Backup[],
  retention: Retention,
): Map<Backup, KeptAs[]> {
  const intact = backups.filter(({ checked }) => checked?.differences === 0);
  const latest = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0];
  if (!latest || intact.includes(latest)) return chooseKept(backups, retention);
  const others = backups.filter((backup) => !intact.includes(backup));
  return new Map([...chooseKept(intact, retention), ...chooseKept(others, retention)]);
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

// The week is named by its Monday.
function weekOf(instant: Date): string {
  return dayOf(later(instant, -((instant.getUTCDay() + 6) % 7) * DAY));
}

function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}
