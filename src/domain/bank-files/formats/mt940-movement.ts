import { dayOf, figureOf, filled, fullYear, type StatementRow, tidy } from './statement.ts';

export interface Field {
  tag: string;
  line: number;
  lines: string[];
}

const MOVEMENT = /^(\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2}))?(R?[CD]|E[CD])([A-Z])?(\d[\d,.]*|,\d+) ?(.*)$/;
/** A kind of four signs, then the reference of the owner, and that of the bank behind slashes. */
const REFERENCES = /^(?:[A-Z][A-Z\d ]{3})?(.*?)(?:\/\/(.*))?$/;

/** A `61` field: a movement, or what of it cannot be read. */
export function readMovement(
  { line, lines }: Field,
  currency: string | undefined,
): StatementRow | 'columns' | 'date' | 'amount' {
  const [first = '', ...more] = lines;
  const match = MOVEMENT.exec(first.trim());
  if (!match) return 'columns';
  const [, yy, mm, dd, bookedMonth, bookedDay, mark = '', , figure = '', rest = ''] = match;
  const year = fullYear(Number(yy));
  // Where every month has thirty days, so has February.
  const valueDate =
    dayOf(year, Number(mm), Number(dd)) ??
    (mm === '02' && Number(dd) <= 30 ? (dayOf(year, 2, 29) ?? dayOf(year, 2, 28)) : null);
  if (!valueDate) return 'date';
  // The booking day has no year: it is near the day of value.
  const away = Number(bookedMonth) - Number(mm);
  const bookedYear = year + (away > 6 ? -1 : away < -6 ? 1 : 0);
  const date = bookedMonth ? dayOf(bookedYear, Number(bookedMonth), Number(bookedDay)) : valueDate;
  if (!date) return 'date';
  const amount = amountOf(figure);
  if (!amount) return 'amount';
  const [, written = '', bank = ''] = REFERENCES.exec(rest) ?? [];
  // Some banks write the name of the other side behind the reference.
  const [, own = written, payee] = /^(.{0,14}\S|) {2,}(\S*\p{L}.*)$/u.exec(written) ?? [];
  const details = tidy(more.join(' '));
  const [, foreign, original = ''] = /\/OCMT\/([A-Z]{3})([\d,]+)/.exec(details) ?? [];
  const before = foreign === currency ? null : figureOf(original, ',');
  return {
    line,
    date,
    amount: amount.amount,
    type: mark === 'C' || mark === 'RD' || mark === 'EC' ? 'income' : 'expense',
    description: payee?.trim() || details || idOf(own) || rest.slice(0, 4),
    ...filled({
      payee: payee?.trim(),
      valueDate: valueDate === date ? undefined : valueDate,
      // Words name what is meant, and come again.
      externalId: /\d|^[A-Z]{10,}$/.test(bank) ? idOf(bank) : '',
      reference: idOf(own),
      isReversal: mark.startsWith('R'),
      isPending: mark.startsWith('E'),
    }),
    ...(before && foreign && { original: { amount: before.amount, currency: foreign } }),
  };
}

/** The mark is a comma; some programs write a point. */
export function amountOf(figure: string) {
  return figureOf(figure, figure.includes(',') ? ',' : '.');
}

function idOf(text: string): string {
  const id = text.trim();
  return /^(?:NO(?:N|T)?REF|NOTPROVIDED|(?:[EKMP]REF|MARF)\+?|0*)$/i.test(id) ? '' : id;
}
