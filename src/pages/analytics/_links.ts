import {
  type ListParams,
  listHref as listHrefOf,
  rowsHref as rowsHrefOf,
} from '../transactions/_list/list-address.ts';

type Page = Pick<App.Locals, 'address'>;

/** The accounts that the address of a page of analytics names. A form sends a parameter per choice, a link one of all. */
export function accountsIn({ address }: Page): string | undefined {
  const named = new URLSearchParams(address.split('?')[1]).getAll('account');
  return named.filter(Boolean).join(',') || undefined;
}

/** Links of a page of analytics lead to the accounts that it is about, because its figures are of them alone. */
export function linksOf(page: Page) {
  const account = accountsIn(page);
  return {
    listHref: (params: ListParams) => listHrefOf({ ...params, account }),
    rowsHref: (dates: { from: string; to: string }, params: ListParams = {}) =>
      rowsHrefOf(dates, { ...params, account }),
  };
}
