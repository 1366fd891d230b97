// What spreadsheets take for the beginning of a formula (OWASP, CSV Injection), after apostrophes that were there before.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/;

const MARKED = /^'+[=+\-@\t\r\n\0＝＋－＠]/;

/**
 * A text that no spreadsheet runs as a formula: one that begins like a formula gets an apostrophe in front, and so does
 * one that begins with apostrophes before it, so that `unescaped` gives back every text (decision 0062).
 */
export function escaped(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

export function unescaped(text: string): string {
  return MARKED.test(text) ? text.slice(1) : text;
}

/** A record as RFC 4180 has it; fields with a separator, quotes, line breaks or spaces at their ends are quoted. */
export function record(fields: string[], separator: ',' | ';'): string {
  return `${fields.map((field) => quoted(field, separator)).join(separator)}\r\n`;
}

function quoted(field: string, separator: string): string {
  const needsQuotes = field.includes(separator) || /["\r\n\t]|^'|^\s|\s$/.test(field);
  return needsQuotes ? `"${field.replaceAll('"', '""')}"` : field;
}

/** What tells spreadsheets that a file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
