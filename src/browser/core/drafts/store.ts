import { DRAFTS } from '../names.ts';

/** What was typed into a form and is not saved. */
export interface Draft {
  /** When it was typed last, in milliseconds. */
  time: number;
  fields: [string, string][];
  /** The key of the attempt: sent again with it, nothing is saved twice. */
  key?: string | undefined;
  /** Whether it was sent, and no page has followed yet. */
  isSent?: boolean;
}

/** All drafts of a tab: of one person, by the path at which their form is. */
interface Stored {
  person: string;
  at: Record<string, Draft>;
}

export function draftAt(path: string): Draft | undefined {
  return read()?.at[path];
}

export function storeDraft(person: string, path: string, draft: Draft): void {
  write({ person, at: { ...read()?.at, [path]: draft } });
}

/** Deletes the draft of a form: it was saved, or discarded. */
export function forgetDraft(path: string): void {
  const stored = read();
  if (!stored?.at[path]) return;
  delete stored.at[path];
  write(stored);
}

export function noteSent(path: string): void {
  const stored = read();
  if (!stored?.at[path]) return;
  stored.at[path].isSent = true;
  write(stored);
}

/**
 * Brings the drafts up to date with the page that is shown: those of somebody else are deleted, and what was sent last, if
 * the page says that it was saved. A page of nobody, such as the one that waits for the server, changes nothing.
 */
export function settleDrafts(person: string, saysSaved: boolean): void {
  const stored = read();
  if (!stored) return;
  if (person && person !== stored.person) stored.at = {};
  for (const [path, draft] of Object.entries(stored.at)) {
    if (draft.isSent && saysSaved) delete stored.at[path];
    else draft.isSent = false;
  }
  write(stored);
}

function read(): Stored | null {
  return JSON.parse(sessionStorage.getItem(DRAFTS) ?? 'null');
}

function write(stored: Stored): void {
  if (Object.keys(stored.at).length > 0) sessionStorage.setItem(DRAFTS, JSON.stringify(stored));
  else sessionStorage.removeItem(DRAFTS);
}
