import type { TemplateRow } from '../../db/tables.ts';
import { findCategories } from '../categories/queries.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { withCategories } from '../transactions/list.ts';
import type { Entry } from '../transactions/present.ts';
import type { TemplateEntry } from './present.ts';
import { nextDate, todayOf } from './progress.ts';
import { findSkipped, findTemplate, findTemplates } from './queries.ts';
import { countOccurrences, findUpcoming } from './series/queries.ts';

/** What is shown at most of what a template has made for the days to come. */
const UPCOMING_MOST = 100;

/** The viewer's templates, in the order they were made. */
export async function listTemplates(context: SignedIn): Promise<TemplateEntry[]> {
  const { db, viewer } = context;
  return withState(context, await findTemplates(db, viewer.id), await countOccurrences(db, viewer.id));
}

/** One template, with its transactions to come. @throws DomainError NOT_FOUND, also for somebody else's */
export async function readTemplate(
  context: SignedIn,
  id: string,
): Promise<{ template: TemplateEntry; upcoming: Entry[] }> {
  const { db, viewer, now } = context;
  const row = await findTemplate(db, viewer.id, id);
  if (!row) throw notFound();
  const range = { templateId: id, after: todayOf(row, now) };
  const upcoming = await findUpcoming(db, viewer.id, range, UPCOMING_MOST);
  return { template: await entryOf(context, row), upcoming: await withCategories(context, upcoming) };
}

/** A template with all that is shown beside it. */
export async function entryOf(context: SignedIn, row: TemplateRow): Promise<TemplateEntry> {
  const counts = await countOccurrences(context.db, row.user_id, row.id);
  const [entry] = await withState(context, [row], counts);
  if (!entry) throw notFound();
  return entry;
}

async function withState(
  { db, viewer, now }: SignedIn,
  rows: TemplateRow[],
  counts: Map<string, number>,
): Promise<TemplateEntry[]> {
  const categories = new Map((await findCategories(db, viewer.id)).map((row) => [row.id, row]));
  const skipped = await findSkipped(db, viewer.id);
  return rows.map((row) => {
    const left = skipped.filter(({ template_id }) => template_id === row.id).map(({ date }) => date);
    return {
      row,
      category: categories.get(row.category_id ?? '') ?? null,
      next: nextDate(row, left, now),
      count: counts.get(row.id) ?? 0,
      skipped: left,
    };
  });
}
