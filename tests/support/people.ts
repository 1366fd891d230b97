import { outboxMessageTo, tokenIn } from './mailbox.ts';
import type { RunningServer } from './server.ts';

export interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  accessToken: string;
  refreshToken: string;
  /** The `Set-Cookie` headers of the sign-in. */
  cookies: string[];
}

interface Answer {
  success: boolean;
  data: {
    user?: { id: string };
    requiresVerification?: boolean;
    accessToken?: string;
    refreshToken?: string;
  };
}

let counter = 0;

/**
 * Registers somebody through the API, verifies the address by the link in the mail, and signs in.
 * The first person of a server becomes its super admin. `profile` is written afterwards, in the API's fields.
 */
export async function createPerson(
  server: RunningServer,
  profile: Record<string, unknown> = {},
): Promise<Person> {
  counter += 1;
  const typed = {
    firstName: 'Noa',
    lastName: 'Levi',
    email: `noa.${process.pid}.${counter}@example.org`,
    password: 'Korrekt-Pferd-9',
  };
  const { body } = await call(server, 'POST', '/users/register', { ...typed, acceptedTerms: true });
  if (body.data.requiresVerification) {
    const token = tokenIn(await outboxMessageTo(server.dataDir, typed.email), 'verify-email');
    await call(server, 'POST', '/users/verify-email', { token });
  }
  const person = { ...typed, id: body.data.user?.id ?? '', ...(await signIn(server, typed)) };
  if (Object.keys(profile).length > 0) {
    await call(server, 'PUT', '/users/profile', profile, { authorization: `Bearer ${person.accessToken}` });
  }
  return person;
}

type Tokens = Pick<Person, 'accessToken' | 'refreshToken' | 'cookies'>;

/** Starts a new session of somebody who is registered. */
export async function signIn(
  server: RunningServer,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Tokens> {
  const { body, headers } = await call(server, 'POST', '/users/login', { email, password });
  const { accessToken = '', refreshToken = '' } = body.data;
  return { accessToken, refreshToken, cookies: headers.getSetCookie() };
}

async function call(
  server: RunningServer,
  method: string,
  path: string,
  content: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<{ body: Answer; headers: Headers }> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return { body: JSON.parse(text) as Answer, headers: response.headers };
}
