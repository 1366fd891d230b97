const ESCAPE = '\u001b';
const SEQUENCE = /^\[(\d*)(?:;(\d*))?([A-Za-z])/;
/** Direction marks have no width. */
const INVISIBLE = /\p{Cf}/u;
/** Drawn over the previous character. */
const COMBINED = /\p{Mn}/u;

/** The screen of the terminal that `terminfo` describes. */
export class Screen {
  clears = 0;
  #rows: string[][] = [];
  #row = 0;
  #column = 0;
  #rest = '';

  get lines(): string[] {
    return Array.from(this.#rows, (cells = []) =>
      Array.from(cells, (cell = ' ') => cell)
        .join('')
        .trimEnd(),
    );
  }

  write(output: string): void {
    let rest = this.#rest + output;
    while (rest !== '') {
      const isSequence = rest.startsWith(ESCAPE);
      const sequence = isSequence ? SEQUENCE.exec(rest.slice(ESCAPE.length)) : null;
      // The rest of the sequence comes later.
      if (isSequence && !sequence) break;
      const [character = ''] = rest;
      if (sequence) this.#command(sequence);
      else this.#place(character);
      rest = rest.slice(sequence ? ESCAPE.length + sequence[0].length : character.length);
    }
    this.#rest = rest;
  }

  #command([, first = '', second = '', letter]: RegExpExecArray): void {
    const [rows, columns] = [Number(first) || 1, Number(second) || 1];
    if (letter === 'H') [this.#row, this.#column] = [rows - 1, columns - 1];
    if (letter === 'A') this.#row -= rows;
    if (letter === 'B') this.#row += rows;
    if (letter === 'C') this.#column += rows;
    if (letter === 'D') this.#column -= rows;
    if (letter === 'K' || letter === 'J') this.#rows[this.#row]?.splice(this.#column);
    if (letter !== 'J') return;
    this.#rows.splice(this.#row + 1);
    if (this.#row === 0 && this.#column === 0) this.clears += 1;
  }

  #place(character: string): void {
    if (character === '\r') this.#column = 0;
    else if (character === '\n') this.#row += 1;
    else if (character === '\b') this.#column -= 1;
    else if (character >= ' ') this.#print(character);
  }

  #print(character: string): void {
    this.#rows[this.#row] ??= [];
    const row = this.#rows[this.#row] ?? [];
    if (INVISIBLE.test(character)) return;
    if (!COMBINED.test(character)) row[this.#column++] = character;
    else if (this.#column > 0) row[this.#column - 1] += character;
  }
}
