import type { PayeeData } from '../api/shapes/transactions.ts';
import { read } from './cached-reads.ts';

/** The payees of the signed-in person, the most used first. @throws ApiError when they cannot be fetched */
export async function loadPayees(): Promise<string[]> {
  const { payees } = await read<{ payees: PayeeData[] }>('transactions', '/transactions/payees');
  return payees.map(({ name }) => name);
}
