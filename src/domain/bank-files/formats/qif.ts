import { type BankFile, type DateOrder, type Mapping, UnreadableFile } from '../bank-file.ts';
import { phraseOf } from '../layouts/words.ts';
import { dateOf, dateQuestion, guessOf, ordersOf, SAMPLE } from './date-order.ts';
import { MOST_ROWS } from './sheet-rows.ts';
import {
  type Figure,
  figureOf,
  filled,
  isZero,
  linesOf,
  markOf,
  type Statement,
  Statements,
  signed,
} from './statement.ts';

const LISTS_OF_ROWS = /^(?:bank|ccard|cash|oth [al])$/i;

/** A record of money. */
interface Entry {
  line: number;
  account: Statement;
  /** The first value of each letter. */
  fields: Map<string, string>;
  splits: { category: string; memo: string; amount: string }[];
}

type Kind = 'rows' | 'account' | 'investments' | 'other';

/**
 * Reads QIF. The order of its dates is settled by the whole file, by the mapping, or asked for.
 * @throws UnreadableFile
 */
export function readQif(text: string, { mapping }: { mapping?: Mapping | undefined } = {}): BankFile {
  // Twice over the text: all records would not fit beside the rows.
  const dates = new Set<string>();
  const sample: string[][] = [];
  let count = 0;
  const amounts = function* () {
    for (const entry of records(text, new Statements())) {
      if (++count > MOST_ROWS) throw new UnreadableFile('too_large', entry.line);
      const date = entry.fields.get('D') ?? '';
      dates.add(date);
      if (sample.length < SAMPLE) sample.push([date, amountOf(entry), entry.fields.get('P') ?? '']);
      yield amountOf(entry);
    }
  };
  const proven = markOf([...amounts()]);
  const mark = mapping?.decimalMark ?? proven;
  const orders = ordersOf([...dates]);
  const guess = orders.length > 1 ? guessOf([...dates]) : (orders[0] ?? 'mdy');
  const chosen = orders.find((order) => order === mapping?.dateOrder);
  const file = new Statements();
  for (const entry of records(text, file)) addRow(file, entry, chosen ?? guess, mark);
  const read = file.finish('qif');
  if (orders.length < 2) return read;
  const answer = { dateOrder: chosen ?? guess, decimalMark: mark, isAnswered: chosen !== undefined };
  return { ...read, question: dateQuestion({ header: [], sample, shape: 'qif' }, answer) };
}

/** Without a currency; a minus may be written as brackets. */
const amountOf = ({ fields }: Entry) =>
  (fields.get('T') ?? fields.get('U') ?? '').replace(/[$€£₪]/g, '').replace(/^\((.*)\)$/, '-$1');

/** Records of money; lists of categories and the like are passed over. */
function* records(text: string, file: Statements): Generator<Entry> {
  let kind: Kind | null = null;
  let type = '';
  let named: { name?: string; type?: string } = {};
  let entry: Omit<Entry, 'account'> | null = null;
  for (const [number, written] of linesOf(text)) {
    const line = written.trimEnd();
    const letter = line[0];
    const value = line.slice(1).trim();
    if (letter === '!') {
      if (/^type:/i.test(value)) {
        type = value.slice(5).trim();
        kind = LISTS_OF_ROWS.test(type) ? 'rows' : /^invst|^port/i.test(type) ? 'investments' : 'other';
        if (kind === 'rows') file.begin(filled({ ...named, type: named.type || type }));
      } else if (/^account/i.test(value)) {
        kind = 'account';
        named = {};
      } else kind ??= 'other';
      entry = null;
    } else if (letter === '^') {
      if (kind === 'account' && entry)
        named = { name: entry.fields.get('N') ?? '', type: entry.fields.get('T') ?? '' };
      else if (kind === 'investments' && entry)
        file.skip(entry.line, 'information', [...entry.fields.values()].join(' '));
      else if (kind === 'rows' && entry) yield { ...entry, account: file.current };
      entry = null;
    } else if (letter && line.trim()) {
      entry ??= { line: number, fields: new Map(), splits: [] };
      if (kind !== 'rows' || !'SE$%'.includes(letter)) {
        if (!entry.fields.has(letter)) entry.fields.set(letter, value);
      } else if (letter === 'S') entry.splits.push({ category: value, memo: '', amount: '' });
      else {
        const split = entry.splits.at(-1);
        if (split && letter === 'E') split.memo = value;
        if (split && letter === '$') split.amount = value;
      }
    }
  }
  if (kind === null) throw new UnreadableFile('unreadable', 1);
  // The last record of some programs has no end.
  if (kind === 'rows' && entry) yield { ...entry, account: file.current };
}

function addRow(file: Statements, entry: Entry, order: DateOrder, mark: '.' | ',') {
  const { line, fields, account } = entry;
  const field = (letter: string) => fields.get(letter) ?? '';
  const category = field('L');
  // With parts, it is the category of the first.
  const [, other = ''] = (entry.splits.length < 2 && /^\[([^\]]+)\]/.exec(category)) || [];
  const description = field('P') || field('M') || other || category || field('N');
  const date = dateOf(field('D'), order);
  if (!date) return file.fail(line, 'date', description);
  const figure = figureOf(amountOf(entry), mark);
  if (!figure) return file.fail(line, 'amount', description);
  // An account opens with a transfer from itself.
  if (phraseOf(field('P'), true) === 'openingBalance' || (other && other === account.account.name)) {
    account.opening ??= signed(figure);
    return file.skip(line, 'openingBalance', description);
  }
  const splits = splitsOf(entry, figure, mark);
  file.add(
    {
      line,
      date,
      amount: figure.amount,
      type: figure.isNegative ? 'expense' : 'income',
      description,
      ...filled({
        memo: field('P') ? field('M') : '',
        reference: field('N'),
        category: splits || category.startsWith('[') ? '' : category,
      }),
      ...(other && { transfer: { account: other } }),
      ...(splits && { splits }),
    },
    account,
  );
}

/** Parts that add up to the row, all in its direction. */
function splitsOf({ splits }: Entry, whole: Figure, mark: '.' | ',') {
  const parts = splits.map(({ amount, ...rest }) => ({ ...rest, figure: figureOf(amount, mark) }));
  const sum = parts.reduce((total, { figure }) => total + Math.round(Number(figure?.amount) * 100), 0);
  const isWhole = parts.every(
    ({ figure }) => figure && (figure.isNegative === whole.isNegative || isZero(figure.amount)),
  );
  if (parts.length === 0 || !isWhole || sum !== Math.round(Number(whole.amount) * 100)) return null;
  return parts.map(({ category, memo, figure }) => ({
    amount: figure?.amount ?? '0',
    ...filled({ category: category.replace(/^\[([^\]]+)\].*$/, '$1'), memo }),
  }));
}
