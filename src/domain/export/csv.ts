// What spreadsheets take for the start of a formula (OWASP, CSV Injection), after apostrophes already in the text.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/;

const MARKED = /^'+[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * Keeps spreadsheets from running a text as a formula: it gets an apostrophe in front, as does a text with apostrophes
 * before the start of a formula, so that `unescaped` restores every text (decision 0062).
 */
export function escaped(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unescaped(text: string): string {
  return MARKED.test(text) ? text.slice(1) : text;
}

/** A record as in RFC 4180; fields with a separator, quotes, line breaks or spaces at the ends are quoted. */
export function record(fields: string[], separator: ',' | ';'): string {
  return `${fields.map((field) => quoted(field, separator)).join(separator)}\r\n`;
}

function quoted(field: string, separator: string): string {
  const needsQuotes = field.includes(separator) || /["\r\n\t]|^'|^\s|\s$/.test(field);
  return needsQuotes ? `"${field.replaceAll('"', '""')}"` : field;
}

export const BYTE_ORDER_MARK = '\uFEFF';
