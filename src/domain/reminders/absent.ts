import type { Currency } from '../../i18n/currencies.ts';
import type { Reading } from '../context.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { isBlocked } from '../restrictions/block.ts';
import { findPerson } from './reminders.queries.ts';

/**
 * The reading of a person who is not here: a calendar fetches their feed, or a job looks at their money.
 * @returns null for an account that is closed or blocked, or that does not exist
 */
export async function readAbsent<Context extends Omit<Reading, 'viewer' | 'locale'>>(
  context: Context,
  userId: string,
): Promise<(Context & Reading) | null> {
  const person = await findPerson(context.db, userId);
  if (!person || person.closed_at !== null || (await isBlocked(context, userId))) return null;
  const locale = person.language_preference;
  const viewer = {
    id: userId,
    sessionId: '',
    sessionEnds: '',
    accessEnds: '',
    tokenScope: null,
    hasSecondFactor: false,
    codeEnteredAt: null,
    block: null,
    restriction: null,
    email: person.email,
    firstName: person.first_name,
    lastName: person.last_name,
    role: person.role,
    picture: null,
    locale,
    theme: person.theme_preference,
    currency: person.currency_preference as Currency,
    preferences: readPreferences(person.preferences),
    setupDue: false,
    revision: person.revision ?? 0,
    importId: person.import_id,
  };
  return { ...context, viewer, locale };
}
