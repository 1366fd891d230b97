import { presentCategory } from '../categories/present.ts';
import { countByCategory, findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { findDeviceTimes } from '../devices/queries.ts';
import { presentTemplate } from '../recurring/present.ts';
import { listTemplates } from '../recurring/read.ts';
import { presentRestriction } from '../restrictions/present.ts';
import { findAllRestrictions } from '../restrictions/queries.ts';
import { listSessions } from '../sessions/list.ts';
import { presentTransaction } from '../transactions/present.ts';
import { findFollowing } from '../transactions/queries.ts';
import { findPictureOf } from './picture/queries.ts';
import { findMailedLinks, findUser } from './queries.ts';
import { readProfile } from './read-profile.ts';

const AT_ONCE = 500;

/**
 * Everything that is kept about the viewer, as pieces of one JSON text: the account and what is known of it, recurring
 * templates, categories and transactions as answers of the API have them. A long history is never in memory whole.
 */
export async function* exportAccount(context: SignedIn): AsyncGenerator<string> {
  const { db, viewer, now, locale } = context;
  const categories = await findCategories(db, viewer.id);
  const counts = await countByCategory(db, viewer.id);
  const head = {
    exported_at: now.toISOString(),
    ...(await accountOf(context)),
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

// Of links and devices only what the person can know of them: who holds their marks could use or recognise them.
async function accountOf(context: SignedIn) {
  const { db, viewer } = context;
  const row = await findUser(db, viewer.id);
  return {
    user: await readProfile(context),
    google_id: row?.google_id ?? null,
    profile_picture: await pictureOf(context),
    restrictions: (await findAllRestrictions(db, viewer.id)).map(({ created_at, ...restriction }) => ({
      ...presentRestriction(restriction),
      created_at,
    })),
    sessions: await listSessions(context),
    known_devices: await findDeviceTimes(db, viewer.id),
    mailed_links: await findMailedLinks(db, viewer.id),
  };
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
