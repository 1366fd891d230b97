import type { Reading } from '../context.ts';
import { totalOf } from '../ledger/figures.ts';
import { listTransactions } from '../transactions/list/list.ts';
import type { Entry } from '../transactions/present.ts';
import { transactionOf } from './document.ts';
import { chosenOf, csvLines } from './entry-text.ts';
import { standardFields } from './fields.ts';
import type { ExportInput } from './schema.ts';

function jsonLine({ viewer, locale }: Reading, input: ExportInput) {
  const { fields } = input;
  return (entry: Entry) => {
    const unshown = { occurrence_date: entry.row.template_id && entry.row.date, is_detached: null };
    const row = { ...entry.row, ...unshown, user_id: '', search_text: '', order_key: '' };
    const values = fields
      ? chosenOf(entry, { ...input, fields }, viewer, locale)
      : transactionOf({ ...entry, row }, locale);
    return `    ${JSON.stringify(values)},\n`;
  };
}

/** The transactions by which the size of all is estimated. */
const SAMPLE = 50;

/**
 * The size of an empty PDF, mostly fonts, and what each transaction and letter adds. Letters from right to left are
 * written twice, the second time for screen readers.
 */
const PDF_BYTES = 50_000;
const PDF_BYTES_EACH = 600;
const PDF_BYTES_A_LETTER = { ascii: 1.1, other: 7.6 };

function pdfBytes({ row, category }: Entry): number {
  const { description, merchant_name, notes } = row;
  const text = [description, merchant_name, category?.name, notes].join('');
  const others = text.replaceAll(/[\0-\x7f]+/g, '').length;
  const { ascii, other } = PDF_BYTES_A_LETTER;
  return PDF_BYTES_EACH + (text.length - others) * ascii + others * other;
}

/** The number of transactions, how many of them are after today, and the estimated bytes of each format. */
export async function measureExport(context: Reading, input: ExportInput) {
  const { entries, figures } = await listTransactions(context, {
    ...input,
    includeTransfers: true,
    page: 1,
    limit: SAMPLE,
    cursor: undefined,
  });
  const ahead = await countAhead(context, input);
  const inLanguage = { ...context, locale: input.language ?? context.locale };
  const fields = input.fields ?? (await standardFields(context));
  const estimated = (bytesOf: (entry: Entry) => number) => {
    const size = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    return entries.length === 0 ? 0 : Math.ceil((size / entries.length) * totalOf(figures));
  };
  const sizeOf = (line: (entry: Entry) => string) => estimated((entry) => Buffer.byteLength(line(entry)));
  return {
    count: totalOf(figures),
    ahead,
    bytes: {
      csv: sizeOf(csvLines(inLanguage, { ...input, fields }).of),
      json: sizeOf(jsonLine(inLanguage, input)),
      pdf: PDF_BYTES + estimated(pdfBytes),
    },
  };
}

async function countAhead(context: Reading, input: ExportInput): Promise<number> {
  const query = {
    ...input,
    includeTransfers: true,
    status: 'upcoming',
    page: 1,
    limit: 1,
    cursor: undefined,
  } as const;
  const { figures } = await listTransactions(context, query);
  return totalOf(figures);
}

/** A year, or the part of it that a filter reaches; local calendar dates. */
interface ExportYear {
  year: string;
  from: string;
  to: string;
}

/** The years of what a filter matches, the latest first, for splitting an export that is too large. */
export async function yearsOfExport(context: Reading, input: ExportInput): Promise<ExportYear[]> {
  const edge = async (order: 'asc' | 'desc') => {
    const query = {
      ...input,
      includeTransfers: true,
      sort: 'date' as const,
      order,
      page: 1,
      limit: 1,
      cursor: undefined,
    };
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
