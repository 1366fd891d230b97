import { recordOwn } from '../activity/record.ts';
import { listCategories } from '../categories/list.ts';
import type { SignedIn } from '../context.ts';
import { inSlot } from '../export/slots.ts';
import { presentOnboarding, readOnboarding } from '../onboarding/onboarding.ts';
import { listTemplates, presentTemplate } from '../recurring/templates/read-templates.ts';
import { listRestrictions } from '../restrictions/read.ts';
import { listKnownDevices } from '../sessions/known-devices.ts';
import { listSessions } from '../sessions/list.ts';
import { presentTransaction } from '../transactions/present.ts';
import { readAllTransactions } from '../transactions/read-all.ts';
import { findMailedLinks, findUser } from './accounts.queries.ts';
import { listConsents } from './consent/consents.ts';
import { findPictureOf } from './picture/picture.queries.ts';
import { readProfile } from './profile.ts';

/**
 * Everything that is stored about the viewer, as pieces of one JSON text: the account and its settings, then recurring
 * templates, categories and transactions as in answers of the API. A long history is never in memory as a whole.
 * @throws DomainError RATE_LIMITED (429) from the first piece, while two other exports of the viewer are being sent
 */
export function exportAccount(context: SignedIn): AsyncGenerator<string> {
  return inSlot(context.viewer.id, () => writeAccount(context));
}

async function* writeAccount(context: SignedIn): AsyncGenerator<string> {
  const { now, locale } = context;
  await recordOwn(context, 'exported');
  const head = {
    exported_at: now.toISOString(),
    ...(await accountOf(context)),
    recurring_templates: (await listTemplates(context)).map((entry) => presentTemplate(entry, locale)),
    categories: await listCategories(context, { hidden: true, archived: true }),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "transactions": [`;
  let separator = '\n';
  for await (const entries of readAllTransactions(context)) {
    const rows = entries.map((entry) => `    ${JSON.stringify(presentTransaction(entry, locale))}`);
    if (rows.length > 0) yield separator + rows.join(',\n');
    separator = ',\n';
  }
  yield '\n  ]\n}\n';
}

// Without the hashes of links and devices, by which they could be used or recognised.
async function accountOf(context: SignedIn) {
  const { db, viewer } = context;
  const row = await findUser(db, viewer.id);
  return {
    user: await readProfile(context),
    setup_guide: presentOnboarding(await readOnboarding(context)),
    google_id: row?.google_id ?? null,
    profile_picture: await pictureOf(context),
    restrictions: await listRestrictions(context),
    sessions: await listSessions(context),
    consents: await listConsents(context),
    known_devices: await listKnownDevices(context),
    mailed_links: await findMailedLinks(db, viewer.id),
  };
}

// JSON can hold the bytes of a file only as base64.
async function pictureOf({ db, viewer }: SignedIn) {
  const bytes = await findPictureOf(db, viewer.id);
  return bytes ? { type: 'image/webp', base64: Buffer.from(bytes).toString('base64') } : null;
}
