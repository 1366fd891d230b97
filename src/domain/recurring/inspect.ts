import type { TemplateRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { withCategories } from '../transactions/list.ts';
import type { Entry } from '../transactions/present.ts';
import { type Coming, listComing } from './coming.ts';
import { type Extent, findMade, measureOccurrences } from './outlook/queries.ts';
import { type ManagedTemplate, managed } from './overview.ts';
import { todayOf } from './progress.ts';
import { findTemplate } from './queries.ts';
import { entryOf } from './read.ts';
import type { SCOPES_OF_REMOVAL } from './schema.ts';
import { findOccurrences } from './series/queries.ts';

/** What is shown of what a template has made. */
const MADE_SHOWN = 10;

/** One template as its owner manages it, without its transactions. @throws DomainError NOT_FOUND */
export async function readManaged(context: SignedIn, id: string): Promise<ManagedTemplate> {
  return managed(await entryOf(context, await requireTemplate(context, id)), context.now);
}

/** One template with what is to come of it and the latest that it has made. @throws DomainError NOT_FOUND */
export async function inspectTemplate(
  context: SignedIn,
  id: string,
): Promise<{ template: ManagedTemplate; coming: Coming[]; made: Entry[] }> {
  const { db, viewer, now } = context;
  const template = await readManaged(context, id);
  const today = todayOf(template.row, now);
  const made = await findMade(db, viewer.id, { templateId: id, until: today }, MADE_SHOWN);
  return {
    template,
    coming: await listComing(context, id),
    // What was moved ahead is still to come.
    made: await withCategories(
      context,
      made.filter(({ date }) => date <= today),
    ),
  };
}

/** What each way to delete a template would take of its transactions. @throws DomainError NOT_FOUND */
export async function measureRemoval(
  context: SignedIn,
  id: string,
): Promise<Record<(typeof SCOPES_OF_REMOVAL)[number], Extent>> {
  const { db, viewer, now } = context;
  const row = await requireTemplate(context, id);
  const ahead = await measureOccurrences(db, viewer.id, { templateId: id, after: todayOf(row, now) });
  return { template: ahead, future: ahead, all: await measureOccurrences(db, viewer.id, { templateId: id }) };
}

/** What stopping a template would take, and how much of that somebody has edited. @throws DomainError NOT_FOUND */
export async function measureStop(
  context: SignedIn,
  id: string,
): Promise<{ removed: number; edited: number }> {
  const { db, viewer, now } = context;
  const row = await requireTemplate(context, id);
  const ahead = await findOccurrences(db, viewer.id, { templateId: id, after: todayOf(row, now) });
  return { removed: ahead.length, edited: ahead.filter(({ is_detached }) => is_detached === 1).length };
}

async function requireTemplate({ db, viewer }: SignedIn, id: string): Promise<TemplateRow> {
  const row = await findTemplate(db, viewer.id, id);
  if (!row) throw notFound();
  return row;
}
