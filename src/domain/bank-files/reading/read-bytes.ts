import { type BankFile, type Mapping, type Table, UnreadableFile } from '../bank-file.ts';
import { readCamt053 } from '../formats/camt053.ts';
import { readCsv } from '../formats/csv.ts';
import { detect, type Format } from '../formats/detect.ts';
import { decode } from '../formats/encoding.ts';
import { readHtml } from '../formats/html.ts';
import { readMhtml } from '../formats/mhtml.ts';
import { readMt940 } from '../formats/mt940.ts';
import { readOds } from '../formats/ods.ts';
import { readOfx } from '../formats/ofx.ts';
import { readQif } from '../formats/qif.ts';
import { MOST_ROWS } from '../formats/sheet-rows.ts';
import { readXls } from '../formats/xls.ts';
import { readXlsx } from '../formats/xlsx.ts';
import { readXmlSpreadsheet } from '../formats/xml-spreadsheet.ts';
import { readApp } from '../layouts/apps.ts';
import { readTable } from './read.ts';

const TABLES: Partial<Record<Format, (bytes: Uint8Array) => Table>> = {
  csv: readCsv,
  html: readHtml,
  xls: readXls,
  xlsx: readXlsx,
  ods: readOds,
  xml: readXmlSpreadsheet,
  mhtml: readMhtml,
};

const TEXTS: Partial<Record<Format, (text: string, options: Options) => BankFile>> = {
  ofx: readOfx,
  qif: readQif,
  mt940: readMt940,
  camt053: readCamt053,
};

interface Options {
  mapping?: Mapping | undefined;
}

/**
 * Reads a file of any kind, in the process that calls it.
 * @throws UnreadableFile
 */
export function readBytes(bytes: Uint8Array, options: Options = {}): BankFile {
  const format = detect(bytes);
  const table = TABLES[format]?.(bytes);
  // For example a sign-in page that was saved instead of the file.
  if (table?.sheets.length === 0) throw new UnreadableFile('unsupported');
  if (table?.sheets.every(({ rows }) => rows.length === 0)) throw new UnreadableFile('empty');
  const file = table
    ? (readApp(table, options) ?? readTable(table, options))
    : TEXTS[format]?.(decode(bytes), options);
  if (!file) throw new UnreadableFile('unsupported');
  const said = file.rows.length + file.skipped.length + file.errors.length;
  if (table && said === 0 && !file.question) throw new UnreadableFile('empty');
  const beyond = file.rows[MOST_ROWS];
  if (beyond) throw new UnreadableFile('too_large', beyond.line);
  return file;
}
