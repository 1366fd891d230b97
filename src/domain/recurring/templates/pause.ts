import { plusDays } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { type Ledger, newDeletion } from '../../ledger/ledger.ts';
import type { Deletion } from '../../ledger/removed.ts';
import { trashArchived, trashTemplate } from '../../ledger/trash.queries.ts';
import { nextVersion, requireSeen } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { deleteOccurrences } from '../generation/write-occurrences.ts';
import { findOccurrences, findSkippedDates } from '../occurrences/occurrences.queries.ts';
import { localToday, statusOf } from '../schedule/status.ts';
import { requireOpenAccounts } from './destination.ts';
import type { Template } from './phases.ts';
import { requireTemplate, withTemplate } from './read.ts';
import { findTemplates, saveTemplate } from './templates.queries.ts';

interface Paused {
  template: Template;
  removed: number;
  /** The id that undoes the pause and restores the occurrences; null if the template was already paused. */
  undoId: string | null;
}

/** Pauses a template and deletes its upcoming occurrences. @throws DomainError NOT_FOUND */
export function pauseTemplate(context: Writing, id: string): Promise<Paused> {
  return withTemplate(context, id, (ledger, template) => pause(ledger, template, context.now));
}

/**
 * Pauses again what was resumed by mistake, and deletes what that generated for today too.
 * @param resumed the version that was resumed
 * @throws DomainError NOT_FOUND, CONFLICT
 */
export function undoResume(context: Writing, id: string, resumed: string): Promise<Paused> {
  return withTemplate(context, id, (ledger, template) => {
    requireSeen(template, resumed);
    return pause(ledger, template, context.now, newDeletion(context.now), resumed);
  });
}

/**
 * As `pauseTemplate`, within a database transaction that holds the person's revision.
 * @param since an instant: occurrences of today that were generated after it are deleted too
 */
export async function pause(
  ledger: Ledger,
  before: Template,
  now: Date,
  deletion: Deletion = newDeletion(now),
  since?: string,
): Promise<Paused> {
  const today = localToday(before, now);
  const range = { templateId: before.id, after: plusDays(today, -1) };
  const upcoming = (await findOccurrences(ledger.tx, before.user_id, range)).filter(
    ({ date, created_at }) => date > today || (since !== undefined && created_at >= since),
  );
  if (before.is_active === 0 && upcoming.length === 0) return { template: before, removed: 0, undoId: null };
  const paused = { ...before, is_active: 0, updated_at: nextVersion(before, now) };
  const template = withProgress(paused, before.generated_until);
  await saveTemplate(ledger.tx, template);
  const skipped = await findSkippedDates(ledger.tx, before.user_id, before.id);
  await trashTemplate(ledger, { template: before, skipped }, deletion);
  const removed = await deleteOccurrences(ledger, upcoming, deletion);
  return { template, removed: removed.length, undoId: deletion.id };
}

/**
 * Pauses all series of an account that is archived, until they are resumed.
 * @returns how many, and the id that undoes it, which also reopens the account
 */
export async function pauseSeriesOf(
  ledger: Ledger,
  account: string,
  now: Date,
): Promise<{ paused: number; undoId: string }> {
  const deletion = newDeletion(now);
  await trashArchived(ledger, account, deletion);
  const done: Template[] = [];
  for (const before of await findTemplatesIn(ledger, account)) {
    const { template, undoId } = await pause(ledger, before, now, deletion);
    if (undoId !== null) done.push(template);
  }
  const paused = done.filter((template) => statusOf(template, now) === 'paused').length;
  return { paused, undoId: deletion.id };
}

/** How many series of an account are paused. */
export async function countPausedIn(ledger: Ledger, account: string, now: Date): Promise<number> {
  const templates = await findTemplatesIn(ledger, account);
  return templates.filter((template) => statusOf(template, now) === 'paused').length;
}

async function findTemplatesIn({ tx, userId }: Ledger, account: string): Promise<Template[]> {
  const templates = await findTemplates(tx, userId);
  return templates.filter(({ account_id, account_to }) => [account_id, account_to].includes(account));
}

/** Resumes a template from today; the dates of the pause stay without occurrences. @throws DomainError NOT_FOUND */
export function resumeTemplate(
  context: Writing,
  id: string,
): Promise<{ template: Template; generated: number }> {
  return withTemplate(context, id, (ledger, template) => resume(ledger, template, context.now));
}

/** As `resumeTemplate`, within a database transaction that holds the person's revision. */
export async function resume(
  ledger: Ledger,
  before: Template,
  now: Date,
): Promise<{ template: Template; generated: number }> {
  if (before.is_active === 1) return generateOne(ledger, before, now);
  await requireOpenAccounts(ledger, before);
  const active = {
    ...before,
    is_active: 1,
    generated_until: plusDays(localToday(before, now), -1),
    updated_at: nextVersion(before, now),
  };
  await saveTemplate(ledger.tx, active);
  return generateOne(ledger, active, now);
}

async function generateOne(ledger: Ledger, template: Template, now: Date) {
  const { rows, templates } = await generate(ledger, [template], now);
  return { template: templates[0] ?? template, generated: rows.length };
}

/** @throws DomainError NOT_FOUND */
export async function readPauseImpact(
  context: Reading,
  id: string,
): Promise<{ removed: number; edited: number }> {
  const { db, viewer, now } = context;
  const row = await requireTemplate(context, id);
  const upcoming = await findOccurrences(db, viewer.id, { templateId: id, after: localToday(row, now) });
  return { removed: upcoming.length, edited: upcoming.filter(({ is_detached }) => is_detached === 1).length };
}
