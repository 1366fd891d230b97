import { formatter } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import { recordOwn } from '../activity/record.ts';
import { amountField } from '../amount-text.ts';
import { todayOf } from '../calendar.ts';
import { readCategories } from '../categories/read.ts';
import type { Operating, Reading, Viewer, Writing } from '../context.ts';
import { countedAs } from '../ledger/opening.ts';
import { toDecimal } from '../money.ts';
import { listTemplates } from '../recurring/templates/read-templates.ts';
import { INPUTS } from '../transactions/fields.ts';
import { datesReached } from '../transactions/list/filter.ts';
import { listTransactions } from '../transactions/list/list.ts';
import { readMatching, readMatchingWhole } from '../transactions/list/read-matching.ts';
import { type Entry, presentTransaction } from '../transactions/present.ts';
import { BYTE_ORDER_MARK, escaped, record } from './csv.ts';
import { categoryOf, documentHead, templateOf, transactionOf, writeDocument } from './document.ts';
import { EXPORT_FIELD_NAMES, EXPORT_FIELDS, type ExportField, type ExportFormat } from './fields.ts';
import { writePdf } from './pdf/write-pdf.ts';
import type { ExportInput } from './schema.ts';
import { inSlot } from './slots.ts';

export interface ExportedFile {
  name: string;
  type: string;
  pieces: AsyncGenerator<string | Uint8Array>;
}

/**
 * Exports the transactions that a filter of the list matches; the file name states the period.
 * @throws DomainError from the first piece: RATE_LIMITED (429) while two others of the viewer are being sent, and what
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
    pieces: inSlot(context.viewer.id, () => logged(context, format, write(inLanguage, input))),
  };
}

type Write = (context: Reading & Operating, input: ExportInput) => ExportedFile['pieces'];

function fileName({ viewer, now }: Reading, format: ExportFormat, input: ExportInput): string {
  const today = todayOf({ viewer, now });
  return `pruta-transactions-${periodOf(datesReached(input, today)) ?? today}.${format}`;
}

// A period without an end reaches beyond today, because the list includes planned transactions.
function periodOf({ from, to }: ReturnType<typeof datesReached>): string | undefined {
  if (from && to) return `${from}-to-${to}`;
  return from ? `from-${from}` : to && `until-${to}`;
}

async function* logged<Piece>(
  context: Writing & Operating,
  format: ExportFormat,
  pieces: AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  await recordOwn(context, 'exported', { format });
  yield* pieces;
}

const unpaged = (input: ExportInput) => ({ ...input, page: 1, limit: SAMPLE, cursor: undefined });

async function* writeCsv(context: Reading, input: ExportInput): AsyncGenerator<string> {
  const line = csvLines(context, input);
  yield BYTE_ORDER_MARK + line.head;
  for await (const entries of readMatching(context, unpaged(input))) {
    if (entries.length > 0) yield entries.map(line.of).join('');
  }
}

function csvLines({ viewer, locale }: Reading, { fields = EXPORT_FIELD_NAMES, style }: ExportInput) {
  const t = translator(locale);
  const { decimal_separator } = viewer.preferences;
  // Fields cannot be separated by the decimal mark; spreadsheets expect a semicolon if that is a comma.
  const separator = style === 'own' && decimal_separator === ',' ? ';' : ',';
  const cell = style === 'own' ? ownCells(viewer, t) : isoCells(viewer);
  const head = record(
    fields.map((field) => t(EXPORT_FIELDS[field])),
    separator,
  );
  const of = (entry: Entry) => {
    const values = valuesOf(entry, viewer, locale);
    return record(
      fields.map((field) =>
        TEXTS.has(field) ? escaped(String(values[field] ?? '')) : cell(field, entry, values),
      ),
      separator,
    );
  };
  return { head, of };
}

const TEXTS: ReadonlySet<string> = new Set([
  'category_name',
  ...INPUTS.filter(({ kind }) => kind === 'text').map(({ column }) => column),
]);

type Values = Record<ExportField, string | number | boolean | null>;

// The amount of an opening balance is signed, because it is neither income nor an expense: summing a column by type
// gives the figures of the list.
function valuesOf(entry: Entry, { currency }: Viewer, locale: Locale): Values {
  const { type, amount } = countedAs(entry.row);
  return { ...presentTransaction(entry, locale), type, amount: toDecimal(amount), currency };
}

type Cells = (field: ExportField, entry: Entry, values: Values) => string;

function isoCells({ currency }: Viewer): Cells {
  return (field, { row }, values) =>
    field === 'amount' ? amountField(countedAs(row).amount, '.', currency) : String(values[field] ?? '');
}

function ownCells(viewer: Viewer, t: Translate): Cells {
  const { currency, preferences } = viewer;
  const format = formatter(currency, preferences);
  const isoCell = isoCells(viewer);
  return (field, entry, values) => {
    const { type, amount } = countedAs(entry.row);
    if (field === 'amount') return amountField(amount, preferences.decimal_separator, currency);
    if (field === 'type')
      return t(type === 'opening' ? 'categories:default.opening_balance' : `common:${type}`);
    if (field === 'is_recurring') return t(values.is_recurring ? 'common:yes' : 'common:no');
    if (field === 'date') return format.date(entry.row.date);
    if (field === 'time') return format.time(entry.row.time);
    return isoCell(field, entry, values);
  };
}

async function* writeJson(context: Reading, input: ExportInput): AsyncGenerator<string> {
  const { now, viewer, locale } = context;
  const { fields } = input;
  const [categories, templates] = [new Set<string | null>(), new Set<string | null>()];
  const head = {
    ...documentHead(now, viewer.currency),
    filter: writtenFilter(input),
    // A file with only some columns cannot be imported, so it says which it has.
    ...(fields && { fields }),
  };
  async function* entriesOf(): AsyncGenerator<object[]> {
    if (fields) {
      for await (const batch of readMatching(context, unpaged(input)))
        yield batch.map((entry) => chosenOf(entry, fields, viewer, locale));
      return;
    }
    for await (const batch of readMatchingWhole(context, unpaged(input))) {
      for (const { row } of batch) {
        categories.add(row.category_id);
        templates.add(row.template_id);
      }
      yield batch.map((entry) => transactionOf(entry, locale));
    }
  }
  yield* writeDocument(head, entriesOf(), async () =>
    fields ? {} : readUsed(context, categories, templates),
  );
}

async function readUsed(
  context: Reading,
  categoryIds: Set<string | null>,
  templateIds: ReadonlySet<string | null>,
): Promise<Record<string, object[]>> {
  const templates = (await listTemplates(context)).filter(({ row }) => templateIds.has(row.id));
  for (const { template } of templates)
    for (const { category_id } of [template, ...template.earlier]) categoryIds.add(category_id);
  const categories = (await readCategories(context)).filter(({ id }) => categoryIds.has(id));
  return {
    categories: categories.map((row) => categoryOf(row, context.locale)),
    recurring_templates: templates.map(templateOf),
  };
}

function writtenFilter({
  language: _language,
  fields: _fields,
  style: _style,
  page: _page,
  limit: _limit,
  amountRange,
  ...filter
}: ExportInput & { page?: number; limit?: number }) {
  const range = amountRange?.map((end) => (end === undefined ? '' : amountField(end))).join('-');
  return { ...filter, amountRange: range };
}

function chosenOf(entry: Entry, fields: ExportField[], viewer: Viewer, locale: Locale) {
  const values = valuesOf(entry, viewer, locale);
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

function jsonLine({ viewer, locale }: Reading, { fields }: ExportInput) {
  return (entry: Entry) => {
    const unshown = { occurrence_date: entry.row.template_id && entry.row.date, is_detached: null };
    const row = { ...entry.row, ...unshown, user_id: '', search_text: '', order_key: '' };
    const values = fields
      ? chosenOf(entry, fields, viewer, locale)
      : transactionOf({ ...entry, row }, locale);
    return `    ${JSON.stringify(values)},\n`;
  };
}

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
  const { entries, figures } = await listTransactions(context, unpaged(input));
  const ahead = await countAhead(context, input);
  const inLanguage = { ...context, locale: input.language ?? context.locale };
  const estimated = (bytesOf: (entry: Entry) => number) => {
    const size = entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
    return entries.length === 0 ? 0 : Math.ceil((size / entries.length) * figures.count);
  };
  const sizeOf = (line: (entry: Entry) => string) => estimated((entry) => Buffer.byteLength(line(entry)));
  return {
    count: figures.count,
    ahead,
    bytes: {
      csv: sizeOf(csvLines(inLanguage, input).of),
      json: sizeOf(jsonLine(inLanguage, input)),
      pdf: PDF_BYTES + estimated(pdfBytes),
    },
  };
}

async function countAhead(context: Reading, input: ExportInput): Promise<number> {
  const query = { ...input, status: 'upcoming', page: 1, limit: 1, cursor: undefined } as const;
  const { figures } = await listTransactions(context, query);
  return figures.count;
}

/** A year, or the part of it that a filter reaches; local calendar dates. */
export interface ExportYear {
  year: string;
  from: string;
  to: string;
}

/** The years of what a filter matches, the latest first, for splitting an export that is too large. */
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
