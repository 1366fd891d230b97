import type { Currency } from '../../../i18n/currencies.ts';

export interface AccountChoice {
  id: string;
  name: string;
  /** Where it is another than the person's. */
  currency?: Currency;
  /** Whether it can get no new transactions; it is offered only where it is chosen already. */
  isArchived?: boolean;
  isCard?: boolean;
}

/** What offers a choice of accounts; empty for a person who has nothing to choose. */
export interface Choices {
  /** In the person's order, archived ones included. */
  accounts?: AccountChoice[] | undefined;
  /** The account of the expense that was recorded last in the person's currency: the next one mostly has it. */
  account?: string | undefined;
  /** That of most incomes, where it is another one: money seldom comes to the card that one pays with. */
  incomeAccount?: string | undefined;
  /** The currency of the only account, where it is another than the person's. */
  onlyCurrency?: Currency;
  /** Whether the form shows what is left of the category's budget. */
  budgets?: true;
}

/** Whether there is more than one account to choose; before that, nothing speaks of accounts. */
export function hasChoice(accounts: readonly AccountChoice[]): boolean {
  return accounts.filter(({ isArchived }) => !isArchived).length > 1;
}

/** The currency of an account, in which its amounts are written. */
export function currencyIn(
  { accounts, onlyCurrency, currency }: Choices & { currency: Currency },
  accountId: string | undefined,
): Currency {
  return (accounts ? accounts.find(({ id }) => id === accountId)?.currency : onlyCurrency) ?? currency;
}

/** The account that a new expense or income has by itself. */
export const usualAccount = ({ account, incomeAccount }: Choices, type: string | undefined) =>
  (type === 'income' && incomeAccount) || account;

/** The accounts of a list: the open ones, and those that are chosen. */
export function offeredAccounts(
  { accounts = [] }: Choices,
  ...chosen: (string | undefined)[]
): AccountChoice[] {
  return accounts.filter(({ id, isArchived }) => !isArchived || chosen.includes(id));
}
