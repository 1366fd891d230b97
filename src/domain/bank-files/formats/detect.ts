import { UnreadableFile } from '../bank-file.ts';
import { delimiterOf } from './csv.ts';
import { decode, decodeHead, encodingOf } from './encoding.ts';

export type Format =
  | 'csv'
  | 'xlsx'
  | 'xls'
  | 'ods'
  /** XML Spreadsheet 2003. */
  | 'xml'
  | 'html'
  /** A page with its parts as one message, as browsers and Excel save it. */
  | 'mhtml'
  | 'ofx'
  | 'qif'
  | 'camt053'
  | 'mt940'
  /** The file of an account that we write ourselves. */
  | 'account';

/** Letters in which a format shows itself, after titles and comments. */
const HEAD = 65_536;

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
// PDF and images.
const OTHERS = ['%PDF-', 'GIF8', '\xff\xd8\xff', 'II*\0', 'MM\0*'];
const ARCHIVES = ['Rar!', '7z\xbc\xaf', '\x1f\x8b'];
// Pictures by the whole of their signature, because rubbish may begin like one.
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

const TEXTS: [format: Format, ...signs: RegExp[]][] = [
  ['mhtml', /^[A-Za-z-]+:[ \t]/, /^MIME-Version:/im, /^Content-Type:\s*(?:multipart\/|text\/html)/im],
  ['xml', /<(?:\w+:)?Workbook\b[^<>]*urn:schemas-microsoft-com:office:spreadsheet/],
  ['ofx', /^OFXHEADER\s*:|<\?OFX\s|<OFX>/i],
  [
    'camt053',
    /urn:iso:std:iso:20022:tech:xsd:camt\.05[2-4]\.|<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b/,
  ],
  ['html', /<html[\s>]|<table[\s>]/i],
  ['account', /^\{[^{}[\]]{0,2000}"format"\s*:\s*"pruta"/],
  ['mt940', /(?:^|[\r\n]|\{4:\s*|@@):20:/, /[\r\n@]:6[01][FM]?:/],
  ['qif', /^!(?:Type|Account|Option|Clear)\b/im],
];

/**
 * What a file is, by its content alone.
 * @throws UnreadableFile
 */
export function detect(bytes: Uint8Array): Format {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(OLE)) return 'xls';
  if (begins(ZIP)) {
    const kind = kindOfArchive(bytes);
    if (kind === 'archive' || kind === 'unsupported') throw new UnreadableFile(kind);
    return kind;
  }
  const latin = String.fromCharCode(...bytes.subarray(0, 16));
  if (latin.startsWith(PNG) || OTHERS.some((signature) => latin.startsWith(signature)))
    throw new UnreadableFile('unsupported');
  if (ARCHIVES.some((signature) => latin.startsWith(signature))) throw new UnreadableFile('archive');
  const head = decodeHead(bytes, HEAD);
  const text = head.trim();
  if (text === '' && (bytes.length <= HEAD || decode(bytes).trim() === '')) throw new UnreadableFile('empty');
  if (isRubbish(head)) throw new UnreadableFile('unreadable');
  const known = TEXTS.find(([, ...signs]) => signs.every((sign) => sign.test(text)));
  if (known) return known[0];
  // XML and JSON of another kind have commas as well.
  if (/^(?:<[?!\w]|[{[])/.test(text)) throw new UnreadableFile('unsupported');
  const table = encodingOf(bytes) === 'utf-8' ? bytes : new TextEncoder().encode(decode(bytes));
  if (delimiterOf(table) === null) throw new UnreadableFile('unsupported');
  return 'csv';
}

/** Names of parts are not compressed, and the kind of an ODS neither. */
function kindOfArchive(bytes: Uint8Array): 'xlsx' | 'ods' | 'unsupported' | 'archive' {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (/xl[\\/]work(?:book|sheets)/i.test(text)) return 'xlsx';
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
  // Documents of other programs, with pictures in them or not.
  return /(?:word|ppt)[\\/]|application\/(?:vnd\.oasis|epub)/i.test(text) ? 'unsupported' : 'archive';
}

/** Texts have no control characters, and few letters that could not be decoded. */
function isRubbish(text: string): boolean {
  let wrong = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (
      code < 0x20
        ? code !== 9 && code !== 10 && code !== 13 && code !== 12 && code !== 0x1a
        : code === 0xfffd || (code >= 0x7f && code < 0xa0)
    )
      wrong++;
  }
  return wrong > text.length / 50;
}
