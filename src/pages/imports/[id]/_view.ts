import type { AstroGlobal } from 'astro';
import { type ImportState, LINE_ORDERS } from '../../../domain/bank-files/read-imports.ts';
import { STATES } from '../../../domain/bank-files/schema.ts';
import { pageIn } from '../../../domain/pagination.ts';

export const UNCATEGORISED = 'uncategorised';

/** Whose rows are shown: those of a state, those without a category, or all. */
export type Tab = (typeof STATES)[number] | typeof UNCATEGORISED | undefined;

export function tabOf(text: string | null): Tab {
  return text === UNCATEGORISED ? text : STATES.find((state) => state === text);
}

export type ImportView = ReturnType<typeof viewOf>;

/** The rows that the address of an import's page shows, and the answers that it or a sent form has. */
export function viewOf({ url, locals, params }: AstroGlobal, { counts }: ImportState) {
  const { searchParams } = url;
  const { form } = locals;
  const here = `/imports/${params.id}`;
  const first = STATES.find((state) => ['new', 'probable', 'transfer'].includes(state) && counts[state]);
  const asked = searchParams.get('state');
  const tab: Tab = asked === 'all' ? undefined : (tabOf(asked) ?? first);
  const page = pageIn(searchParams);
  const search = searchParams.get('q') ?? '';
  const order = LINE_ORDERS.find((each) => each === searchParams.get('order')) ?? 'file';
  /** Whether what the account has is counted in the first one: yes or no, once it is answered. */
  const part = form?.get('part')?.toString() ?? searchParams.get('part');
  /** Whether the bills of a card were paid: all, those up to the end of what the bank's files cover (known), or none (open). */
  const bills = form?.get('bills')?.toString() ?? searchParams.get('bills');
  /** What is to become of the opening balance: bank or stay, once it is answered. */
  const opens = form?.has('asked')
    ? (form.get('opening')?.toString() ?? 'stay')
    : searchParams.get('opening');

  /** A view of this import's rows, or a page of it, searched and ordered as they are now or as they were sent. */
  function addressOf(of: Tab, number = 1): string {
    const q = (form?.get('q')?.toString() ?? search).trim().slice(0, 200);
    const sort = form?.get('order')?.toString() ?? order;
    const query = new URLSearchParams({
      state: of ?? 'all',
      ...(q && { q }),
      ...(sort !== 'file' && { order: sort }),
      ...(opens && { opening: opens }),
      ...(part && { part }),
      ...(bills && { bills }),
      ...(number > 1 && { page: String(number) }),
    });
    return `${here}?${query}`;
  }
  const isAsSent = () => (form?.get('q') ?? search) === search && (form?.get('order') ?? order) === order;

  return {
    ...{ here, tab, page, search, order, part, bills, opens, addressOf, isAsSent },
    state: tab === UNCATEGORISED ? undefined : tab,
    thisPage: () => addressOf(tab, isAsSent() ? page : 1),
  };
}
