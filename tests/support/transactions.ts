import type { Person } from './people.ts';
import type { RunningServer } from './server.ts';

export interface Recorded {
  id: string;
  type: 'expense' | 'income';
  amount: number;
  description: string;
  date: string;
}

/** Creates transactions through the API, one after another, in the API's field names. */
export async function record(
  server: RunningServer,
  { accessToken }: Pick<Person, 'accessToken'>,
  transactions: Record<string, unknown>[],
): Promise<Recorded[]> {
  const recorded: Recorded[] = [];
  for (const transaction of transactions) {
    const response = await fetch(`${server.url}/api/v1/transactions/transaction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ type: 'expense', ...transaction }),
    });
    if (response.status !== 201) throw new Error(`A transaction was answered by ${await response.text()}`);
    const { data } = (await response.json()) as { data: { transaction: Recorded } };
    recorded.push(data.transaction);
  }
  return recorded;
}

/** Creates a recurring template through the API, by default an expense; returns its id. */
export async function repeat(
  server: RunningServer,
  { accessToken }: Pick<Person, 'accessToken'>,
  template: Record<string, unknown>,
): Promise<string> {
  const response = await fetch(`${server.url}/api/v1/transactions/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ type: 'expense', ...template }),
  });
  if (response.status !== 201) throw new Error(`A template was answered by ${await response.text()}`);
  const { data } = (await response.json()) as { data: { template: { id: string } } };
  return data.template.id;
}

/** The ids of the transactions of a template, by date. */
export async function occurrencesOf(
  server: RunningServer,
  { accessToken }: Pick<Person, 'accessToken'>,
  templateId: string,
): Promise<string[]> {
  const response = await fetch(
    `${server.url}/api/v1/transactions?status=any&recurring=true&order=asc&limit=200`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  );
  const { data } = (await response.json()) as {
    data: { transactions: (Recorded & { template_id: string })[] };
  };
  return data.transactions.filter(({ template_id }) => template_id === templateId).map(({ id }) => id);
}

/** The number of a person's transactions of any date. */
export async function countTransactions(
  server: RunningServer,
  { accessToken }: Pick<Person, 'accessToken'>,
): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/transactions?status=any&limit=1`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { data } = (await response.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
}
