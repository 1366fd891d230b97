import { parse } from 'csv-parse/sync';

/** Reads RFC 4180 without sharing code with the writer. */
export function readCsv(text: string, separator: ',' | ';' = ','): string[][] {
  return parse(text, { bom: true, delimiter: separator, record_delimiter: '\r\n', skip_empty_lines: false });
}
