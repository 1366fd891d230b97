import type { PushSubscriptionRow, ReminderMessageRow, ReminderSettingsRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { Message } from '../../mail/letter.ts';
import { writeReminders } from '../../mail/reminders.ts';
import { writePush } from '../../push/message.ts';
import type { Push } from '../../push/push.ts';
import { instantOf, localNow, plusDays, todayOf } from '../calendar.ts';
import type { Mailing, Reading } from '../context.ts';
import { newId } from '../id.ts';
import { DAY, HOUR, later, MINUTE } from '../instants.ts';
import { deleteSubscription, findSubscriptions } from '../sessions/push-subscriptions.ts';
import { readAbsent } from '../sessions/resolve.ts';
import { findReminders } from './due-reminders.ts';
import type { Reminder } from './kinds.ts';
import {
  deleteMessage,
  deleteSentBefore,
  findSettings,
  insertMessage,
  insertSent,
  setLook,
  takeMessage,
} from './reminders.queries.ts';
import { type Reminders, remindersOf } from './settings.ts';
import { unsubscribeAddress } from './unsubscribe.ts';

type Base = Omit<Reading, 'viewer' | 'locale'> & Pick<Mailing, 'site'>;

/** How often a person's money is looked at, if it has changed or another day has begun; milliseconds. */
const LOOK_EVERY = HOUR;
/** After an import, or for an account that is closed or blocked. */
const LOOK_AFTER_IMPORT = 10 * MINUTE;
const LOOK_AT_ABSENT = DAY;
/** Longer than the longest period of a budget. */
const SENT_FOR = 400 * DAY;

const after = (now: Date, milliseconds: number) => later(now, milliseconds).toISOString();

/**
 * When the quiet hours of a person end, ISO 8601 in UTC; null outside of them. By the local clock: on the day on which
 * clocks change they end at the same time of day.
 */
export function quietUntil(
  { quiet_from: from, quiet_to: to }: Pick<Reminders, 'quiet_from' | 'quiet_to'>,
  now: Date,
  timezone: string,
): string | null {
  if (from === null || to === null) return null;
  const { date, time } = localNow(now, timezone);
  const isOverMidnight = from > to;
  const isQuiet = isOverMidnight ? time >= from || time < to : time >= from && time < to;
  if (!isQuiet) return null;
  const end = instantOf(isOverMidnight && time >= from ? plusDays(date, 1) : date, to, timezone);
  // When a time occurs twice, the earlier one may be over.
  return end > now.toISOString() ? end : after(now, 10 * MINUTE);
}

/**
 * Looks at what a person is to be reminded of, and writes one message of what they were not reminded of yet: a mail, a
 * notification for each subscribed browser, or both. They and the reminders are stored in one transaction, so that none is
 * lost and none is sent twice, whoever else looks or is killed.
 * @returns how many reminders it has
 */
export async function prepareReminders(base: Base, row: ReminderSettingsRow): Promise<number> {
  const { db, now } = base;
  const lookAgain = async (next: string) => {
    await setLook(db, row, { next_look_at: next });
    return 0;
  };
  const reading = await readAbsent(base, row.user_id);
  if (!reading) return lookAgain(after(now, LOOK_AT_ABSENT));
  const { viewer } = reading;
  if (viewer.importId !== null) return lookAgain(after(now, LOOK_AFTER_IMPORT));
  const settings = remindersOf(row);
  const quiet = quietUntil(settings, now, viewer.preferences.timezone);
  if (quiet !== null) return lookAgain(quiet);
  const looked_at = `${viewer.revision} ${todayOf(reading)}`;
  const next_look_at = after(now, LOOK_EVERY);
  if (looked_at === row.looked_at) return lookAgain(next_look_at);
  const reminders = await findReminders(reading, settings);
  return inTransaction(db, async (tx) => {
    // What the person has switched off meanwhile is not sent.
    if (!(await setLook(tx, row, { looked_at, next_look_at }))) return 0;
    await deleteSentBefore(tx, viewer.id, after(now, -SENT_FOR));
    const fresh: Reminder[] = [];
    for (const reminder of reminders) {
      const sent = { user_id: viewer.id, kind: reminder.kind, sent_at: now.toISOString() };
      if (await insertSent(tx, { ...sent, subject: reminder.subject })) fresh.push(reminder);
      for (const subject of reminder.settles ?? []) await insertSent(tx, { ...sent, subject });
    }
    if (fresh.length === 0) return 0;
    const browsers = await findSubscriptions(tx, viewer.id);
    const push = writePush({ locale: reading.locale, siteName: base.site.site_name }, fresh);
    const pushes = browsers.map(({ id }) => ({ subscription_id: id, content: push }));
    const isMailed = settings.by_mail || browsers.length === 0;
    const mails = isMailed ? [{ subscription_id: null, content: messageOf(reading, fresh) }] : [];
    for (const { subscription_id, content } of [...mails, ...pushes])
      await insertMessage(tx, {
        user_id: viewer.id,
        id: newId(now),
        subscription_id,
        content: JSON.stringify(content),
        attempts: 0,
        next_attempt_at: now.toISOString(),
        created_at: now.toISOString(),
      });
    return fresh.length;
  });
}

function messageOf({ viewer, locale, settings, site }: Reading & Base, reminders: Reminder[]): Message {
  const { PUBLIC_URL } = settings;
  return writeReminders({
    locale,
    firstName: viewer.firstName,
    siteName: site.site_name,
    lines: reminders.map(({ text, path }) => ({ text, link: PUBLIC_URL + path })),
    settingsLink: `${PUBLIC_URL}/profile/reminders`,
    stops: [...new Set(reminders.map(({ kind }) => kind)), 'all' as const].map((kind) => ({
      kind,
      link: unsubscribeAddress(settings, viewer.id, kind),
    })),
  });
}

/** How long after an attempt the next one is made; after the last time the message is deleted unsent. */
const NEXT_ATTEMPTS = [5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY];

/** What the app delivers with. */
interface Deliveries {
  deliverMail(to: string, message: Message): Promise<'sent' | 'failed'>;
  push: Push;
}

/**
 * Sends a mail that waits, or what a browser is to show. It is taken before and deleted afterwards: a process that ends
 * between the two has it sent again, a mail under the same `Message-ID`, by which mail programs recognize it.
 */
export async function sendWaiting(
  base: Base,
  row: ReminderMessageRow,
  { deliverMail, push }: Deliveries,
): Promise<void> {
  const { db, now } = base;
  const reading = await readAbsent(base, row.user_id);
  const settings = await findSettings(db, row.user_id);
  const pause = NEXT_ATTEMPTS[row.attempts];
  if (!reading || !settings || pause === undefined) return deleteMessage(db, row);
  const quiet = quietUntil(remindersOf(settings), now, reading.viewer.preferences.timezone);
  if (quiet !== null) {
    await takeMessage(db, row, { attempts: row.attempts, next_attempt_at: quiet });
    return;
  }
  const taken = { attempts: row.attempts + 1, next_attempt_at: after(now, pause) };
  if (!(await takeMessage(db, row, taken))) return;
  const content = JSON.parse(row.content);
  const outcome =
    row.subscription_id === null
      ? await deliverMail(reading.viewer.email, { ...content, id: row.id })
      : await pushTo(base, row.user_id, row.subscription_id, (browser) => push(browser, content));
  if (outcome === 'sent') await deleteMessage(db, row);
}

// A reminder that a browser no longer accepts counts as sent.
async function pushTo(
  { db }: Base,
  userId: string,
  id: string,
  send: (browser: PushSubscriptionRow) => ReturnType<Push>,
): Promise<'sent' | 'failed'> {
  const browser = (await findSubscriptions(db, userId)).find((row) => row.id === id);
  const outcome = browser ? await send(browser) : 'gone';
  if (outcome !== 'gone') return outcome;
  await deleteSubscription(db, userId, id);
  return 'sent';
}
