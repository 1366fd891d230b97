import type { Toast } from '../browser/core/notices/toast.ts';

/** What an act in the dialog has done. */
export interface Outcome {
  text: string;
  /** Of a deletion or a change, which can be undone. */
  undoId?: string | null | undefined;
  /** The recurring template that was deleted too. */
  template?: string | null | undefined;
  /** The transaction that was added, which can be taken back. */
  added?: Toast['added'];
  /** The address of the row that has the focus afterwards instead of what had it before. */
  row?: string | undefined;
  /** A further notice about it, if there is something to say. */
  later?: Promise<Toast | undefined> | undefined;
  /** Whether the dialog itself says it; a notice that undoes it comes after that, and says it to nobody again. */
  isSaid?: boolean | undefined;
  /** Whether the dialog says it for a shorter moment. */
  isBrief?: boolean | undefined;
  /** How far the page was scrolled, to which undoing it returns. */
  scrolled?: number | undefined;
  /** Whether it waits on this device: nothing else on the page has changed. */
  isKept?: boolean | undefined;
}
