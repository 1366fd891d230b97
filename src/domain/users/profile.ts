import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid, notFound } from '../error.ts';
import { changeOwnCurrency } from '../money-accounts/currencies/change-own-currency.ts';
import { completedColumns, NOT_BEGUN, type ProgressColumns } from '../onboarding/progress.ts';
import { readPreferences } from '../preferences/preferences.ts';
import { readRestrictions } from '../restrictions/restrictions.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { haveDifferentSeparators, type ProfileInput } from './schema.ts';
import { lockUser, requireUser, updateUser } from './users.queries.ts';

export async function readProfile({ db, viewer, now }: Reading): Promise<PresentedUser> {
  const user = await requireUser(db, viewer.id);
  return presentUser(user, await readRestrictions({ db, now }, user.id));
}

/** The viewer's account as stored. @throws DomainError NOT_FOUND */
export function readOwn({ db, viewer }: Reading): Promise<UserRow> {
  return requireUser(db, viewer.id);
}

/** The currency of a person for whom a job works. @throws DomainError NOT_FOUND */
export async function ownCurrency(db: Db, userId: string): Promise<Currency> {
  return (await requireUser(db, userId)).currency_preference as Currency;
}

/** Changes the viewer's account and returns it. @throws DomainError NOT_FOUND */
export function changeOwn(
  { db, viewer, now }: Writing,
  changesOf: (before: UserRow) => Partial<UserRow>,
): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user) throw notFound();
    const changes = { ...changesOf(user), updated_at: now.toISOString() };
    await changeOwnCurrency(tx, user, changes.currency_preference);
    await updateUser(tx, user.id, changes);
    return { ...user, ...changes };
  });
}

/** As `changeOwn`, by what was sent; missing fields keep their values. @throws DomainError VALIDATION_ERROR */
export async function updateProfile(context: Writing, input: ProfileInput): Promise<PresentedUser> {
  const user = await changeOwn(context, (before) => changesOf(before, input, context.now));
  return presentUser(user, await readRestrictions(context, user.id));
}

function changesOf(user: UserRow, input: ProfileInput, now: Date): Partial<UserRow> {
  const columns: { [Column in keyof UserRow]?: UserRow[Column] | undefined } = {
    first_name: input.firstName,
    last_name: input.lastName,
    language_preference: input.language_preference,
    theme_preference: input.theme_preference,
    currency_preference: input.currency_preference,
    currency_chosen: input.currency_preference && 1,
    ...progressOf(user, input.onboarding_completed, now),
    preferences: input.preferences && mergedPreferences(user, input.preferences),
    phone: emptyAsNull(input.phone),
    bio: emptyAsNull(input.bio),
    location: emptyAsNull(input.location),
    website: emptyAsNull(input.website),
    birthday: emptyAsNull(input.birthday),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function progressOf(
  user: UserRow,
  isCompleted: boolean | undefined,
  now: Date,
): ProgressColumns | Record<string, never> {
  if (isCompleted === undefined) return {};
  return isCompleted ? completedColumns(user, now) : NOT_BEGUN;
}

function emptyAsNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value;
}

function mergedPreferences(user: UserRow, changes: NonNullable<ProfileInput['preferences']>): string {
  const before = readPreferences(user.preferences);
  const after = { ...before, ...changes };
  // The schema compared them with the preferences at the beginning of the request.
  if (!haveDifferentSeparators(after)) {
    throw invalid({ field: 'preferences.thousand_separator', message: 'errors:separatorsDiffer' });
  }
  return JSON.stringify({
    ...after,
    accessibility: { ...before.accessibility, ...changes.accessibility },
  });
}
