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

/** The list of the accounts that a page of analytics is about, because its figures are of them alone. */
export const listHref = (page: Page, params: ListParams) =>
  listHrefOf({ ...params, account: accountsIn(page) });

export const rowsHref = (page: Page, dates: { from: string; to: string }, params: ListParams = {}) =>
  rowsHrefOf(dates, { ...params, account: accountsIn(page) });
