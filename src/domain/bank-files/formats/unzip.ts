import { Inflate } from 'fflate';
import { UnreadableFile } from '../bank-file.ts';

const MOST_ENTRIES = 2000;
const MOST_UNPACKED = 160 * 1024 * 1024;
/** Sheets shrink to a tenth or a thirtieth; what shrinks far more has been made to be a burden. */
const MOST_RATIO = 150;
/** Below this no ratio is a burden. */
const HARMLESS = 4 * 1024 * 1024;
/** Bytes inflated at once, which grow to a thousand times as many at most. */
const STEP = 2048;

const STORED = 0;
const DEFLATED = 8;

interface Entry {
  start: number;
  size: number;
  method: number;
}

/** Reads an archive part by part; what is unpacked is bounded over all parts. */
export class Archive {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  #unpacked = 0;

  /** @throws UnreadableFile */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = bytes.length - 22;
    const last = Math.max(0, at - 65_535);
    while (at >= last && this.#view.getUint32(at, true) !== 0x06054b50) at--;
    if (at < last) throw new UnreadableFile('unreadable');
    const count = this.#view.getUint16(at + 10, true);
    if (count > MOST_ENTRIES) throw new UnreadableFile('too_large');
    let head = this.#view.getUint32(at + 16, true);
    for (let index = 0; index < count; index++) head = this.#addEntry(head, at);
  }

  #addEntry(head: number, end: number): number {
    const view = this.#view;
    if (head + 46 > end || view.getUint32(head, true) !== 0x02014b50) throw new UnreadableFile('unreadable');
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(head + at, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(head + 42, true);
    if (local + 30 > end) throw new UnreadableFile('unreadable');
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const path = new TextDecoder().decode(this.#bytes.subarray(head + 46, head + 46 + name));
    this.#entries.set(tidyPath(path), {
      start,
      size: Math.max(0, Math.min(view.getUint32(head + 20, true), end - start)),
      // The lowest bit of the flags: encrypted.
      method: (view.getUint16(head + 8, true) & 1) === 1 ? -1 : view.getUint16(head + 10, true),
    });
    return head + 46 + name + extra + comment;
  }

  has(path: string): boolean {
    return this.#entries.has(tidyPath(path));
  }

  /**
   * Unpacks a part in chunks, none of which is held.
   * @returns false where there is no such part
   * @throws UnreadableFile
   */
  read(path: string, take: (chunk: Uint8Array, isLast: boolean) => void): boolean {
    const entry = this.#entries.get(tidyPath(path));
    if (!entry) return false;
    const { start, size, method } = entry;
    if (method !== STORED && method !== DEFLATED) throw new UnreadableFile('unsupported');
    const counted = (chunk: Uint8Array, isLast: boolean) => {
      this.#unpacked += chunk.length;
      const isBomb = this.#unpacked > HARMLESS && this.#unpacked > MOST_RATIO * this.#bytes.length;
      if (isBomb || this.#unpacked > MOST_UNPACKED) throw new UnreadableFile('too_large');
      take(chunk, isLast);
    };
    const inflate = new Inflate(counted);
    const step = method === STORED ? 65_536 : STEP;
    for (let at = start; at < start + size || size === 0; at += step) {
      const isLast = at + step >= start + size;
      const chunk = this.#bytes.subarray(at, Math.min(at + step, start + size));
      if (method === STORED) counted(chunk, isLast);
      else inflateChunk(inflate, chunk, isLast);
      if (isLast) break;
    }
    return true;
  }
}

function inflateChunk(inflate: Inflate, chunk: Uint8Array, isLast: boolean): void {
  try {
    inflate.push(chunk, isLast);
  } catch (error) {
    // Errors of the library have a number.
    if (typeof (error as { code?: unknown }).code === 'number')
      throw new UnreadableFile('unreadable', { cause: error });
    throw error;
  }
}

function tidyPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
