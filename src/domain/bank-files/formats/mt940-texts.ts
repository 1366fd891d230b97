import { filled, type StatementRow, tidy } from './statement.ts';

/** Letters of a full line: a word goes on in the next one. */
const FULL = 65;

/** `?20` to `?29` are text, `?32` and `?33` the name; some banks write words between slashes; others plain text. */
export function setTexts(row: StatementRow, lines: string[]): void {
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
