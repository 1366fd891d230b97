/** How many days, weeks and months keep a backup. */
export interface Retention {
  daily: number;
  weekly: number;
  monthly: number;
}

/**
 * Decides which backups are no longer needed. Of each of the latest days, weeks and months that have any, the latest one
 * is kept; periods without a backup do not count, so that a server that was off loses nothing. The very latest one
 * always stays. Days, weeks from Monday and months are those of UTC.
 */
export function chooseExpired<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  { daily, weekly, monthly }: Retention,
): Backup[] {
  const latestFirst = [...backups].sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
  const kept = new Set(latestFirst.slice(0, 1));
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
    [monthly, monthOf],
  ] as const) {
    const periods = new Set<string>();
    for (const backup of latestFirst) {
      const period = periodOf(backup.madeAt);
      if (periods.size >= most) break;
      if (!periods.has(period)) kept.add(backup);
      periods.add(period);
    }
  }
  return latestFirst.filter((backup) => !kept.has(backup));
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
