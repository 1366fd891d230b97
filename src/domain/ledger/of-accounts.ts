import type { Reading } from '../context.ts';
import { couldBeId } from '../id.ts';
import { narrowedTo } from './of-accounts.queries.ts';

export { accountsOf } from './of-accounts.queries.ts';

/** No id is like it. An empty one would read as all accounts (`accountsOf`). */
const NO_ACCOUNT = '-';

/**
 * Reads as if the person had only the transactions of these accounts: months have stored totals by account, days are
 * read from the rows. That may be many, so other answers do not wait for them.
 * @param account comma-separated ids, as in the list; ids of no account of theirs match nothing
 */
export function ofAccounts<Context extends Reading>(context: Context, account: string | undefined): Context {
  if (account === undefined) return context;
  const known = [...new Set(account.split(','))].filter(couldBeId);
  const ids = known.length > 0 ? known : [NO_ACCOUNT];
  const db = narrowedTo(context.scanDb, context.viewer.id, ids);
  return { ...context, db, scanDb: db };
}
