import type { Db } from '../../db/open.ts';
import { type SiteSettings, settingsFrom } from './definitions.ts';
import { findSettings } from './site-settings.queries.ts';

/** How long a node may use outdated settings, in milliseconds. */
const MAX_AGE = 500;

export type Site = ReturnType<typeof createSite>;

/**
 * Each node rereads the settings often enough that a change takes effect everywhere within a second.
 * @param supportEmail the address from the environment
 */
export function createSite(db: Db, supportEmail: string | undefined) {
  let settings = settingsFrom([], supportEmail);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    // The time before the query, so that a change during the query is read next time.
    const started = performance.now();
    settings = settingsFrom(await findSettings(db), supportEmail);
    readAt = started;
  }

  return {
    get settings(): Readonly<SiteSettings> {
      return settings;
    },
    /** Rereads settings older than half a second. While the database is unavailable, the last ones remain in use. */
    async refresh(): Promise<void> {
      if (performance.now() - readAt < MAX_AGE) return;
      reading ??= read()
        .catch(() => undefined)
        .finally(() => {
          reading = undefined;
        });
      await reading;
    },
    reload: read,
  };
}
