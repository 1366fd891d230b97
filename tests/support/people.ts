import type { Db } from '../../src/db/open.ts';
import type { UserRow } from '../../src/db/tables.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { startSession } from '../../src/domain/sessions/start.ts';
import { recordConsent } from '../../src/domain/users/consents.ts';
import { type InitialColumns, openAccount } from '../../src/domain/users/register.ts';
import { cookieNames, setSessionCookies } from '../../src/http/authentication/cookies.ts';
import { askApi, type Caller } from './ask-api.ts';
import { hashOf, STORED } from './passwords.ts';
import type { RunningServer } from './server.ts';
import { NOON_ZONE } from './today.ts';

export interface Person extends Caller {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  refreshToken: string;
  /** `Set-Cookie` headers of the sign-in. */
  cookies: string[];
}

type Tokens = Pick<Person, 'accessToken' | 'refreshToken' | 'cookies'>;

const PASSWORD = 'Korrekt-Pferd-9';

let counter = 0;
let hash: string | undefined;

/**
 * Writes a verified account and session into the server's database: hashing passwords and reading mails would take most
 * of a run, and registration and sign-in have their own tests. A server's first person becomes its super admin. They
 * live where it is noon, and the setup guide, which would open over every test, counts as completed, unless `profile` (in
 * the API's fields) says otherwise.
 */
export async function createPerson(
  server: RunningServer,
  profile: Record<string, unknown> = {},
): Promise<Person> {
  counter += 1;
  const email = `noa.${process.pid}.${counter}@example.org`;
  hash ??= hashOf(PASSWORD, STORED);
  const { db } = await server.database();
  const now = new Date();
  const user = await openVerifiedAccount(db, now, {
    email,
    password_hash: hash,
    first_name: 'Noa',
    last_name: 'Levi',
    last_login: now.toISOString(),
    onboarding_completed: 1,
    preferences: JSON.stringify({ timezone: NOON_ZONE }),
  });
  const tokens = await startPersonSession(server, user.id, now);
  const { id, first_name: firstName, last_name: lastName } = user;
  const person = { url: server.url, id, email, firstName, lastName, password: PASSWORD, ...tokens };
  if (Object.keys(profile).length > 0) await setProfile(person, profile);
  return person;
}

/** In the API's fields; the others stay. */
export async function setProfile(person: Caller, changes: Record<string, unknown>): Promise<void> {
  await askApi(person, 'PUT', '/users/profile', changes);
}

export async function createAdministrator(
  server: RunningServer,
  role: 'admin' | 'super_admin' = 'admin',
): Promise<Person> {
  const person = await createPerson(server);
  const { db } = await server.database();
  await db.updateTable('users').set({ role }).where('id', '=', person.id).execute();
  return person;
}

function openVerifiedAccount(db: Db, now: Date, fields: InitialColumns): Promise<UserRow> {
  return inTransaction(db, async (tx) => {
    const user = await openAccount({ now }, tx, { ...fields, email_verified: 1 });
    if (!user) throw new Error(`${fields.email} has an account already.`);
    await recordConsent(tx, user.id, now);
    return user;
  });
}

async function startPersonSession(server: RunningServer, userId: string, now: Date): Promise<Tokens> {
  const { config } = server;
  const { db } = await server.database();
  const client = { address: '127.0.0.1', userAgent: 'test' };
  const tokens = await startSession({ settings: config, db, now, client }, userId);
  const cookies: string[] = [];
  setSessionCookies(cookies, cookieNames(config.secure), tokens, now);
  return { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, cookies };
}

export async function signIn(
  { url }: Pick<RunningServer, 'url'>,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Tokens> {
  const response = await fetch(`${url}/api/v1/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The sign-in was answered by ${response.status}: ${text}`);
  return { ...JSON.parse(text).data, cookies: response.headers.getSetCookie() };
}

/** For `setProfile`. */
export const SCREEN_READER = { preferences: { accessibility: { screenReader: true } } };
export const LARGEST_TEXT = { preferences: { accessibility: { fontSize: 'xl' } } };
