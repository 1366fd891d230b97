import { randomBytes } from 'node:crypto';
import type { ProfilePictureRow, UserRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Subject } from '../activity/record.ts';
import { notFound } from '../error.ts';
import type { ProfileEntry, SettingsEntry } from '../export/document.schema.ts';
import { makePicture } from './picture/make.ts';
import { deletePicture, findPictureRow, replacePicture } from './picture/picture.queries.ts';
import { pictureAddress } from './picture/schema.ts';
import { findUser, lockUser, updateUser } from './users.queries.ts';

const COLUMNS = [
  'first_name',
  'last_name',
  'phone',
  'bio',
  'location',
  'website',
  'birthday',
  'language_preference',
  'theme_preference',
  'currency_preference',
  'currency_chosen',
  'preferences',
  'onboarding_completed',
  'onboarding_completed_at',
  'onboarding_version',
  'onboarding_steps',
  'onboarding_dismissed_at',
  'onboarding_skipped_at',
] as const satisfies (keyof UserRow)[];

type AccountColumns = Partial<Pick<UserRow, (typeof COLUMNS)[number]>>;

interface ImportedPicture {
  name: string;
  small: string;
  large: string;
}

/** `picture` is null for none, and absent if the file has no profile. */
export interface ImportedAccount {
  columns: AccountColumns;
  picture?: ImportedPicture | null;
}

/**
 * Reads the account part of a file and encodes its picture again.
 * @throws DomainError AVATAR_UPLOAD_ERROR (400) for an invalid picture, SERVICE_UNAVAILABLE (503)
 */
export async function readImportedAccount(
  profile: ProfileEntry | null,
  settings: SettingsEntry | null,
  currency: string,
): Promise<ImportedAccount> {
  const columns = {
    currency_chosen: 1,
    ...(profile && profileColumns(profile)),
    ...(settings && settingsColumns(settings)),
    // The currency of the amounts, in which their sums were previewed before the import.
    currency_preference: currency,
  };
  if (!profile) return { columns };
  return { columns, picture: profile.picture && (await readPicture(profile.picture.base64)) };
}

function profileColumns({ picture: _picture, ...columns }: ProfileEntry): AccountColumns {
  return columns;
}

function settingsColumns(settings: SettingsEntry): AccountColumns {
  const { setup_guide: guide } = settings;
  return {
    language_preference: settings.language,
    theme_preference: settings.theme,
    currency_chosen: Number(settings.currency_chosen),
    preferences: JSON.stringify(settings.preferences),
    onboarding_completed: Number(guide.completed),
    onboarding_completed_at: guide.completed_at,
    onboarding_version: guide.version,
    onboarding_steps: guide.steps,
    onboarding_dismissed_at: guide.dismissed_at,
    onboarding_skipped_at: guide.skipped_at,
  };
}

async function readPicture(base64: string): Promise<ImportedPicture> {
  const { small, large } = await makePicture(Buffer.from(base64, 'base64'));
  return encodePicture({ name: randomBytes(16).toString('base64url'), small, large });
}

function encodePicture({ name, small, large }: Omit<ProfilePictureRow, 'user_id'>): ImportedPicture {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return { name, small: base64(small), large: base64(large) };
}

export function findSubject(tx: Tx, userId: string): Promise<Subject | undefined> {
  return findUser(tx, userId);
}

/** Applies a file's account part; returns the previous values. @throws DomainError NOT_FOUND */
export async function importAccount(
  tx: Tx,
  userId: string,
  { columns, picture }: ImportedAccount,
  now: Date,
): Promise<ImportedAccount> {
  const user = await lockUser(tx, userId);
  if (!user) throw notFound();
  await updateUser(tx, userId, { ...columns, updated_at: now.toISOString() });
  const before = { columns: picked(user, columns) };
  if (picture === undefined) return before;
  const row = await findPictureRow(tx, userId);
  await setPicture(tx, userId, picture);
  return { ...before, picture: row ? encodePicture(row) : null };
}

function picked(user: UserRow, columns: AccountColumns): AccountColumns {
  const names = COLUMNS.filter((name) => name in columns);
  return Object.fromEntries(names.map((name) => [name, user[name]]));
}

async function setPicture(tx: Tx, userId: string, picture: ImportedPicture | null): Promise<void> {
  if (picture === null) {
    await deletePicture(tx, userId);
    await updateUser(tx, userId, { profile_picture_url: null });
    return;
  }
  const { name } = picture;
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
  const sizes = { small: bytes(picture.small), large: bytes(picture.large) };
  await replacePicture(tx, { user_id: userId, name, ...sizes });
  const address = pictureAddress({ userId, name, size: 'large' });
  await updateUser(tx, userId, { profile_picture_url: address });
}

const CURRENCY: readonly string[] = ['currency_preference', 'currency_chosen'];

/**
 * Restores the previous values of an account, except those changed since the import.
 * @param hasAmounts whether amounts remain in the account, which keep their currency
 */
export async function undoAccountImport(
  tx: Tx,
  userId: string,
  {
    before,
    imported,
    hasAmounts,
  }: { before: ImportedAccount; imported: ImportedAccount; hasAmounts: boolean },
  now: Date,
): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user) throw notFound();
  const unchanged = COLUMNS.filter(
    (name) =>
      name in imported.columns &&
      user[name] === imported.columns[name] &&
      !(hasAmounts && CURRENCY.includes(name)),
  );
  const restored = Object.fromEntries(unchanged.map((name) => [name, before.columns[name]]));
  await updateUser(tx, userId, { ...restored, updated_at: now.toISOString() });
  if (before.picture === undefined) return;
  const row = await findPictureRow(tx, userId);
  if ((row?.name ?? null) === (imported.picture?.name ?? null)) await setPicture(tx, userId, before.picture);
}
