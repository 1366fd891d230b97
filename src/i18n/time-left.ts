type Translate = (key: `sessions:${Unit | 'duration'}`, params: Record<string, string | number>) => string;

type Unit = 'days' | 'hours' | 'minutes' | 'seconds';

const UNITS: [Unit, number][] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
];

/** Seconds in words, in their two largest units: `93600` → `one day, 2 hours`. */
export function timeLeft(seconds: number, t: Translate): string {
  const total = Math.max(0, Math.ceil(seconds));
  const first = UNITS.findIndex(([, length]) => total >= length);
  const units = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first + 2);
  let rest = total;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 || parts.length === 0) parts.push(t(`sessions:${unit}`, { count }));
  }
  const [larger = '', smaller] = parts;
  return smaller === undefined ? larger : t('sessions:duration', { larger, smaller });
}

/** How long a session lasts, in words. A day is written as 24 hours, so that it is not taken for midnight. */
export function sessionLength(seconds: number, t: Translate): string {
  const hours = seconds / 3600;
  return Number.isInteger(hours) && hours <= 24
    ? t('sessions:hours', { count: hours })
    : timeLeft(seconds, t);
}
