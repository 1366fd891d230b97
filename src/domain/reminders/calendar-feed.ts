import { randomBytes } from 'node:crypto';
import type { CalendarFeedRow } from '../../db/tables.ts';
import { formatter } from '../../i18n/format.ts';
import { withoutIsolates } from '../../i18n/isolated.ts';
import { translator } from '../../i18n/translate.ts';
import type { Mailing, Reading, Requesting, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import { ImportUnderWay } from '../ledger/ledger.ts';
import { enforceLimit, LIMITS } from '../rate-limits/limits.ts';
import { GENERATED_DAYS_AHEAD } from '../recurring/generation/generate.ts';
import { readAbsent } from '../sessions/resolve.ts';
import { type Due, readDue } from './due.ts';
import { type CalendarEvent, writeCalendar } from './icalendar.ts';
import { deleteFeed, findFeed, replaceFeed } from './reminders.queries.ts';
import { isSigned, ownerNamed, signedToken } from './signed-token.ts';

const purposeOf = ({ nonce }: CalendarFeedRow) => `calendar:${nonce}`;

/** The person's feed with its secret address; null without one. */
export async function readFeed({ db, viewer, settings }: Reading) {
  const feed = await findFeed(db, viewer.id);
  if (!feed) return null;
  const token = signedToken(settings.APP_SECRET, viewer.id, purposeOf(feed));
  const url = `${settings.PUBLIC_URL}/api/v1/calendar/${token}`;
  return {
    url,
    webcal_url: url.replace(/^https?:/, 'webcal:'),
    hides_amounts: feed.hides_amounts === 1,
    created_at: feed.created_at,
  };
}

/** Makes an address. One that there was is revoked. */
export async function renewFeed(context: Writing, { hides_amounts }: { hides_amounts: boolean }) {
  await replaceFeed(context.db, {
    user_id: context.viewer.id,
    nonce: randomBytes(16).toString('base64url'),
    hides_amounts: Number(hides_amounts),
    created_at: context.now.toISOString(),
  });
  return readFeed(context);
}

export function revokeFeed({ db, viewer }: Writing): Promise<void> {
  return deleteFeed(db, viewer.id);
}

/** What the export of an account has of it: not the secret. */
export async function exportedFeed({ db, viewer }: Reading) {
  const feed = await findFeed(db, viewer.id);
  return feed ? { hides_amounts: feed.hides_amounts === 1, created_at: feed.created_at } : null;
}

/**
 * What is due in the next ninety days, as a calendar.
 * @throws DomainError NOT_FOUND for a revoked or wrong secret, and for a blocked or closed account; RATE_LIMITED (429);
 *   SERVICE_UNAVAILABLE (503) during an import
 */
export async function readCalendar(
  context: Requesting & Pick<Reading, 'scanDb' | 'isAbandoned'> & Pick<Mailing, 'site'>,
  token: string,
): Promise<string> {
  const userId = ownerNamed(token);
  const feed = userId === null ? undefined : await findFeed(context.db, userId);
  if (!userId || !feed || !isSigned(context.settings.APP_SECRET, token, purposeOf(feed))) throw notFound();
  await enforceLimit(context, `calendar:${userId}`, LIMITS.calendar);
  const reading = await readAbsent(context, userId);
  if (!reading) throw notFound();
  if (reading.viewer.importId !== null) throw new ImportUnderWay();
  const due = await readDue(reading, GENERATED_DAYS_AHEAD);
  const name = translator(reading.locale)('reminders:calendarName', { siteName: context.site.site_name });
  return writeCalendar(name, eventsOf(reading, due, feed.hides_amounts === 1));
}

function eventsOf(
  { settings, viewer }: Reading,
  due: readonly Due[],
  hidesAmounts: boolean,
): CalendarEvent[] {
  const host = new URL(settings.PUBLIC_URL).hostname;
  const taken = new Set<string>();
  return due.map(({ key, date, name, kind, amount, currency, path, changedAt }) => {
    // Two occurrences that were moved to one day are two events.
    let uid = key;
    for (let number = 2; taken.has(uid); number += 1) uid = `${key}:${number}`;
    taken.add(uid);
    const sign = kind === 'income' ? '+' : '';
    const money = `${sign}${formatter(currency, viewer.preferences).money(amount)}`;
    return {
      uid: `${uid}@${host}`,
      changedAt,
      date,
      summary: withoutIsolates(hidesAmounts ? name : `${name} · ${money}`),
      link: settings.PUBLIC_URL + path,
    };
  });
}
