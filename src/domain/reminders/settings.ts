import { chunksOf } from '../../db/insert-rows.ts';
import type { ReminderSettingsRow, SentReminderRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { requireDecimals } from '../currency.ts';
import { invalid } from '../error.ts';
import { MOST_NOTED, type RemindersEntry, type SentReminderEntry } from '../export/document.schema.ts';
import { toDecimal } from '../money.ts';
import type { Replaceable } from '../replaceable.ts';
import { REMINDER_KINDS, type ReminderKind } from './kinds.ts';
import {
  deleteSentBefore,
  deleteSettings,
  findSent,
  findSettings,
  insertAllSent,
  replaceSettings,
} from './reminders.queries.ts';
import type { RemindersInput } from './schema.ts';

/** What a person wants to be reminded of. */
export interface Reminders {
  kinds: ReminderKind[];
  /** The balance of the kind `low_balance`; minor units. */
  low_balance: number | null;
  /** Local times between which nothing is sent, also over midnight; both null for none. */
  quiet_from: string | null;
  quiet_to: string | null;
  /** Off has only an effect while a browser shows them. */
  by_mail: boolean;
}

/** Nothing is on at first, and whoever switches something on is not woken by it. */
const NONE: Reminders = {
  kinds: [],
  low_balance: null,
  quiet_from: '21:00',
  quiet_to: '08:00',
  by_mail: true,
};

/** The next check for people without reminders: so far away that it selects none of them. */
export const NEVER = '9999';

export async function readReminders({ db, viewer }: Pick<Reading, 'db' | 'viewer'>): Promise<Reminders> {
  const row = await findSettings(db, viewer.id);
  return row ? remindersOf(row) : NONE;
}

export function remindersOf(row: ReminderSettingsRow): Reminders {
  const { kinds, low_balance, quiet_from, quiet_to, by_mail } = row;
  return { kinds: JSON.parse(kinds), low_balance, quiet_from, quiet_to, by_mail: by_mail === 1 };
}

/**
 * Missing fields stay.
 * @throws DomainError VALIDATION_ERROR for a low balance without the line, for one end of the quiet hours alone, and for
 *   decimals that the currency lacks
 */
export function saveReminders(context: Writing, input: RemindersInput): Promise<Reminders> {
  const { viewer, now } = context;
  return inTransaction(context.db, async (tx) => {
    const before = await readReminders({ db: tx, viewer });
    const isOn = (kind: ReminderKind) => input[kind] ?? before.kinds.includes(kind);
    const after: Reminders = {
      kinds: REMINDER_KINDS.filter(isOn),
      low_balance: input.low_balance_line === undefined ? before.low_balance : input.low_balance_line,
      quiet_from: input.quiet_from === undefined ? before.quiet_from : input.quiet_from,
      quiet_to: input.quiet_to === undefined ? before.quiet_to : input.quiet_to,
      by_mail: input.by_mail ?? before.by_mail,
    };
    if (after.low_balance !== null) requireDecimals(viewer, after.low_balance, 'low_balance_line');
    if (after.kinds.includes('low_balance') && after.low_balance === null)
      throw invalid({ field: 'low_balance_line', message: 'errors:lowBalanceLine' });
    if ((after.quiet_from === null) !== (after.quiet_to === null))
      throw invalid({
        field: after.quiet_from === null ? 'quiet_from' : 'quiet_to',
        message: 'errors:quietBoth',
      });
    if (after.quiet_from !== null && after.quiet_from === after.quiet_to)
      throw invalid({ field: 'quiet_to', message: 'errors:quietSame' });
    await replaceSettings(tx, {
      user_id: viewer.id,
      ...after,
      kinds: JSON.stringify(after.kinds),
      by_mail: Number(after.by_mail),
      looked_at: '',
      next_look_at: after.kinds.length > 0 ? now.toISOString() : NEVER,
      updated_at: now.toISOString(),
    });
    return after;
  });
}

/** Reminders for API answers: amounts as decimals. */
export function presentReminders({ kinds, low_balance, ...others }: Reminders) {
  const flags = Object.fromEntries(REMINDER_KINDS.map((kind) => [kind, kinds.includes(kind)]));
  return {
    ...(flags as Record<ReminderKind, boolean>),
    low_balance_line: low_balance === null ? null : toDecimal(low_balance),
    ...others,
  };
}

/** What the file of an account has of them. */
export async function exportedReminders({ db, viewer }: Reading): Promise<RemindersEntry | null> {
  const row = await findSettings(db, viewer.id);
  return row ? { ...presentReminders(remindersOf(row)), updated_at: row.updated_at } : null;
}

export async function exportedSent({ db, viewer }: Reading): Promise<SentReminderEntry[]> {
  const rows = await findSent(db, viewer.id);
  return rows.slice(-MOST_NOTED).map(({ kind, subject, sent_at }) => ({ kind, subject, sent_at }));
}

export const fileReminders: Replaceable<ReminderSettingsRow> = {
  async find(tx, userId) {
    const row = await findSettings(tx, userId);
    return row ? [row] : [];
  },
  async replace(tx, userId, rows) {
    await deleteSettings(tx, userId);
    for (const row of rows) await replaceSettings(tx, row);
  },
  keyOf: () => '',
  versionOf: ({ updated_at }) => updated_at,
};

export const fileSent: Replaceable<SentReminderRow> = {
  find: findSent,
  async replace(tx, userId, rows) {
    await deleteSentBefore(tx, userId, NEVER);
    for (const some of chunksOf(rows)) await insertAllSent(tx, some);
  },
  keyOf: ({ kind, subject }) => `${kind} ${subject}`,
  versionOf: ({ sent_at }) => sent_at,
};
