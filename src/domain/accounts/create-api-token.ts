import { inTransaction } from '../../db/transact.ts';
import type { Mailing, Writing } from '../context.ts';
import { addApiToken, type ListedApiToken } from '../sessions/api-tokens.ts';
import type { ApiTokenInput } from '../sessions/schema.ts';
import { notify } from './emails/mails.ts';
import { confirmOwnPassword } from './passwords/confirm.ts';

/**
 * Makes a token for a program of the viewer, and mails a notice of it.
 * @throws DomainError as `confirmOwnPassword` and `addApiToken`
 */
export async function createApiToken(
  context: Writing & Mailing,
  { password, ...input }: ApiTokenInput & { password: string },
): Promise<{ token: ListedApiToken; secret: string }> {
  const user = await confirmOwnPassword(context, password);
  const added = await inTransaction(context.db, (tx) => addApiToken({ ...context, db: tx }, tx, input));
  notify(context, user, 'tokenCreated', { facts: { token: added.token.name } });
  return added;
}
