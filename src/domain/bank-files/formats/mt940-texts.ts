import { filled, type StatementRow, tidy } from './statement.ts';

/** Letters of a full line and of a full part: a word goes on in the next one. Between slashes lines may have one less. */
const FULL = 65;
const FULL_PART = 27;
/** Letters of a text; more of them would take long to take apart. */
const LONGEST = 4000;

const SEPA_KEY = /(?<![A-Z])(EREF|KREF|MREF|PREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC)(?:\+|: ?)/;
/** Words that name what follows, where slashes part them. */
const WORDS =
  'TRTP|TRCD|IBAN|BIC|NAME|REMI|EREF|MARF|CSID|ORDP|BENM|ISDT|ADDR|CNTP|PURP|PREF|KREF|CREF|ULTD|ULTB|ULTC|RTRN|OCMT|CHGS|EXCH';
const BEGINS_KEY = new RegExp(`^${SEPA_KEY.source}`);

/** Parts of an `NS` field in the codes of an `86` field: purpose, name and kind. */
export function codedLines(lines: string[]): string[] {
  return lines.map((line) => {
    const code = Number(line.slice(0, 2));
    const like = code <= 14 ? '20' : code <= 16 ? '32' : code === 17 ? '00' : '99';
    return `?${like}${line.slice(2)}`;
  });
}

/** `?20` to `?29` are text, `?32` and `?33` the name; some banks write words between slashes; others plain text. */
export function setTexts(row: StatementRow, lines: string[]): void {
  const joined = joinedLines(lines).trimStart().slice(0, LONGEST);
  const [, mark] = /^\d{3}([^\w\s])\d\d/.exec(joined) ?? /^([?>^~<])\d\d/.exec(joined) ?? [];
  const read = mark ? codedTexts(joined, mark) : freeTexts(lines);
  const description = read.description || read.payee || read.memo;
  if (description) row.description = description;
  Object.assign(row, filled({ ...read, description, memo: read.memo === description ? '' : read.memo }));
}

interface Texts {
  description: string;
  payee: string;
  memo: string;
}

function codedTexts(joined: string, mark: string): Texts {
  // A question mark is also a letter of a text.
  const parts = joined
    .split(new RegExp(`\\${mark} ?(?=\\d\\d)`))
    .slice(1)
    .map((part) => ({ code: Number(part.slice(0, 2)), text: part.slice(2) }));
  const textOf = (isWanted: (code: number) => boolean) => {
    let text = '';
    let last = '';
    for (const { text: part } of parts.filter(({ code }) => isWanted(code))) {
      const isApart = last.length < FULL_PART || BEGINS_KEY.test(part) || isOtherKind(last, part);
      text += isApart ? ` ${part}` : part;
      last = part;
    }
    return text;
  };
  return {
    description: purposeOf(textOf((code) => (code >= 20 && code <= 29) || (code >= 60 && code <= 63))),
    payee: tidy(textOf((code) => code === 32 || code === 33)),
    memo: tidy(textOf((code) => code === 0)),
  };
}

function freeTexts(lines: string[]): Texts {
  const full = /^\/[A-Z]{4}\//.test(lines[0] ?? '') ? FULL - 1 : FULL;
  const text = tidy(lines.map((line) => (line.length >= full ? line : `${line} `)).join(''))
    .slice(0, LONGEST)
    .replace(/^[A-Z]\d\d\?/, '');
  const word = (name: string) => {
    const found = text.matchAll(new RegExp(`/${name}/(?:/?USTD/+)?(.*?)(?=/+(?:${WORDS})/|/*$)`, 'g'));
    return [...found].map(([, value = '']) => value.replace(/^\/+/, '').trim()).find((value) => value !== '');
  };
  const payee = word('NAME') || /\/CNTP\/[^/]*\/[^/]*\/([^/]+)/.exec(text)?.[1]?.trim() || '';
  return { description: word('REMI') || payee || text, payee, memo: '' };
}

/** The text for people among the parts that SEPA names; a bank's own message where there is none. */
function purposeOf(text: string): string {
  const [before = '', ...named] = text.split(SEPA_KEY);
  const at = named.indexOf('SVWZ');
  const own = tidy(at < 0 ? before : (named[at + 1] ?? ''));
  return own || tidy(/MTLG: ?(.*)$/.exec(text)?.[1] ?? '');
}

/** A line that is not full and stands before no other part ends with a word. */
function joinedLines(lines: string[]): string {
  return lines
    .map((line, index) => {
      const next = lines[index + 1];
      return next !== undefined && line.length < FULL - 5 && !/^[?>^~<]\d\d/.test(next) ? `${line} ` : line;
    })
    .join('');
}

/** A figure does not go on as a word, nor a word as a figure. */
function isOtherKind(one: string, other: string): boolean {
  const around = `${one.slice(-1)}${other.slice(0, 1)}`;
  return /\p{L}\d|\d\p{L}/u.test(around);
}
