interface Charged {
  amount: number;
  account_amount: number | null;
}

/** What the account was charged, or got: in its currency, in minor units; `amount` is its worth in the person's. */
export function chargedAmount({ amount, account_amount }: Charged): number {
  return account_amount ?? amount;
}

/** The same with its sign: what it adds to the balance of the account. */
export function signedCharge(row: Charged & { type: 'income' | 'expense' }): number {
  return row.type === 'income' ? chargedAmount(row) : -chargedAmount(row);
}
