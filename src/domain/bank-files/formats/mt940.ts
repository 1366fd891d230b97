import { type BankFile, UnreadableFile } from '../bank-file.ts';
import { amountOf, type Field, readMovement } from './mt940-movement.ts';
import { codedLines, setTexts } from './mt940-texts.ts';
import { linesOf, type StatementRow, Statements, signed } from './statement.ts';

const BALANCE = /^([CD])(\d{6})([A-Z]{3})?([\d,.]+)/;
/** Letters of a line; statements have a few dozen. */
const LONGEST_LINE = 10_000;

/** Texts of the movement before them. */
const TEXTS = /^(?:86|NS)$/;

/**
 * Reads MT940, with or without the blocks of SWIFT around it.
 * @throws UnreadableFile
 */
export function readMt940(text: string): BankFile {
  const file = new Statements();
  let row: StatementRow | null = null;
  let details: string[] = [];
  const end = () => {
    if (row) {
      if (details.length > 0) setTexts(row, details);
      file.add(row);
    }
    row = null;
    details = [];
  };
  let hasMovements = false;
  for (const field of fields(text)) {
    const [first = ''] = field.lines;
    if (!TEXTS.test(field.tag)) end();
    if (field.tag === '20') file.begin();
    else if (/^25P?$/.test(field.tag)) file.current.account.number ??= first.trim();
    // A file of today's movements comes without balances.
    else if (field.tag === '34F') file.current.currency ??= first.slice(0, 3);
    else if (/^6[02][FM]?$/.test(field.tag)) {
      hasMovements = true;
      const [, side, , currency, figure = ''] = BALANCE.exec(first.trim()) ?? [];
      const balance = amountOf(figure);
      if (!balance) file.fail(field.line, 'amount', first);
      else {
        const value = signed({ ...balance, isNegative: side === 'D' });
        file.current.currency = currency ?? file.current.currency;
        if (field.tag.startsWith('60')) file.current.opening ??= value;
        else file.current.closing = value;
      }
    } else if (field.tag === '61') {
      hasMovements = true;
      const read = readMovement(field, file.current.currency);
      if (typeof read === 'string') file.fail(field.line, read, field.lines.join(' '));
      else row = read;
    } else if (TEXTS.test(field.tag) && row)
      details.push(...(field.tag === 'NS' ? codedLines(field.lines) : field.lines));
  }
  end();
  if (file.isEmpty || !hasMovements) throw new UnreadableFile('unreadable', 1);
  const read = file.finish('mt940');
  for (const account of read.accounts) setIban(account, read);
  return read;
}

/** Some banks write the currency behind the number. */
function setIban(account: BankFile['accounts'][number], file: BankFile): void {
  const whole = account.number ?? '';
  const number =
    file.currency && whole.endsWith(file.currency) ? whole.slice(0, -3).replace(/[ /]+$/, '') : whole;
  if (number) account.number = number;
  const iban = number.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban)) return;
  delete account.number;
  account.iban = iban;
}

/** Tagged fields with the lines that belong to them; blocks around a statement are dropped. */
function* fields(text: string): Generator<Field> {
  let field: Field | null = null;
  // Some programs write two signs for a line break.
  for (const [number, written] of linesOf(/^@@:20:/.test(text) ? text.replaceAll('@@', '\n') : text)) {
    if (written.length > LONGEST_LINE) throw new UnreadableFile('unreadable', number);
    const line = written.replace(/^(?:\{\d:[^{}]*\})*\{4:/, '').replace(/^\{[^{}]*\}(?:\{[^{}]*\})*/, '');
    const tagged = /^:([A-Z\d]{2,3}):(.*)$/.exec(line);
    if (tagged) {
      if (field) yield field;
      field = { tag: tagged[1] ?? '', line: number, lines: [tagged[2] ?? ''] };
    } else if (/^-\}?(?:\{.*)?\s*$/.test(line)) {
      if (field) yield field;
      field = null;
    } else if (field && line.trim() !== '') field.lines.push(line);
  }
  if (field) yield field;
}
