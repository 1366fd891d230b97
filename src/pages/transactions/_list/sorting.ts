import { type Given, listHref, naturalOrder, type Order, type Sort } from './list-address.ts';

export type { Sort } from './list-address.ts';

/** The order of a table, and the addresses of the others. */
export interface Sorting {
  sort: Sort;
  order: Order;
  /** The address of the list sorted by a column; for the current column, in reverse order. */
  href: (by: Sort) => string;
}

const FIRST: Record<Sort, Order> = { date: 'desc', amount: 'desc', description: 'asc', category: 'asc' };

/** The orders of a list. */
export function sortingOf(given: Given): Sorting {
  const sort = (given.sort ?? 'date') as Sort;
  const order = (given.order ?? naturalOrder(given.status, sort)) as Order;
  return {
    sort,
    order,
    href(by) {
      const next = by === sort ? (order === 'asc' ? 'desc' : 'asc') : FIRST[by];
      const goesWithoutSaying = by === 'date' && next === naturalOrder(given.status, by);
      return listHref(
        given,
        goesWithoutSaying ? { sort: undefined, order: undefined } : { sort: by, order: next },
      );
    },
  };
}

/** The value of `aria-sort` for a column. */
export function ariaSort(sorting: Sorting | undefined, by: Sort): 'ascending' | 'descending' | undefined {
  if (sorting?.sort !== by) return undefined;
  return sorting.order === 'asc' ? 'ascending' : 'descending';
}
