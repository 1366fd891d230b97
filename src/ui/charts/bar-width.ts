/** The width of a bar as a percentage of its track: at least 1 % unless the value is zero. */
export function barWidth(size: number, largest: number): string {
  if (size === 0) return '0';
  return `${Math.max(1, Math.round((Math.abs(size) / largest) * 100))}%`;
}
