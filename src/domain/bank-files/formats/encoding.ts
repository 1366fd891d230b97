import { UnreadableFile } from '../bank-file.ts';

const MARKS: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Bytes that are looked at where the whole file would tell no more. */
const HEAD = 65_536;

/** The text of a file, without a mark of byte order. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Only the beginning of the text. */
export function decodeHead(bytes: Uint8Array, length: number): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, length));
}

/**
 * The name of the encoding for `TextDecoder`: as marked, as the bytes must be, as declared, else by the letters.
 * @throws UnreadableFile for Hebrew of DOS
 */
export function encodingOf(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return (
    marked?.[0] ?? wideEncoding(bytes) ?? (isUtf8(bytes) ? 'utf-8' : (declared(bytes) ?? byLetters(bytes)))
  );
}

/** UTF-16 without a mark: the high bytes of most letters, or of the digits and blanks between them, are zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, HEAD);
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = Math.max(2, head.length / 10);
  if (odd >= many && even * 20 < odd) return 'utf-16le';
  return even >= many && odd * 20 < even ? 'utf-16be' : null;
}

/** Also where a few letters are cut: some banks shorten texts by bytes. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    let letters = 0;
    let broken = 0;
    for (let index = 0; index < bytes.length; ) {
      const byte = bytes[index++] ?? 0;
      if (byte < 0x80) continue;
      const more =
        byte >= 0xc2 && byte < 0xe0
          ? 1
          : byte >= 0xe0 && byte < 0xf0
            ? 2
            : byte >= 0xf0 && byte < 0xf5
              ? 3
              : 0;
      let read = 0;
      while (read < more && ((bytes[index] ?? 0) & 0xc0) === 0x80) {
        read++;
        index++;
      }
      if (more > 0 && read === more) letters++;
      else broken++;
    }
    return letters > 20 * broken;
  }
}

/** As XML, HTML and OFX declare it. */
function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const [, label = ''] =
    /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head) ??
    /^\s*OFXHEADER:[\s\S]*?\bCHARSET:\s*([\w.:-]+)/i.exec(head) ??
    [];
  const name = /^\d{3,4}$/.test(label) ? `windows-${label}` : label;
  try {
    const { encoding } = new TextDecoder(name);
    // The bytes have shown that it is neither.
    return /^utf-/.test(encoding) ? null : encoding;
  } catch {
    return null;
  }
}

/**
 * Hebrew letters stand beside each other, letters with accents mostly alone between plain ones.
 * @throws UnreadableFile for Hebrew of DOS (code page 862)
 */
function byLetters(bytes: Uint8Array): string {
  const isHebrew = (byte = 0) => byte >= 0xe0 && byte <= 0xfa;
  const isPlain = (byte = 0) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  const isOfDos = (byte = 0) => byte >= 0x80 && byte <= 0x9a;
  let hebrew = 0;
  let latin = 0;
  let dos = 0;
  bytes.forEach((byte, index) => {
    if (isOfDos(byte) && (isOfDos(bytes[index - 1]) || isOfDos(bytes[index + 1]))) dos++;
    if (byte < 0xc0) return;
    if (isHebrew(byte) && (isHebrew(bytes[index - 1]) || isHebrew(bytes[index + 1]))) hebrew++;
    else if (!isHebrew(byte) || isPlain(bytes[index - 1]) || isPlain(bytes[index + 1])) latin++;
  });
  if (dos > 3 && dos > hebrew + latin) throw new UnreadableFile('dos_hebrew');
  // Its letters are those of ISO 8859-8, and it has the sheqel sign.
  return hebrew > latin ? 'windows-1255' : 'windows-1252';
}
