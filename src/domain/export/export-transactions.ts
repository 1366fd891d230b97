import type { TransactionRow } from '../../db/tables.ts';
import { recordOwn } from '../activity/record.ts';
import { amountField } from '../amount-text.ts';
import { todayOf } from '../calendar.ts';
import { readCategories } from '../categories/read.ts';
import type { Operating, Reading, Writing } from '../context.ts';
import { accountsById } from '../money-accounts/read.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import { datesReached } from '../transactions/list/filter.ts';
import { readMatching, readMatchingWhole } from '../transactions/list/read-matching.ts';
import type { Entry } from '../transactions/present.ts';
import { inSlot } from './concurrent-exports.ts';
import { BYTE_ORDER_MARK } from './csv.ts';
import { accountOf, categoryOf, documentHead, templateOf, transactionOf, writeDocument } from './document.ts';
import { chosenOf, csvLines } from './entry-text.ts';
import { type ExportFormat, fieldsWith } from './fields.ts';
import { writePdf } from './pdf/write-pdf.ts';
import { rareFieldsOf } from './rare-fields.ts';
import { type ExportInput, exportedTransfers } from './schema.ts';

interface ExportedFile {
  name: string;
  type: string;
  chunks: AsyncGenerator<string | Uint8Array>;
}

/**
 * Exports the transactions that a filter of the list matches; the file name states the period.
 * @throws DomainError from the first chunk: RATE_LIMITED (429) while two others of the viewer are being sent, and what
 * `writePdf` throws
 */
export function exportTransactions(
  context: Writing & Operating,
  format: ExportFormat,
  input: ExportInput,
): ExportedFile {
  const inLanguage = { ...context, locale: input.language ?? context.locale };
  const write: Write = { csv: writeCsv, json: writeJson, pdf: writePdf }[format];
  return {
    name: fileName(context, format, input),
    type: { csv: 'text/csv', json: 'application/json', pdf: 'application/pdf' }[format],
    chunks: inSlot(context.viewer.id, () => logged(context, format, write(inLanguage, input))),
  };
}

type Write = (context: Reading & Operating, input: ExportInput) => ExportedFile['chunks'];

function fileName({ viewer, now }: Reading, format: ExportFormat, input: ExportInput): string {
  const today = todayOf({ viewer, now });
  return `pruta-transactions-${periodOf(datesReached(input, today)) ?? today}.${format}`;
}

// A period without an end reaches beyond today, because the list includes planned transactions.
function periodOf({ from, to }: ReturnType<typeof datesReached>): string | undefined {
  if (from && to) return `${from}-to-${to}`;
  return from ? `from-${from}` : to && `until-${to}`;
}

async function* logged<Chunk>(
  context: Writing & Operating,
  format: ExportFormat,
  chunks: AsyncGenerator<Chunk>,
): AsyncGenerator<Chunk> {
  await recordOwn(context, 'exported', { format });
  yield* chunks;
}

function entriesOfTransfer({ transfer, category }: Entry<TransactionRow>): Entry<TransactionRow>[] {
  if (!transfer) return [];
  return [
    { row: transfer.from, account: transfer.fromAccount, category, transfer },
    { row: transfer.to, account: transfer.toAccount, category, transfer },
  ];
}

async function* writeCsv(context: Reading, input: ExportInput): AsyncGenerator<string> {
  const fields = input.fields ?? (await fieldsWith(context, await rareFieldsOf(context, input)));
  const line = csvLines(context, { ...input, fields });
  yield BYTE_ORDER_MARK + line.head;
  for await (const entries of readMatching(context, input, exportedTransfers(input))) {
    if (entries.length > 0) yield entries.map(line.of).join('');
  }
}

async function* writeJson(context: Reading, input: ExportInput): AsyncGenerator<string> {
  const { now, viewer, locale } = context;
  const { fields } = input;
  const used = {
    categories: new Set<string | null>(),
    accounts: new Set<string>(),
    templates: new Set<string | null>(),
  };
  const head = {
    ...documentHead(now, viewer.currency),
    filter: writtenFilter(input),
    // A file with only some columns cannot be imported, so it lists the columns that it has.
    ...(fields && { fields }),
  };
  async function* entriesOf(): AsyncGenerator<object[]> {
    if (fields) {
      for await (const batch of readMatching(context, input, exportedTransfers(input)))
        yield batch.map((entry) => chosenOf(entry, { ...input, fields }, viewer, locale));
      return;
    }
    for await (const listed of readMatchingWhole(context, input, exportedTransfers(input))) {
      // A file that can be imported has both sides of a transfer, even if the filter leaves one out.
      const batch = listed.flatMap((entry) => (entry.transfer ? entriesOfTransfer(entry) : [entry]));
      for (const { row } of batch) {
        used.categories.add(row.category_id);
        used.accounts.add(row.account_id);
        used.templates.add(row.template_id);
      }
      yield batch.map((entry) => transactionOf(entry, locale));
    }
  }
  yield* writeDocument(head, entriesOf(), async () => (fields ? {} : readUsed(context, used)));
}

/** Ids of what the transactions of a file have. */
interface Used {
  categories: Set<string | null>;
  accounts: Set<string>;
  templates: ReadonlySet<string | null>;
}

async function readUsed(context: Reading, used: Used): Promise<Record<string, object[]>> {
  const templates = (await listTemplates(context)).filter(({ row }) => used.templates.has(row.id));
  for (const { template } of templates)
    for (const { category_id, account_id, account_to } of [template, ...template.earlier]) {
      used.categories.add(category_id);
      used.accounts.add(account_id);
      if (account_to) used.accounts.add(account_to);
    }
  const categories = (await readCategories(context)).filter(({ id }) => used.categories.has(id));
  const accounts = [...(await accountsById(context)).values()].filter(({ id }) => used.accounts.has(id));
  return {
    accounts: accounts.map((row) => accountOf(row, context, used.accounts)),
    categories: categories.map((row) => categoryOf(row, context.locale)),
    recurring_templates: templates.map(templateOf),
  };
}

function writtenFilter({
  language: _language,
  fields: _fields,
  style: _style,
  budgets: _budgets,
  page: _page,
  limit: _limit,
  amountRange,
  ...filter
}: ExportInput & { page?: number; limit?: number }) {
  const range = amountRange?.map((end) => (end === undefined ? '' : amountField(end))).join('-');
  return { ...filter, amountRange: range };
}
