/** A part of a file: the value of a field of the top-level object, or an entry of a list among these. */
export interface Part {
  name: string;
  /** Absent for a value that is not split. */
  index?: number;
  text: string;
  /** From 1. */
  line: number;
}

/** Text that is not JSON, or a part that is too long. */
export class PartError extends Error {
  readonly line: number;
  readonly kind: 'syntax' | 'long';

  constructor(kind: PartError['kind'], { line, cause }: { line: number; cause?: unknown }) {
    super(kind, { cause });
    this.kind = kind;
    this.line = line;
  }
}

const [LINE_FEED, QUOTE, BACKSLASH, COMMA, COLON] = [10, 34, 92, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125];

/** Bytes. */
const LONGEST_ENTRY = 1_000_000;
const LONGEST_VALUE = 2_000_000;

const isSpace = (byte: number) => byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Splits the JSON text of one object into parts as it arrives, so that it is never in memory as a whole: the fields in
 * `values`, and the entries of those in `lists` one by one. Other fields are skipped.
 */
export class PartReader {
  readonly #lists: ReadonlySet<string>;
  readonly #values: ReadonlySet<string>;
  #state: State = 'begin';
  #line = 1;
  #name = '';
  #index = 0;
  /** Null between values. */
  #value: Value | null = null;
  #bytes = 0;
  readonly #begun = new Set<string>();
  /** Whether a comma was just read, after which a list or object must not end. */
  #isOwed = false;

  constructor({ lists, values }: { lists: readonly string[]; values: readonly string[] }) {
    this.#lists = new Set(lists);
    this.#values = new Set(values);
  }

  /** Including empty lists. */
  get begun(): ReadonlySet<string> {
    return this.#begun;
  }

  /** @throws PartError */
  push(chunk: Uint8Array): Part[] {
    const parts: Part[] = [];
    let from = 0;
    let index = this.#state === 'begin' ? this.#passMark(chunk) : 0;
    while (index < chunk.length) {
      if (this.#value) {
        const { end, lines } = endOf(this.#value, chunk, index);
        this.#line += lines;
        if (end === null) break;
        this.#finish(chunk.subarray(from, end), parts);
        index = end;
        continue;
      }
      const byte = chunk[index] as number;
      if (byte === LINE_FEED) this.#line += 1;
      if (!isSpace(byte) && this.#begin(byte)) from = index;
      index += 1;
    }
    if (this.#value) this.#keep(this.#value, chunk.subarray(from));
    this.#bytes += chunk.length;
    return parts;
  }

  #passMark(chunk: Uint8Array): number {
    let index = 0;
    while (index < chunk.length && chunk[index] === BYTE_ORDER_MARK[this.#bytes + index]) index += 1;
    return index;
  }

  /** Call it after the last chunk. @throws PartError */
  end(): void {
    if (this.#state !== 'end' || this.#value) throw this.#error();
  }

  #error(): PartError {
    return new PartError('syntax', { line: this.#line });
  }

  /** Reads a byte between values; true if a value begins with it. */
  #begin(byte: number): boolean {
    const state = this.#state;
    if (state === 'begin' && byte === OPEN) return this.#go('name');
    if (state === 'name' && byte === CLOSE && !this.#isOwed) return this.#go('end');
    if (state === 'name' && byte === QUOTE) return this.#open(byte, true);
    if (state === 'colon' && byte === COLON) return this.#go('value');
    if (state === 'value' && byte === OPEN_LIST && this.#lists.has(this.#name)) {
      this.#index = 0;
      this.#begun.add(this.#name);
      return this.#go('entry');
    }
    if (state === 'entry' && byte === CLOSE_LIST && !this.#isOwed) return this.#go('next');
    if (state === 'value' || state === 'entry') return this.#open(byte, this.#isWanted(state));
    if (state === 'next' && byte === CLOSE) return this.#go('end');
    if (state === 'next entry' && byte === CLOSE_LIST) return this.#go('next');
    if ((state === 'next' || state === 'next entry') && byte === COMMA) {
      this.#go(state === 'next' ? 'name' : 'entry');
      this.#isOwed = true;
      return false;
    }
    throw this.#error();
  }

  #isWanted(state: 'value' | 'entry'): boolean {
    return state === 'entry' || this.#values.has(this.#name) || this.#lists.has(this.#name);
  }

  #go(state: State): false {
    this.#state = state;
    this.#isOwed = false;
    return false;
  }

  #open(byte: number, isWanted: boolean): true {
    if (byte === COMMA || byte === COLON || byte === CLOSE || byte === CLOSE_LIST) throw this.#error();
    const depth = byte === OPEN || byte === OPEN_LIST ? 1 : 0;
    const kind = byte === QUOTE ? 'text' : depth === 1 ? 'nested' : 'plain';
    this.#value = {
      kind,
      depth,
      isInText: kind === 'text',
      isEscaped: false,
      isWanted,
      line: this.#line,
      kept: [],
      size: 0,
    };
    return true;
  }

  #keep(value: Value, bytes: Uint8Array): void {
    value.size += bytes.length;
    const most = this.#state === 'value' ? LONGEST_VALUE : LONGEST_ENTRY;
    if (!value.isWanted) return;
    if (value.size > most) throw new PartError('long', { line: value.line });
    // Copied, because the sender may reuse the chunk.
    value.kept.push(bytes.slice());
  }

  #finish(last: Uint8Array, parts: Part[]): void {
    const value = this.#value as Value;
    const state = this.#state;
    this.#value = null;
    if (value.kept.length > 0 || value.isWanted) this.#keep(value, last);
    this.#go(state === 'name' ? 'colon' : state === 'value' ? 'next' : 'next entry');
    if (!value.isWanted) return;
    const text = this.#textOf(value);
    if (state === 'name') {
      this.#name = this.#nameIn(text);
      return;
    }
    const { line } = value;
    if (state === 'value') parts.push({ name: this.#name, text, line });
    else parts.push({ name: this.#name, index: this.#index++, text, line });
  }

  #textOf({ kept, line }: Value): string {
    try {
      return decoder.decode(kept.length === 1 ? kept[0] : Buffer.concat(kept));
    } catch (error) {
      throw new PartError('syntax', { line, cause: error });
    }
  }

  #nameIn(text: string): string {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new PartError('syntax', { line: this.#line, cause: error });
    }
  }
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** What is expected next: a field's name, its value, an entry of its list, or what follows these. */
type State = 'begin' | 'name' | 'colon' | 'value' | 'next' | 'entry' | 'next entry' | 'end';

interface Value {
  kind: 'text' | 'nested' | 'plain';
  depth: number;
  isInText: boolean;
  isEscaped: boolean;
  isWanted: boolean;
  line: number;
  kept: Uint8Array[];
  size: number;
}

/**
 * Continues within a value, after its first byte. Returns the index at which it ends, or null, and the number of line
 * feeds before.
 */
function endOf(value: Value, chunk: Uint8Array, from: number): { end: number | null; lines: number } {
  let { depth, isInText, isEscaped } = value;
  let lines = 0;
  for (let index = from; index < chunk.length; index += 1) {
    if (isInText) {
      const quote = chunk.indexOf(QUOTE, isEscaped ? index + 1 : index);
      isEscaped = isEscapedAt(chunk, quote < 0 ? chunk.length : quote, isEscaped ? index + 1 : index);
      if (quote < 0) break;
      index = quote;
      if (isEscaped) isEscaped = false;
      else {
        isInText = false;
        if (value.kind === 'text') return { end: index + 1, lines };
      }
      continue;
    }
    const byte = chunk[index] as number;
    if (value.kind === 'plain') {
      if (byte === COMMA || byte === CLOSE || byte === CLOSE_LIST || isSpace(byte))
        return { end: index, lines };
    } else if (byte === QUOTE) isInText = true;
    else if (byte === OPEN || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return { end: index + 1, lines };
    } else if (byte === LINE_FEED) lines += 1;
  }
  Object.assign(value, { depth, isInText, isEscaped });
  return { end: null, lines };
}

/** Whether the byte at an index follows an odd number of backslashes; nothing before `from` is escaped. */
function isEscapedAt(chunk: Uint8Array, index: number, from: number): boolean {
  let start = index;
  while (start > from && chunk[start - 1] === BACKSLASH) start -= 1;
  return (index - start) % 2 === 1;
}
