import type { DraftsKey } from './store.ts';

const KEY: DraftsKey = 'drafts';

/** Offers what was typed in this tab and lost. */
export function startDrafts(): void {
  if (sessionStorage.getItem(KEY)) loadDrafts();
}

/** Loads what stores the values that are typed, and offers those that were lost. */
export function loadDrafts(): void {
  import('./follow.ts').catch(() => {});
}

/** Loads what keeps the values that a guest types. */
export function loadKeepTyped(): void {
  import('./keep-typed.ts').catch(() => {});
}
