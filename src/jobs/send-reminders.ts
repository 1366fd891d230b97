import { setTimeout as wait } from 'node:timers/promises';
import { type App, createContext } from '../app.ts';
import { type Lease, withLease } from '../db/lease.ts';
import { HOUR, later, MINUTE } from '../domain/instants.ts';
import { findDueSettings, findWaiting, setLook } from '../domain/reminders/reminders.queries.ts';
import { prepareReminders, sendWaiting } from '../domain/reminders/send.ts';
import { announce, isInMaintenance, repeat, watched } from './schedule.ts';

const REMINDERS = 'reminders';

/** How often due people and waiting messages are looked for; milliseconds. */
const INTERVAL = MINUTE;

/** A person whose reminders fail is looked at again after this time; milliseconds. */
const AFTER_FAILURE = HOUR;

const AT_ONCE = 20;

/**
 * Reminds all people of what is due, on one node at a time.
 * @returns the number of reminders, or null while another node does it
 */
export async function sendReminders(app: App): Promise<number | null> {
  const { database, clock } = app;
  if (!(await hasWork(app))) return 0;
  return withLease(database.db, REMINDERS, clock, async (lease) => {
    const count = await prepareAll(app, lease);
    await sendAll(app, lease);
    return count;
  });
}

async function hasWork({ database: { db }, clock }: App): Promise<boolean> {
  const now = clock().toISOString();
  const [person] = await findDueSettings(db, now, 1);
  return person !== undefined || (await findWaiting(db, now, 1)).length > 0;
}

async function prepareAll(app: App, lease: Lease): Promise<number> {
  let count = 0;
  for (;;) {
    const people = await findDueSettings(app.database.db, app.clock().toISOString(), AT_ONCE);
    if (people.length === 0) return count;
    for (const row of people) {
      if (app.isStopping() || !(await lease.isHeld())) return count;
      const started = performance.now();
      try {
        count += await prepareReminders(createContext(app), row);
      } catch (error) {
        app.log.error({ err: error, user_id: row.user_id }, 'reminders could not be made');
        const next = later(app.clock(), AFTER_FAILURE);
        await setLook(app.database.db, row, { next_look_at: next.toISOString() });
      }
      // Leaves half of the time to others.
      await wait(performance.now() - started);
    }
  }
}

async function sendAll(app: App, lease: Lease): Promise<void> {
  for (;;) {
    const messages = await findWaiting(app.database.db, app.clock().toISOString(), AT_ONCE);
    if (messages.length === 0) return;
    // Services of browsers may be slow: all of a round at once, and mails first.
    const isMail = ({ subscription_id }: (typeof messages)[number]) => subscription_id === null;
    for (const row of messages.filter(isMail)) {
      if (app.isStopping() || !(await lease.isHeld())) return;
      await sendWaiting(createContext(app), row, app);
    }
    if (app.isStopping() || !(await lease.isHeld())) return;
    const pushes = messages.filter((row) => !isMail(row));
    await Promise.all(pushes.map((row) => sendWaiting(createContext(app), row, app)));
  }
}

/** The returned function stops the schedule. */
export function scheduleReminders(app: App): () => void {
  if (app.config.NODE_ROLE !== 'web') app.defer(() => announce(app, REMINDERS, INTERVAL));
  return repeat(app, { interval: INTERVAL, first: INTERVAL / 2 }, async () => {
    if (await isInMaintenance(app)) return;
    const count = await watched(app, REMINDERS, INTERVAL, () => sendReminders(app));
    if (count) app.log.info({ reminders: count }, 'reminders sent');
  });
}
