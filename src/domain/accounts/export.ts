import { presentCategory } from '../categories/present.ts';
import { countByCategory, findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { presentTemplate } from '../recurring/present.ts';
import { listTemplates } from '../recurring/read.ts';
import { listSessions } from '../sessions/list.ts';
import { presentTransaction } from '../transactions/present.ts';
import { findFollowing } from '../transactions/queries.ts';
import { findPictureOf } from './picture/queries.ts';
import { readProfile } from './read-profile.ts';

const AT_ONCE = 500;

/**
 * Everything that is kept about the viewer, as pieces of one JSON text: the account, its picture, where it is signed
 * in, recurring templates, categories and transactions as answers of the API have them. A long history is never in memory whole.
 */
export async function* exportAccount(context: SignedIn): AsyncGenerator<string> {
  const { db, viewer, now, locale } = context;
  const categories = await findCategories(db, viewer.id);
  const counts = await countByCategory(db, viewer.id);
  const head = {
    exported_at: now.toISOString(),
    user: await readProfile(context),
    profile_picture: await pictureOf(context),
    sessions: await listSessions(context),
    recurring_templates: (await listTemplates(context)).map((entry) => presentTemplate(entry, locale)),
    categories: categories.map((row) => presentCategory(row, locale, counts.get(row.id) ?? 0)),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "transactions": [`;
  const byId = new Map(categories.map((row) => [row.id, row]));
  let separator = '\n';
  for await (const row of transactionsOf(context)) {
    const category = byId.get(row.category_id ?? '') ?? null;
    yield `${separator}    ${JSON.stringify(presentTransaction({ row, category }, locale))}`;
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}

// Text cannot hold a file's bytes but as base64.
async function pictureOf({ db, viewer }: SignedIn) {
  const bytes = await findPictureOf(db, viewer.id);
  return bytes ? { type: 'image/webp', base64: Buffer.from(bytes).toString('base64') } : null;
}

// By id, which never changes: a row that moves to another day meanwhile is neither missed nor met twice.
async function* transactionsOf({ db, viewer }: SignedIn) {
  let after = '';
  for (;;) {
    const rows = await findFollowing(db, viewer.id, after, AT_ONCE);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? '';
  }
}
