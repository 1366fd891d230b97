export interface AccountChoice {
  id: string;
  name: string;
  /** Whether it can get no new transactions; it is offered only where it is chosen already. */
  isArchived?: boolean;
  isCard?: boolean;
}

/** What offers a choice of accounts; empty for a person who has nothing to choose. */
export interface Choices {
  /** In the person's order, archived ones included. */
  accounts?: AccountChoice[] | undefined;
  /** The account of the transaction that was recorded last: the next one mostly has the same. */
  account?: string | undefined;
}

/** Whether there is more than one account to choose; before that, nothing speaks of accounts. */
export function hasChoice(accounts: readonly AccountChoice[]): boolean {
  return accounts.filter(({ isArchived }) => !isArchived).length > 1;
}

/** The accounts of a list: the open ones, and those that are chosen. */
export function offeredAccounts(
  { accounts = [] }: Choices,
  ...chosen: (string | undefined)[]
): AccountChoice[] {
  return accounts.filter(({ id, isArchived }) => !isArchived || chosen.includes(id));
}
