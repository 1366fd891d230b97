import type { Reading } from '../context.ts';
import { listTransactions } from '../transactions/list/list.ts';
import type { ExportInput } from './schema.ts';

/** A year, or the part of one that a filter reaches: its first and last local calendar date. */
export interface ExportYear {
  year: string;
  from: string;
  to: string;
}

/** The years of what a filter matches, the latest first: for what is too much at once. */
export async function yearsOfExport(context: Reading, input: ExportInput): Promise<ExportYear[]> {
  const edge = async (order: 'asc' | 'desc') => {
    const query = { ...input, sort: 'date' as const, order, page: 1, limit: 1, cursor: undefined };
    const { entries } = await listTransactions(context, query);
    return entries[0]?.row.date;
  };
  const [first, last] = [await edge('asc'), await edge('desc')];
  if (!first || !last) return [];
  const years: ExportYear[] = [];
  for (let year = Number(last.slice(0, 4)); year >= Number(first.slice(0, 4)); year -= 1) {
    const [from = ''] = [`${year}-01-01`, first].sort().reverse();
    const [to = ''] = [`${year}-12-31`, last].sort();
    years.push({ year: String(year), from, to });
  }
  return years;
}
