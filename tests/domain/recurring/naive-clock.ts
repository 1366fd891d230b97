const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Local date and time in a zone: `2026-03-27 03:30`. */
function shownAt(instant: number, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    clocks.set(timeZone, clock);
  }
  return clock.format(instant);
}

/**
 * Checks the local clock minute by minute: the first minute that shows the time, or, for a skipped time, as many
 * minutes after the skip.
 */
export function naiveInstant(
  date: string,
  time: string,
  timeZone: string,
): { instant: string; shown: string } {
  const target = `${date} ${time}`;
  for (let instant = hoursBefore(target, timeZone); ; instant += MINUTE) {
    const shown = shownAt(instant, timeZone);
    if (shown < target) continue;
    const missing = shown === target ? 0 : minutesBetween(shownAt(instant - MINUTE, timeZone), target) - 1;
    const candidate = instant + missing * MINUTE;
    return { instant: new Date(candidate).toISOString(), shown: shownAt(candidate, timeZone) };
  }
}

// Starts early enough for every zone, because none differs from UTC by more than a day.
function hoursBefore(target: string, timeZone: string): number {
  let instant = Date.parse(`${target.replace(' ', 'T')}Z`) - 30 * HOUR;
  while (shownAt(instant + HOUR, timeZone) < target) instant += HOUR;
  return instant - 2 * HOUR;
}

function minutesBetween(one: string, other: string): number {
  const [from = 0, to = 0] = [one, other].map((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
  return (to - from) / MINUTE;
}
