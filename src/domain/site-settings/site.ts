import type { Db } from '../../db/open.ts';
import { type SiteSettings, settingsFrom } from './definitions.ts';
import { findSettings } from './site-settings.queries.ts';

/** How long a node may use settings that another node has changed, in milliseconds. */
const FRESH_FOR = 500;

export type Site = ReturnType<typeof createSite>;

/**
 * The settings of the instance, read again by each node so often that a change is in force everywhere at once.
 * @param supportEmail the address that the environment gives, if it does
 */
export function createSite(db: Db, supportEmail: string | undefined) {
  let settings = settingsFrom([], supportEmail);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    // The moment before the query: what changes while it runs is read at the next one.
    const started = performance.now();
    settings = settingsFrom(await findSettings(db), supportEmail);
    readAt = started;
  }

  return {
    get settings(): Readonly<SiteSettings> {
      return settings;
    },
    /** Reads them if that was more than half a second ago. While the database is away the last ones stay in force. */
    async refresh(): Promise<void> {
      if (performance.now() - readAt < FRESH_FOR) return;
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
