import type { SentReminderRow } from '../../db/tables.ts';

export type ReminderKind = SentReminderRow['kind'];

/** What people can be reminded of, in the order of the page and of the mails. */
export const REMINDER_KINDS = [
  'bill',
  'budget',
  'unusual_amount',
  'low_balance',
  'import_due',
] as const satisfies ReminderKind[];

/** One line of a mail. */
export interface Reminder {
  kind: ReminderKind;
  /** What it is about. It is sent once. */
  subject: string;
  /** What is settled by it too, and not sent any more. */
  settles?: string[];
  text: string;
  /** The path of the page that shows more. */
  path: string;
}
