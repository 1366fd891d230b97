import { listCategories } from '../categories/list.ts';
import type { SignedIn } from '../context.ts';
import { listTemplates, presentTemplate } from '../recurring/templates/read-templates.ts';
import { listRestrictions } from '../restrictions/read.ts';
import { listKnownDevices } from '../sessions/known-devices.ts';
import { listSessions } from '../sessions/list.ts';
import { presentTransaction } from '../transactions/present.ts';
import { readAllTransactions } from '../transactions/read-all.ts';
import { findMailedLinks, findUser } from './accounts.queries.ts';
import { findPictureOf } from './picture/picture.queries.ts';
import { readProfile } from './profile.ts';

/**
 * Everything that is kept about the viewer, as pieces of one JSON text: the account and what is known of it, recurring
 * templates, categories and transactions as answers of the API have them. A long history is never in memory whole.
 */
export async function* exportAccount(context: SignedIn): AsyncGenerator<string> {
  const { now, locale } = context;
  const head = {
    exported_at: now.toISOString(),
    ...(await accountOf(context)),
    recurring_templates: (await listTemplates(context)).map((entry) => presentTemplate(entry, locale)),
    categories: await listCategories(context, { hidden: true, archived: true }),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "transactions": [`;
  let separator = '\n';
  for await (const entry of readAllTransactions(context)) {
    yield `${separator}    ${JSON.stringify(presentTransaction(entry, locale))}`;
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
    restrictions: await listRestrictions(context),
    sessions: await listSessions(context),
    known_devices: await listKnownDevices(context),
    mailed_links: await findMailedLinks(db, viewer.id),
  };
}

// Text cannot hold a file's bytes but as base64.
async function pictureOf({ db, viewer }: SignedIn) {
  const bytes = await findPictureOf(db, viewer.id);
  return bytes ? { type: 'image/webp', base64: Buffer.from(bytes).toString('base64') } : null;
}
