import { type BankFile, type FileRow, type Mapping, UnreadableFile } from './bank-file.ts';

export async function readBankFile(
  bytes: Uint8Array,
  { mapping }: { mapping?: Mapping | undefined } = {},
): Promise<BankFile> {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') throw new UnreadableFile('empty');
  if (text.includes('\u0000')) throw new UnreadableFile('unsupported');
  if (text.includes('<OFX>')) return ofx(text);
  const [header = '', ...lines] = text.split(/\r?\n/);
  const columns = { date: 0, description: 1, amount: 2 };
  const rows = lines.flatMap((line, index): FileRow[] => {
    const [date = '', description = '', amount = ''] = line.split(',');
    if (!/^\d{4}-/.test(date)) return [];
    return [
      {
        line: index + 2,
        date,
        description,
        amount: amount.replace('-', ''),
        type: amount.startsWith('-') ? 'expense' : 'income',
      },
    ];
  });
  const isAmbiguous = !mapping && /\d\d\/\d\d\/\d{4}/.test(text);
  const read = mapping ?? {
    columns,
    dateOrder: isAmbiguous ? null : 'ymd',
    decimalMark: '.',
    sign: 'minus_out',
  };
  return {
    kind: 'csv',
    accounts: [],
    currency: null,
    rows,
    skipped: [],
    errors: [],
    question: {
      header: header.split(','),
      sample: lines.slice(0, 5).map((line) => line.split(',')),
      shape: header,
      mapping: read,
      ambiguous: isAmbiguous ? ['date_order'] : [],
    },
  };
}

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
