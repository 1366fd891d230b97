import { DRAFTS } from '../names.ts';

export interface Draft {
  /** When it was last typed, in milliseconds. */
  time: number;
  fields: [string, string][];
  /** The names of those that differed from what the page came with. */
  changed?: string[];
  /** The attempt's idempotency key: sent again with it, nothing is saved twice. */
  key?: string | undefined;
  /** Whether it was sent and no page has followed yet. */
  isSent?: boolean;
}

/** All drafts of a tab: those of one person, by the path of their form. */
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

/** Deletes another person's drafts, and sent ones if the page says that they were saved. `person` may be empty. */
export function forgetStale(person: string, saysSaved: boolean): void {
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
