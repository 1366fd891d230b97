import { createContext } from '../../src/app.ts';
import type { Role } from '../../src/db/tables.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { createDefaults } from '../../src/domain/categories/defaults.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { createFirstAccount } from '../../src/domain/money-accounts/first-account.ts';
import { resolveViewer } from '../../src/domain/sessions/resolve.ts';
import { startSession } from '../../src/domain/sessions/start.ts';
import { recordConsent } from '../../src/domain/users/consents.ts';
import { newUser } from '../../src/domain/users/register.ts';
import { insertUser } from '../../src/domain/users/users.queries.ts';
import type { TestApp } from './app.ts';
import type { EngineUnderTest } from './databases.ts';
import { hashOf } from './passwords.ts';

export const PASSWORD = 'Korrekt-Pferd-9';

export interface Member {
  id: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
}

export interface Category {
  id: string;
  name: string;
  type: 'expense' | 'income';
}

export interface Transaction {
  id: string;
  type: 'expense' | 'income';
  amount: number;
  description: string;
  merchant_name: string | null;
  category_id: string | null;
  date: string;
  time: string;
  notes: string | null;
  updated_at: string;
}

let members = 0;

// The cheapest hash possible, verified like any other but without the twentieth of a second of a normal one.
const HASH = hashOf(PASSWORD, { memory: 8, passes: 1, tagLength: 32 });

export function newEmail(): string {
  members += 1;
  return `member.${process.pid}.${members}@example.org`;
}

/**
 * Writes account and session into the database, because hashing passwords would take most of a run; registration and
 * sign-in have their own tests.
 */
export async function createMember(
  testApp: TestApp,
  { preferences = {}, role = 'user' as Role, verified = true, locale = 'en' as 'en' | 'he' } = {},
): Promise<Member> {
  const { app } = testApp;
  const now = app.clock();
  const row = newUser(now, {
    email: newEmail(),
    email_verified: Number(verified),
    password_hash: HASH,
    first_name: 'Noa',
    last_name: 'Levi',
    role,
    language_preference: locale,
    preferences: JSON.stringify(preferences),
  });
  await inTransaction(app.database.db, async (tx) => {
    await insertUser(tx, row);
    await createDefaults(tx, row.id, now);
    await createFirstAccount(tx, row.id, now);
    await recordConsent(tx, row.id, now);
  });
  const { id, email } = row;
  return { id, email, password: PASSWORD, ...(await startMemberSession(testApp, id)) };
}

export async function startMemberSession({ app }: TestApp, userId: string) {
  const context = { ...createContext(app), client: { address: '127.0.0.1', userAgent: 'test' } };
  const { accessToken, refreshToken } = await startSession(context, userId);
  return { accessToken, refreshToken };
}

/** For clocks that are moved on by more than a session lasts. */
export async function keepSignedIn(
  { db }: Pick<EngineUnderTest, 'db'>,
  { id }: { id: string },
): Promise<void> {
  const far = { expires_at: '2099-01-01T00:00:00.000Z', access_expires_at: '2099-01-01T00:00:00.000Z' };
  await db.updateTable('sessions').set(far).where('user_id', '=', id).execute();
}

export async function contextOf({ app }: TestApp, { accessToken }: Member): Promise<SignedIn> {
  const context = createContext(app);
  const viewer = await resolveViewer(context.db, accessToken, context.now);
  if (typeof viewer === 'string') throw new Error(viewer);
  return { ...context, viewer };
}

export function signIn(
  testApp: TestApp,
  { email, password }: { email: string; password: string },
  from?: string,
) {
  return testApp.call<{ accessToken: string; refreshToken: string; expiresIn: number }>(
    'POST',
    '/users/login',
    { body: { email, password }, from },
  );
}

export function registration(changes: Record<string, unknown> = {}) {
  const fields = {
    firstName: 'Noa',
    lastName: 'Levi',
    email: newEmail(),
    password: PASSWORD,
    acceptedTerms: true,
  };
  return { ...fields, ...changes };
}

export async function categoriesOf(testApp: Pick<TestApp, 'call'>, as: Member): Promise<Category[]> {
  return (await testApp.call<{ categories: Category[] }>('GET', '/categories', { as })).data.categories;
}

/** By default for expenses; returns its id. */
export async function makeCategory(
  testApp: Pick<TestApp, 'call'>,
  as: Member,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const body = { name, type: 'expense', ...more };
  const reply = await testApp.call<{ category: Category }>('POST', '/categories', { as, body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.data.category.id;
}

/** By default an expense of 12.50. */
export async function record(
  testApp: Pick<TestApp, 'call'>,
  as: Member,
  changes: Record<string, unknown> = {},
): Promise<Transaction> {
  const body = { type: 'expense', amount: '12.50', description: 'Bread', date: '2026-06-10', ...changes };
  const reply = await testApp.call<{ transaction: Transaction }>('POST', '/transactions/transaction', {
    as,
    body,
  });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.data.transaction;
}
