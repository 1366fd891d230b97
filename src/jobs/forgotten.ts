/** After this time without a step the process that carried out long work has ended, in milliseconds. */
const FORGOTTEN_AFTER = 20_000;

/** Long work that was touched at this instant, ISO 8601 in UTC, or before has nobody who carries it out. */
export function forgottenSince(now: Date): string {
  return new Date(now.getTime() - FORGOTTEN_AFTER).toISOString();
}
