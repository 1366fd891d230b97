import { DomainError } from '../domain/error.ts';

export interface SentFile {
  name: string;
  /** Throws (400) when it breaks off. */
  bytes: AsyncIterable<Uint8Array>;
}

export interface Upload {
  /** Those before the file; all once `next` has given null. */
  fields: FormData;
  /** The bytes of the first file; null if none was chosen. */
  file: AsyncIterable<Uint8Array> | null;
  fileName: string;
  /** Continues after the file, whose unread rest it discards; null at the end. */
  next(): Promise<SentFile | null>;
}

const FIELDS_LIMIT = 64 * 1024;

/**
 * Reads a `multipart/form-data` body up to its first file; null for other bodies. The unread rest stays in the
 * connection, which must discard it.
 */
export async function beginUpload({
  headers,
  body,
}: Pick<Request, 'headers' | 'body'>): Promise<Upload | null> {
  const boundary = boundaryIn(headers.get('content-type') ?? '');
  if (!boundary || !body) return null;
  const source = new Source(body);
  const end = Buffer.from(`\r\n--${boundary}`);
  const fields = new FormData();
  if (!(await source.takeUntil(end))) return null;
  let current: AsyncIterable<Uint8Array> | null = null;
  const advance = async (): Promise<SentFile | null | undefined> => {
    for await (const _unread of current ?? []);
    for (;;) {
      const head = await source.takeUntil(HEAD_END);
      // Two hyphens follow the last boundary.
      if (!head || head.subarray(0, 2).equals(LAST)) return head ? null : undefined;
      const { name, filename } = dispositionIn(head.toString('utf8'));
      if (name === undefined) return undefined;
      if (filename) {
        const bytes = source.readUntil(end);
        current = bytes;
        return { name: filename, bytes };
      }
      const value = await source.takeUntil(end);
      if (!value) return undefined;
      if (filename === undefined) fields.append(name, value.toString('utf8'));
    }
  };
  const first = await advance();
  if (first === undefined) return null;
  return {
    fields,
    file: first?.bytes ?? null,
    fileName: first?.name ?? '',
    next: async () => (current ? ((await advance()) ?? null) : null),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST = Buffer.from('--');

function boundaryIn(type: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(type)) return undefined;
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(type) ?? [];
  return quoted ?? plain;
}

function dispositionIn(head: string): { name?: string | undefined; filename?: string | undefined } {
  const line = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? '';
  const value = (parameter: string) => new RegExp(`;\\s*${parameter}="([^"]*)"`, 'i').exec(`;${line}`)?.[1];
  return { name: value('name'), filename: value('filename') };
}

class Source {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  // Makes the first boundary look like the others.
  #held: Buffer = Buffer.from('\r\n');
  #taken = 0;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read().catch(brokenOff);
    if (done) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
    return true;
  }

  /** Returns the bytes before `end` and skips it; null if it does not come in time. */
  async takeUntil(end: Buffer): Promise<Buffer | null> {
    for (;;) {
      const index = this.#held.indexOf(end);
      if (this.#taken + Math.max(index, 0) > FIELDS_LIMIT) return null;
      if (index >= 0) {
        const bytes = this.#held.subarray(0, index);
        this.#held = this.#held.subarray(index + end.length);
        this.#taken += index;
        return bytes;
      }
      if (this.#held.length > FIELDS_LIMIT || !(await this.#more())) return this.#last();
    }
  }

  // The end of a form without a file has no line break.
  #last(): Buffer | null {
    return this.#held.subarray(0, 2).equals(LAST) ? this.#held : null;
  }

  /** Streams the bytes before `end`. @throws DomainError when it does not come */
  async *readUntil(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const index = this.#held.indexOf(end);
      // `end` may have begun.
      const length = index >= 0 ? index : Math.max(0, this.#held.length - end.length + 1);
      const bytes = this.#held.subarray(0, length);
      this.#held = this.#held.subarray(length);
      if (bytes.length > 0) yield bytes;
      if (index >= 0) return;
      if (!(await this.#more())) brokenOff();
    }
  }
}

// The client disconnected, which is not an error of the server.
function brokenOff(): never {
  throw new DomainError('VALIDATION_ERROR', 400, { message: 'import:errorSyntax' });
}
