const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago something was, in words and in whole units: "3 hours ago". */
export function ageText(seconds: number, locale: string): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? (['minute', 60] as const);
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
}
