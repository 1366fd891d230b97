import type { BudgetRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { monthName } from '../../../i18n/dates.ts';
import { formatter } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { Locale } from '../../../i18n/locales.ts';
import type { Preferences } from '../../../i18n/preferences.ts';
import { translator } from '../../../i18n/translate.ts';
import type { PlannedSpending } from '../../budgets/plan.ts';
import { shareOf } from '../../money.ts';
import type { ExportField } from '../fields.ts';
import { type Direction, directionOf, plain } from './lines.ts';
import { COLOURS, createSheet, type Sheet, type Style, WIDTH } from './sheet.ts';
import {
  add,
  type CategorySum,
  figuresOfStatement,
  type StatementFigures,
  type StatementRow,
  type Sums,
} from './statement-figures.ts';
import { type Cell, type Column, createTable, type Words } from './table.ts';

export interface StatementHead {
  locale: Locale;
  currency: Currency;
  preferences: Preferences;
  person: { name: string; email: string };
  /** Local calendar dates; by default, those of the first and the last transaction. */
  from?: string | undefined;
  to?: string | undefined;
  /** `today` is a local calendar date, `made` an ISO 8601 instant. */
  today: string;
  made: string;
  /** In words, without the period. */
  filters: string[];
  fields: ExportField[];
  /**
   * Only in a statement of accounts: their names, what they had before its first day in minor units, if that counts, and
   * whether it is in a currency of their own.
   */
  account?: { names: string[]; before: number | null; isForeign: boolean } | undefined;
  /** What was planned by budgets and spent of it, minor units, if that is asked for. */
  plan?: (PlannedSpending & { name: string; period: BudgetRow['period'] })[] | null;
}

const TITLE: Style = { size: 20, weight: 'bold' };
const HEADING: Style = { size: 13, weight: 'bold' };
const BODY: Style = { size: 10 };
const NOTE: Partial<Style> = { size: 8, colour: COLOURS.muted };
const GAP = 16;

const NOTHING: Cell = { texts: [] };

/**
 * Writes the statement of these transactions as a PDF, page by page.
 * @param flowing waits until what is written has been taken
 */
export async function writeStatement(
  head: StatementHead,
  rows: StatementRow[],
  write: (bytes: Uint8Array) => void,
  flowing: () => Promise<void>,
): Promise<void> {
  const t = translator(head.locale);
  const title = titleOf(head, t);
  const direction: Direction = head.locale === 'he' ? 'rtl' : 'ltr';
  // What is dated after today has not come in or gone out: it is in no sum, unless nothing else is asked for.
  const isExpected = ({ date }: StatementRow) => date > head.today;
  const [expected, counted] = rows.every(isExpected)
    ? [[], rows]
    : [rows.filter(isExpected), rows.filter((row) => !isExpected(row))];
  const figures = figuresOfStatement(counted);
  const sheet = createSheet({
    locale: head.locale,
    direction,
    title,
    author: head.person.name,
    created: new Date(head.made),
    pageOf: (page) => t('export:pdf.page', { page }),
    write,
  });
  const writing = { head, sheet, t, format: formatter(head.currency, head.preferences) };
  sheet.newPage();
  writeHead(writing, figures);
  if (rows.length === 0) sheet.paragraph('P', t('export:none'), BODY);
  else {
    writeSummary(writing, figures);
    writeCategories(writing, t('analytics:spendingCaption'), figures.expenses, figures.sums.expenses);
    writeCategories(writing, t('analytics:earned'), figures.income, figures.sums.income);
    writePlan(writing);
    writeMonths(writing, figures);
    await writeTransactions(writing, t('common:transactions'), counted, flowing);
    if (expected.length > 0) {
      sheet.y += GAP;
      const title = t('export:pdf.expected', { date: isolated(writing.format.date(head.today)) });
      await writeTransactions(writing, title, expected, flowing);
    }
  }
  await sheet.end();
}

function titleOf({ account }: StatementHead, t: Writing['t']): string {
  if (!account) return t('export:pdf.title');
  return t('export:pdf.titleOf', { account: account.names.map(plainIsolated).join(', ') });
}

interface Writing {
  head: StatementHead;
  sheet: Sheet;
  t: ReturnType<typeof translator>;
  format: ReturnType<typeof formatter>;
}

function writeHead({ head, sheet, t, format }: Writing, { first, last }: StatementFigures): void {
  const { person, from = first, to = last } = head;
  const lines = [
    from && to && t('common:fromTo', { from: isolated(format.date(from)), to: isolated(format.date(to)) }),
    t('export:pdf.person', { name: isolated(plain(person.name)) }),
    isolated(person.email),
    t('export:pdf.currency', { currency: isolated(head.currency) }),
    t('export:pdf.made', { date: isolated(format.date(head.today)) }),
    head.filters.length > 0 &&
      t('export:pdf.filters', { filters: head.filters.map(plainIsolated).join(', ') }),
  ];
  sheet.paragraph('H1', titleOf(head, t), TITLE);
  sheet.y += 4;
  for (const line of lines) if (line) sheet.paragraph('P', line, BODY);
  sheet.y += GAP;
}

const plainIsolated = (text: string) => isolated(plain(text));

function heading({ sheet }: Writing, words: string): void {
  // Keeps it together with what follows.
  sheet.room(90);
  sheet.paragraph('H2', words, HEADING);
  sheet.y += 4;
}

function writeSummary(writing: Writing, { sums }: StatementFigures): void {
  const { head, t, sheet, format } = writing;
  const before = head.account?.before ?? null;
  const opening = sums.opening + (before ?? 0);
  heading(writing, t('export:pdf.summary'));
  const shown: [string, string, string?][] = [
    [t('common:incomes'), format.money(sums.income), COLOURS.income],
    [t('common:expenses'), format.money(sums.expenses), COLOURS.expense],
    [t('common:net'), format.money(sums.income - sums.expenses)],
    ...(opening === 0 && before === null
      ? []
      : [[t('categories:default.opening_balance'), format.money(opening)] satisfies [string, string]]),
    ...(sums.transfer === 0
      ? []
      : [[t('transactions:transfer.several'), format.money(sums.transfer)] satisfies [string, string]]),
    ...(before === null
      ? []
      : [
          [
            t('export:pdf.closing'),
            format.money(opening + sums.income - sums.expenses + sums.transfer),
          ] satisfies [string, string],
        ]),
    [t('common:transactions'), format.count(sums.count)],
  ];
  const width = WIDTH / shown.length;
  const longest = Math.max(...shown.map(([, figure]) => figure.length));
  // A figure must fit on one line; digits are a little wider than half their height.
  const size = Math.min(13, (width - 12) / (0.58 * longest));
  const table = createTable(
    sheet,
    shown.map(([words]) => ({ heading: words, width })),
  );
  table.row(
    'body',
    shown.map(([, figure, colour]) => ({
      texts: [{ words: isolated(figure), style: { size, weight: 'bold', ...(colour && { colour }) } }],
    })),
  );
  table.end();
  sheet.y += GAP;
}

function writeCategories(writing: Writing, words: string, categories: CategorySum[], total: number): void {
  if (categories.length === 0) return;
  const { t, sheet, format } = writing;
  heading(writing, words);
  const table = createTable(sheet, [
    { heading: t('transactions:form.category'), width: WIDTH - 360 },
    { heading: t('analytics:share'), width: 190, align: 'right' },
    { heading: t('common:transactions'), width: 75, align: 'right' },
    { heading: t('transactions:form.amount'), width: 95, align: 'right' },
  ]);
  const largest = categories[0]?.share ?? 1;
  const rows = categories.map(({ name, colour, sum, count, share }): Cell[] => [
    { ...written(name ?? t('common:noCategory'), writing), isHeading: true },
    {
      texts: [figure(format.share(share))],
      bar: { share: shareOf(share, largest), colour: colour ?? COLOURS.muted },
    },
    { texts: [figure(format.count(count))] },
    { texts: [figure(format.money(sum))] },
  ]);
  table.summed(rows, [
    { texts: [{ words: t('manager:total') }], isHeading: true },
    NOTHING,
    { texts: [figure(format.count(categories.reduce((sum, { count }) => sum + count, 0)))] },
    { texts: [figure(format.money(total))] },
  ]);
  table.end();
  sheet.y += GAP;
}

function writePlan(writing: Writing): void {
  const { head, t, sheet, format } = writing;
  const { plan } = head;
  if (!plan || plan.length === 0) return;
  const { from = '', to = '' } = {
    from: plan.map((one) => one.from).sort()[0],
    to: plan
      .map((one) => one.to)
      .sort()
      .at(-1),
  };
  const days = (period: { from: string; to: string }) =>
    t('common:fromTo', { from: isolated(format.date(period.from)), to: isolated(format.date(period.to)) });
  heading(writing, `${t('analytics:plan')}, ${days({ from, to })}`);
  const table = createTable(sheet, [
    { heading: t('budgets:ofCategory'), width: WIDTH - 360 },
    { heading: t('analytics:plan.used'), width: 170, align: 'right' },
    { heading: t('analytics:plan.planned'), width: 95, align: 'right' },
    { heading: t('analytics:plan.spent'), width: 95, align: 'right' },
  ]);
  for (const { name, period, planned, spent, ...dates } of plan) {
    const share = shareOf(Math.max(0, spent), planned);
    const words = period === 'monthly' ? name : `${name} (${t(`budgets:period.${period}`)})`;
    table.row('body', [
      {
        texts: [
          wordsOf(words, writing),
          ...(dates.from === from && dates.to === to ? [] : [{ words: days(dates), style: NOTE }]),
        ],
        isHeading: true,
      },
      {
        texts: [figure(format.percent(share))],
        bar: { share: Math.min(1, share), colour: share > 1 ? COLOURS.expense : COLOURS.income },
      },
      { texts: [figure(format.money(planned))] },
      { texts: [figure(format.money(spent))] },
    ]);
  }
  table.end();
  sheet.y += GAP;
}

function writeMonths(writing: Writing, { months, sums }: StatementFigures): void {
  const { head, t, sheet } = writing;
  heading(writing, t('manager:monthly'));
  const table = createTable(sheet, [
    { heading: t('common:month'), width: WIDTH - 360 },
    { heading: t('common:incomes'), width: 95, align: 'right' },
    { heading: t('common:expenses'), width: 95, align: 'right' },
    { heading: t('common:net'), width: 95, align: 'right' },
    { heading: t('common:transactions'), width: 75, align: 'right' },
  ]);
  const cells = (words: string, of: Sums): Cell[] => [
    { texts: [{ words }], isHeading: true },
    ...[of.income, of.expenses, of.income - of.expenses].map((minor) => ({
      texts: [figure(writing.format.money(minor))],
    })),
    { texts: [figure(writing.format.count(of.count))] },
  ];
  table.summed(
    months.map((of) => cells(monthName(of.month, head.locale), of)),
    cells(t('manager:total'), sums),
  );
  table.end();
  sheet.y += GAP;
}

interface TransactionColumn extends Column {
  cell(row: StatementRow): Cell;
  /** For a row of sums, which `words` name. */
  sum?(of: Sums, words: string): Cell;
}

function transactionColumns(writing: Writing): TransactionColumn[] {
  const { head, t, format } = writing;
  const has = (field: ExportField) => head.fields.includes(field);
  const amount = (heading: string, type: 'income' | 'expense'): TransactionColumn => ({
    heading,
    width: 84,
    align: 'right',
    cell: (row) =>
      row.type === type
        ? { texts: [{ ...figure(format.money(row.amount)), style: { colour: COLOURS[type] } }] }
        : NOTHING,
    sum: ({ income, expenses }) => ({
      texts: [figure(format.money(type === 'income' ? income : expenses))],
    }),
  });
  const date: TransactionColumn = {
    heading: t('transactions:form.date'),
    width: 66,
    cell: (row) => ({
      texts: [
        ...(has('date') ? [{ words: isolated(format.date(row.date)) }] : []),
        ...(has('time') && row.time !== null
          ? [{ words: isolated(format.time(row.time)), style: NOTE }]
          : []),
      ],
    }),
  };
  const category: TransactionColumn = {
    heading: t('transactions:form.category'),
    width: 104,
    cell: (row) => (row.category === null ? NOTHING : written(row.category, writing)),
  };
  const before = has('date') || has('time') ? [date] : [];
  const after = [
    ...(has('category_name') ? [category] : []),
    ...(has('amount')
      ? [amount(t('common:incomes'), 'income'), amount(t('common:expenses'), 'expense')]
      : []),
  ];
  const description: TransactionColumn = {
    heading: t('transactions:form.description'),
    width: [...before, ...after].reduce((rest, { width }) => rest - width, WIDTH),
    cell: (row) => ({ texts: descriptionWords(row, writing, has) }),
    sum: (_of, words) => ({ texts: [{ words }], isHeading: true }),
  };
  return [...before, description, ...after];
}

async function writeTransactions(
  writing: Writing,
  title: string,
  rows: StatementRow[],
  flowing: () => Promise<void>,
): Promise<void> {
  const { head, t, sheet } = writing;
  const columns = transactionColumns(writing);
  const sofar: Sums = { income: 0, expenses: 0, opening: 0, transfer: 0, count: 0 };
  const sumCells = (words: string, of: Sums) => columns.map(({ sum }) => sum?.(of, words) ?? NOTHING);
  const isSummed = head.fields.includes('amount');
  const { sums } = figuresOfStatement(rows);
  heading(writing, title);
  const table = createTable(sheet, columns, {
    ...(isSummed && {
      carry: () => ({
        forward: sumCells(t('export:pdf.carried'), sofar),
        brought: sumCells(t('export:pdf.brought'), sofar),
      }),
    }),
  });
  const total = isSummed ? sumCells(t('manager:total'), sums) : undefined;
  for (const [index, row] of rows.entries()) {
    const cells = columns.map(({ cell }) => cell(row));
    table.row('body', cells, index === rows.length - 1 ? total : undefined);
    add(sofar, row);
    if ((index + 1) % ROWS_AT_ONCE === 0) await flowing();
  }
  if (total) table.row('total', total);
  table.end();
}

/** Rows after which a thread gives its messages a turn. */
const ROWS_AT_ONCE = 50;

function descriptionWords(
  row: StatementRow,
  writing: Writing,
  has: (field: ExportField) => boolean,
): Words[] {
  const { description, payee, notes, account, type, isRecurring } = row;
  const { t, format } = writing;
  const moved = row.isWhole ? Math.abs(row.amount) : row.amount;
  const note = (words: string) => ({ ...wordsOf(words, writing), style: NOTE });
  return [
    ...(has('description') ? [wordsOf(description, writing)] : []),
    ...(type === 'opening' && has('amount')
      ? [note(t('export:pdf.opening', { amount: isolated(format.money(row.amount)) }))]
      : []),
    ...(type === 'transfer' && has('amount')
      ? [note(t('export:pdf.transfer', { amount: isolated(format.money(moved)) }))]
      : []),
    ...(has('merchant_name') && payee && payee !== description ? [note(payee)] : []),
    ...(has('account_name') ? [note(account)] : []),
    ...(has('notes') && notes ? [note(notes)] : []),
    ...(has('is_recurring') && isRecurring ? [note(t('common:recurring'))] : []),
  ];
}

/** Figures are written from left to right in every language. */
function figure(words: string): Words {
  return { words, direction: 'ltr' };
}

function wordsOf(text: string, { sheet }: Writing): Words {
  const words = plain(text);
  return { words, direction: directionOf(words, sheet.direction) };
}

function written(text: string, writing: Writing): Cell {
  return { texts: [wordsOf(text, writing)] };
}
