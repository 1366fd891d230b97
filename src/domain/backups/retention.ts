/** How many days, weeks and months keep a backup. */
export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

/** What a backup is kept as: that of its day, week or month. */
export type KeptAs = keyof Retention;

const PERIODS = [
  ['daily', dayOf],
  ['weekly', weekOf],
  ['monthly', monthOf],
] as const;

/**
 * Decides which backups are needed, and as what. Of each of the latest days, weeks and months that have any, the latest
 * one is kept; periods without a backup do not count, so that a server that was off loses nothing. The very latest one
 * always stays. Days, weeks from Monday and months are those of UTC.
 */
export function chooseKept<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  retention: Retention,
): Map<Backup, KeptAs[]> {
  const latestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Map<Backup, KeptAs[]>(latestFirst.slice(0, 1).map((latest) => [latest, []]));
  for (const [name, periodOf] of PERIODS) {
    const periods = new Set<string>();
    for (const backup of latestFirst) {
      const period = periodOf(backup.madeAt);
      if (periods.size >= retention[name]) break;
      if (!periods.has(period)) kept.set(backup, [...(kept.get(backup) ?? []), name]);
      periods.add(period);
    }
  }
  return kept;
}

/**
 * The same while stored totals differ in the latest backup. Those that were found whole may be the better ones: they are
 * kept as if the others did not exist, so that the folder grows to twice its size at most.
 */
export function chooseKeptOf<Backup extends { madeAt: Date; checked: { differences: number } | null }>(
  backups: readonly Backup[],
  retention: Retention,
): Map<Backup, KeptAs[]> {
  const whole = backups.filter(({ checked }) => checked?.differences === 0);
  const latest = backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0];
  if (!latest || whole.includes(latest)) return chooseKept(backups, retention);
  const others = backups.filter((backup) => !whole.includes(backup));
  return new Map([...chooseKept(whole, retention), ...chooseKept(others, retention)]);
}

const DAY = 86_400_000;

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

// The Monday of the week.
function weekOf(instant: Date): string {
  return dayOf(new Date(instant.getTime() - ((instant.getUTCDay() + 6) % 7) * DAY));
}

function monthOf(instant: Date): string {
  return instant.toISOString().slice(0, 7);
}
