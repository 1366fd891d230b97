import { Terminal } from './terminal.ts';
import type { TerminalBrowser } from './terminal-browser.ts';

const OPTIONS = {
  confirm_qq: 0,
  ignorecase_search: 0,
  wrap_search: 0,
  use_history: 0,
  color: 0,
  default_url: 0,
  use_cookie: 1,
  show_cookie: 0,
  accept_cookie: 1,
};

const ENTER = '\n';
const NEXT = '\t';
const PREVIOUS = '\u001b\t';
const ERASE_LINE = '\u0015';
const TOP = 'g';

/** In w3m a search moves to a text, and Tab from there to the next link or field. */
export class W3m implements TerminalBrowser {
  readonly #terminal: Terminal;
  readonly #origin: string;

  constructor(program: string, origin: string, language: string) {
    this.#origin = origin;
    const options = Object.entries({ ...OPTIONS, accept_language: language });
    const set = options.map(([name, value]) => `-o ${name}=${value}`).join(' ');
    this.#terminal = new Terminal(`${program} -I UTF-8 -O UTF-8 ${set} ${origin}/login`);
  }

  get text(): string {
    return this.#terminal.text.split('\n').slice(0, -1).join('\n');
  }

  open(path: string): void {
    this.#terminal.type(`U${ERASE_LINE}${this.#origin}${path}${ENTER}`);
  }

  async at(title: string, ...texts: string[]): Promise<void> {
    await this.#terminal.until([title, ...texts].join(', '), (lines) => {
      const status = lines.at(-1) ?? '';
      const page = lines.slice(0, -1).join('\n');
      return status.includes(`${title} | `) && texts.every((text) => page.includes(text));
    });
    await this.#terminal.redraw();
  }

  press(...texts: string[]): void {
    this.#moveTo(...texts);
    this.#terminal.type(ENTER);
  }

  tick(text: string): void {
    this.#moveTo(text);
    this.#terminal.type(PREVIOUS + ENTER);
  }

  fill(label: string, text: string): void {
    this.#moveTo(label);
    this.#terminal.type(`${NEXT}${ENTER}${ERASE_LINE}${text}${ENTER}`);
  }

  choose(label: string, option: string): void {
    this.#moveTo(label);
    this.#terminal.type(`${NEXT}${ENTER}/${escaped(option)}${ENTER}${ENTER}`);
  }

  quit(): Promise<void> {
    return this.#terminal.close('Q');
  }

  kill(): Promise<void> {
    return this.#terminal.kill();
  }

  #moveTo(...texts: string[]): void {
    this.#terminal.type(TOP + texts.map((text) => `/${escaped(text)}${ENTER}`).join(''));
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
}
