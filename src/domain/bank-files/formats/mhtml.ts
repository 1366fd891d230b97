import { type Table, UnreadableFile } from '../bank-file.ts';
import { readHtml } from './html.ts';

/** Pages that are read: each sheet of a workbook is one. */
const MOST_PAGES = 50;

/** A page, or a workbook as several, with its pictures and styles as one message. */
export function readMhtml(bytes: Uint8Array): Table {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const [, quoted, plain] = /\bboundary\s*=\s*(?:"([^"\r\n]+)"|([^\s;]+))/i.exec(message) ?? [];
  const boundary = quoted ?? plain;
  const parts = boundary ? message.split(`--${boundary}`).slice(1) : [message];
  const pages = parts.flatMap((part) => pageOf(part.trimStart()) ?? []);
  if (pages.length === 0 || pages.length > MOST_PAGES) throw new UnreadableFile('unreadable');
  const sheets = pages.flatMap((page) => readHtml(page).sheets).filter(({ rows }) => rows.length > 0);
  return { format: 'html', sheets };
}

/** @returns null where the part is no page */
function pageOf(part: string): Uint8Array | null {
  const end = /\r?\n\r?\n/.exec(part);
  if (!end) return null;
  const head = part.slice(0, end.index);
  if (!/^Content-Type:\s*text\/html/im.test(head)) return null;
  const body = part.slice(end.index + end[0].length);
  const [, encoding = ''] = /^Content-Transfer-Encoding:\s*([\w-]+)/im.exec(head) ?? [];
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64');
  const isQuoted = /^quoted-printable$/i.test(encoding);
  return Buffer.from(isQuoted ? unquoted(body) : body, 'latin1');
}

function unquoted(text: string): string {
  return text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
