import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import type { Mailing, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import { type Attempt, idempotent } from '../idempotency/idempotent.ts';
import { addApiToken, apiTokenSecret, type ListedApiToken, listApiTokens } from '../sessions/api-tokens.ts';
import type { ApiTokenInput } from '../sessions/schema.ts';
import { notify } from './emails/mails.ts';
import { confirmOwnPassword, lockConfirmed } from './passwords/confirm.ts';

interface NewApiToken {
  token: ListedApiToken;
  secret: string;
}

type Input = ApiTokenInput & { password: string };

/**
 * Makes a token for a program of the viewer, and mails a notice of it.
 * @throws DomainError as `confirmOwnPassword` and `addApiToken`
 */
export async function createApiToken(context: Writing & Mailing, input: Input): Promise<NewApiToken> {
  const user = await confirmOwnPassword(context, input.password);
  const added = await addAlone(context, user, input);
  notifyOf(context, user, added.token);
  return added;
}

/**
 * As `createApiToken`, once per key: only the token as listed is stored with it, and the secret is made again.
 * @throws IdempotencyConflict (409), NOT_FOUND (404) for one that was revoked since, and as `createApiToken`
 */
export async function createApiTokenOnce(
  context: Writing & Mailing,
  input: Input,
  attempt: Attempt,
): Promise<NewApiToken & { replayed: boolean }> {
  const user = await confirmOwnPassword(context, input.password);
  const { text, replayed } = await idempotent(context, attempt, async (inside) => {
    const { token } = await addAlone(inside, user, input, attempt.key);
    return { status: 201, text: JSON.stringify(token) };
  });
  const token: ListedApiToken = JSON.parse(text);
  if (!replayed) notifyOf(context, user, token);
  else if (!(await listApiTokens(context)).some(({ id }) => id === token.id)) throw notFound();
  return { token, secret: apiTokenSecret(context, token.id, attempt.key), replayed };
}

// One after the other: each counts those before it.
function addAlone(context: Writing, user: UserRow, input: Input, key?: string): Promise<NewApiToken> {
  return inTransaction(context.db, async (tx) => {
    await lockConfirmed(context, tx, user);
    return addApiToken({ ...context, db: tx }, tx, input, key);
  });
}

function notifyOf(context: Mailing, user: UserRow, { name }: ListedApiToken): void {
  notify(context, user, 'tokenCreated', { facts: { token: name } });
}
