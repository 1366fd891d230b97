import { type BankFile, UnreadableFile } from '../bank-file.ts';
import {
  dayOf,
  figureOf,
  filled,
  fullYear,
  type StatementRow,
  Statements,
  signed,
  tidy,
} from './statement.ts';

interface Field {
  tag: string;
  line: number;
  lines: string[];
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)/;
const MOVEMENT = /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2}))?(R?[CD]|E[CD])([A-Z])?(\d[\d,.]*|,\d+)(.*)$/;
/** Letters of a full line: a word goes on in the next one. */
const FULL = 65;

/**
 * Reads MT940, with or without the blocks of SWIFT around it.
 * @throws UnreadableFile
 */
export function readMt940(text: string): BankFile {
  const file = new Statements();
  let row: StatementRow | null = null;
  const end = () => {
    if (row) file.add(row);
    row = null;
  };
  let hasMovements = false;
  for (const field of fields(text)) {
    const [first = ''] = field.lines;
    if (field.tag !== '86') end();
    if (field.tag === '20') file.begin();
    else if (/^25P?$/.test(field.tag)) file.current.account.number = first.trim();
    else if (/^6[02][FM]?$/.test(field.tag)) {
      hasMovements = true;
      const [, side, , currency, figure = ''] = BALANCE.exec(first.trim()) ?? [];
      const balance = figureOf(figure, ',');
      if (!balance) file.fail(field.line, 'amount', first);
      else {
        const value = signed({ ...balance, isNegative: side === 'D' });
        file.current.currency = currency;
        if (field.tag.startsWith('60')) file.current.opening ??= value;
        else file.current.closing = value;
      }
    } else if (field.tag === '61') {
      hasMovements = true;
      const read = movement(field);
      if (typeof read === 'string') file.fail(field.line, read, field.lines.join(' '));
      else row = read;
    } else if (field.tag === '86' && row) {
      setTexts(row, field.lines);
      end();
    }
  }
  end();
  if (file.isEmpty || !hasMovements) throw new UnreadableFile('unreadable', 1);
  const read = file.finish('mt940');
  for (const account of read.accounts) setIban(account, read);
  return read;
}

/** Some banks write the currency behind the number. */
function setIban(account: BankFile['accounts'][number], file: BankFile): void {
  const [, iban] = /^([A-Z]{2}\d{2}[A-Z\d]{10,30}?) ?(?:[A-Z]{3})?$/.exec(account.number ?? '') ?? [];
  if (!iban) return;
  const whole = account.number ?? '';
  const number = file.currency && whole.endsWith(file.currency) ? whole.slice(0, -3).trim() : whole;
  delete account.number;
  account.iban = number;
}

/** Tagged fields with the lines that belong to them; blocks around a statement are dropped. */
function* fields(text: string): Generator<Field> {
  let field: Field | null = null;
  const lines = text.split(/\r\n|\n|\r/);
  for (const [index, written] of lines.entries()) {
    const line = written.replace(/^(?:\{\d:[^{}]*\})*\{4:/, '').replace(/^\{[^{}]*\}(?:\{[^{}]*\})*/, '');
    const tagged = /^:([A-Z\d]{2,3}):(.*)$/.exec(line);
    if (tagged) {
      if (field) yield field;
      field = { tag: tagged[1] ?? '', line: index + 1, lines: [tagged[2] ?? ''] };
    } else if (/^-\}?(?:\{.*)?\s*$/.test(line)) {
      if (field) yield field;
      field = null;
    } else if (field && line.trim() !== '') field.lines.push(line);
  }
  if (field) yield field;
}

function movement({ line, lines }: Field): StatementRow | 'columns' | 'date' | 'amount' {
  const [first = '', ...more] = lines;
  const match = MOVEMENT.exec(first.trim());
  if (!match) return 'columns';
  const [, yy, mm, dd, bookedMonth, bookedDay, mark = '', , figure = '', rest = ''] = match;
  const year = fullYear(Number(yy));
  const valueDate = dayOf(year, Number(mm), Number(dd));
  if (!valueDate) return 'date';
  // The booking day has no year: it is near the day of value.
  const away = Number(bookedMonth) - Number(mm);
  const bookedYear = year + (away > 6 ? -1 : away < -6 ? 1 : 0);
  const date = bookedMonth ? dayOf(bookedYear, Number(bookedMonth), Number(bookedDay)) : valueDate;
  if (!date) return 'date';
  const amount = figureOf(figure, ',');
  if (!amount) return 'amount';
  const [own = '', bank = ''] = rest.replace(/^[A-Z][A-Z\d]{3}/, '').split('//', 2);
  const details = tidy(more.join(' '));
  const [, currency, foreign] = /\/OCMT\/([A-Z]{3})([\d,]+)/.exec(details) ?? [];
  const original = foreign && figureOf(foreign, ',');
  return {
    line,
    date,
    amount: amount.amount,
    type: mark === 'C' || mark === 'RD' || mark === 'EC' ? 'income' : 'expense',
    description: details || idOf(own) || rest.slice(0, 4),
    ...filled({
      valueDate: valueDate === date ? undefined : valueDate,
      externalId: idOf(bank),
      reference: idOf(own),
      isReversal: mark.startsWith('R'),
      isPending: mark.startsWith('E'),
    }),
    ...(original && currency && { original: { amount: original.amount, currency } }),
  };
}

function idOf(text: string): string {
  const id = text.trim();
  return /^(?:NONREF|NOTPROVIDED|0*)$/i.test(id) ? '' : id;
}

/** `?20` to `?29` are text, `?32` and `?33` the name; some banks write words between slashes; others plain text. */
function setTexts(row: StatementRow, lines: string[]): void {
  const joined = lines.join('');
  const [, mark] = /^\d{3}([^\w\s])\d\d/.exec(joined) ?? /^(\?)\d\d/.exec(joined) ?? [];
  let description: string;
  let payee = '';
  let memo = '';
  if (mark) {
    const parts = joined.split(mark).map((part) => ({ code: Number(part.slice(0, 2)), text: part.slice(2) }));
    const textOf = (isWanted: (code: number) => boolean) =>
      tidy(
        parts
          .slice(1)
          .flatMap(({ code, text }) => (isWanted(code) ? text : []))
          .join(' '),
      );
    const text = textOf((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63));
    payee = textOf((code) => code === 32 || code === 33);
    memo = textOf((code) => code === 0);
    description = purposeOf(text) || payee || memo;
  } else {
    const text = tidy(lines.map((line) => (line.length >= FULL ? line : `${line} `)).join(''));
    const word = (name: string) =>
      new RegExp(`/${name}/+(?:USTD/+)?(.*?)(?=/+[A-Z]{3,4}/|/*$)`).exec(text)?.[1];
    payee = word('NAME')?.trim() ?? '';
    description = word('REMI')?.trim() || text;
  }
  if (description) row.description = description;
  Object.assign(row, filled({ payee, memo: memo === description ? '' : memo }));
}

/** The text for people among the parts that SEPA names. */
function purposeOf(text: string): string {
  const parts = text.split(/\b(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)\+/);
  const at = parts.indexOf('SVWZ');
  return (at < 0 ? (parts.length > 1 ? parts[0] : text) : parts[at + 1])?.trim() ?? '';
}
