/** A part of a file: the value of a field of the top-level object, or an entry of a list among these. */
export interface Part {
  name: string;
  /** Absent for a value that is not split. */
  index?: number;
  value: unknown;
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

/** Bytes. */
const LONGEST_ENTRY = 1_000_000;
const LONGEST_VALUE = 2_000_000;

const MARKS = /["[\]{},]/g;
const IN_TEXT = /"|\\.?/gs;
const BLANK = /^[ \t\r\n]*$/;
const BEGINNING = /^(?:\xef\xbb\xbf)?[ \t\r\n]*$/;
const NAME = /^\s*"((?:[^"\\]|\\.)*)"\s*:/;
const NAME_ALONE = new RegExp(`${NAME.source}\\s*$`);

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const linesIn = (text: string) => text.split('\n').length - 1;

/**
 * Splits the JSON text of one object into parts as it arrives, so that it is never in memory as a whole: the fields in
 * `values`, and the entries of those in `lists` one by one. Other fields are skipped. A part is found by the marks
 * around it, in bytes as Latin-1, and parsed by itself.
 */
export class PartReader {
  readonly #lists: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  /** Where parts begin and end. */
  #level: 'outside' | 'object' | 'list' = 'outside';
  #isEnded = false;
  /** The depth below that level. */
  #nested = 0;
  /** Whether the current field of the object has its list or object, so that another one cannot follow. */
  #hasNested = false;
  #isInText = false;
  #isEscaped = false;
  #list = '';
  #isAfterList = false;
  /** Parts of the object or list so far. */
  #count = 0;
  /** The current part so far, and the line on which it begins. */
  #text = '';
  #line = 1;
  #isSkipped = false;
  readonly #begun = new Set<string>();

  constructor({ lists, values }: { lists: readonly string[]; values: readonly string[] }) {
    this.#lists = new Set(lists);
    this.#names = new Set([...lists, ...values]);
  }

  /** Including empty lists. */
  get begun(): ReadonlySet<string> {
    return this.#begun;
  }

  /** @throws PartError */
  push(chunk: Uint8Array): Part[] {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    const parts: Part[] = [];
    let from = 0;
    let index = this.#isEscaped ? 1 : 0;
    this.#isEscaped = false;
    for (;;) {
      const marks = this.#isInText ? IN_TEXT : MARKS;
      marks.lastIndex = index;
      const [mark] = marks.exec(text) ?? [];
      if (mark === undefined) break;
      index = marks.lastIndex;
      const before = () => text.slice(from, index - 1);
      if (mark === '"') this.#isInText = !this.#isInText;
      else if (this.#isInText) this.#isEscaped = mark.length === 1;
      else if (mark === '{' || mark === '[') {
        if (this.#nested === 0 && this.#isOpening(mark, before)) from = index;
        else {
          if (this.#nested === 0 && this.#level === 'object') this.#hasNested = true;
          this.#nested += 1;
        }
      } else if (this.#nested === 0) {
        this.#add(before());
        parts.push(...this.#finish(mark));
        from = index;
      } else if (mark !== ',') this.#nested -= 1;
    }
    this.#add(text.slice(from));
    return parts;
  }

  /** Call it after the last chunk. @throws PartError */
  end(): void {
    if (!this.#isEnded || !BLANK.test(this.#text)) throw this.#error();
  }

  #error(kind: PartError['kind'] = 'syntax', cause?: unknown): PartError {
    const [blank = ''] = /^\s*/.exec(this.#text) ?? [];
    return new PartError(kind, { line: this.#line + linesIn(blank), cause });
  }

  #add(text: string): void {
    this.#text += text;
    if (this.#text.length > (this.#level === 'list' ? LONGEST_ENTRY : LONGEST_VALUE) && !this.#isSkipped) {
      const name = this.#level === 'list' ? this.#list : NAME.exec(this.#text)?.[1];
      if (name === undefined || this.#names.has(name))
        throw this.#error(name === undefined ? 'syntax' : 'long');
      this.#isSkipped = true;
    }
    if (this.#isSkipped) this.#next();
  }

  #next(): void {
    this.#line += linesIn(this.#text);
    this.#text = '';
  }

  /** Whether the object, or one of the lists, begins with a mark. */
  #isOpening(mark: string, before: () => string): boolean {
    if (this.#level === 'list' || this.#isSkipped) return false;
    if (this.#hasNested) throw this.#error();
    const text = this.#text + before();
    if (this.#level === 'outside') {
      if (mark === '[' || this.#isEnded || !BEGINNING.test(text)) throw this.#error();
      this.#level = 'object';
    } else {
      const [, name = ''] = NAME_ALONE.exec(text) ?? [];
      if (mark === '{' || !this.#lists.has(name) || this.#isAfterList) return false;
      this.#level = 'list';
      this.#list = name;
      this.#count = 0;
      this.#begun.add(name);
    }
    this.#text = text;
    this.#next();
    return true;
  }

  /** Ends a part at a comma, or at the end of its object or list. */
  #finish(mark: string): Part[] {
    const isBlank = BLANK.test(this.#text) && !this.#isSkipped;
    const isInList = this.#level === 'list';
    // A comma follows or precedes a part, and nothing else follows a list.
    const isMissing = isBlank && !this.#isAfterList && (mark === ',' || this.#count > 0);
    if (this.#level === 'outside' || mark === (isInList ? '}' : ']') || isMissing) throw this.#error();
    if (this.#isAfterList && !isBlank) throw this.#error();
    const parts = isBlank || this.#isSkipped ? [] : this.#read(isInList);
    this.#count += 1;
    this.#isAfterList = isInList && mark === ']';
    if (mark !== ',') this.#level = isInList ? 'object' : 'outside';
    this.#isEnded = this.#level === 'outside';
    this.#isSkipped = false;
    this.#hasNested = false;
    this.#next();
    return parts;
  }

  #read(isInList: boolean): Part[] {
    const { line } = this.#error();
    try {
      const text = decoder.decode(Buffer.from(this.#text, 'latin1'));
      if (isInList) return [{ name: this.#list, index: this.#count, value: parsed(text), line }];
      const fields = Object.entries(parsed(`{${text}}`) as object);
      return fields.filter(([name]) => this.#names.has(name)).map(([name, value]) => ({ name, value, line }));
    } catch (error) {
      throw this.#error('syntax', error);
    }
  }
}

// Half of a surrogate pair cannot be stored. JSON writes it as an escape.
const HALF = /\\u[dD]/;

const withoutHalves = (_name: string, value: unknown) =>
  typeof value === 'string' && !value.isWellFormed() ? value.toWellFormed() : value;

const parsed = (text: string): unknown =>
  HALF.test(text) ? JSON.parse(text, withoutHalves) : JSON.parse(text);
