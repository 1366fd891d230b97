import { type BankFile, type FileRow, type Mapping, UnreadableFile } from './bank-file.ts';
import { readCsv } from './formats/csv.ts';
import { detect } from './formats/detect.ts';
import { readHtml } from './formats/html.ts';
import { readXls } from './formats/xls.ts';
import { readXlsx } from './formats/xlsx.ts';
import { readTable } from './read.ts';

export async function readBankFile(
  bytes: Uint8Array,
  { mapping }: { mapping?: Mapping | undefined } = {},
): Promise<BankFile> {
  const format = detect(bytes);
  if (format === 'ofx') return ofx(new TextDecoder('windows-1252').decode(bytes));
  const reader = READERS[format as keyof typeof READERS];
  if (!reader) throw new UnreadableFile('unsupported');
  return readTable(reader(bytes), mapping ? { mapping } : {});
}

const READERS = { csv: readCsv, xlsx: readXlsx, xls: readXls, html: readHtml };

function ofx(text: string): BankFile {
  const field = (block: string, name: string) =>
    new RegExp(`<${name}>([^<\\r\\n]*)`).exec(block)?.[1]?.trim();
  const rows = [...text.matchAll(/<STMTTRN>([\s\S]*?)<\/STMTTRN>/g)].map(([, block = ''], index): FileRow => {
    const day = field(block, 'DTPOSTED') ?? '';
    const amount = field(block, 'TRNAMT') ?? '0';
    return {
      line: index + 1,
      date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`,
      description: field(block, 'NAME') ?? field(block, 'MEMO') ?? '',
      amount: amount.replace(/[+-]/, ''),
      type: amount.startsWith('-') ? 'expense' : 'income',
      externalId: field(block, 'FITID') ?? '',
    };
  });
  const closing = field(text, 'BALAMT');
  return {
    kind: 'ofx',
    accounts: [{ number: field(text, 'ACCTID') ?? '' }],
    currency: field(text, 'CURDEF') ?? null,
    rows,
    skipped: [],
    errors: [],
    ...(closing !== undefined && { closingBalance: closing }),
  };
}
