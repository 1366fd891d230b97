import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Terminal } from './terminal.ts';
import type { TerminalBrowser } from './terminal-browser.ts';

const SETTINGS = `
ACCEPT_ALL_COOKIES:TRUE
ASSUME_CHARSET:utf-8
CHARACTER_SET:utf-8
DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED
TEXTFIELDS_NEED_ACTIVATION:TRUE
PARTIAL:FALSE
NO_PAUSE:TRUE
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
`;

const ENTER = '\n';
const NEXT_FIELD = '\t';
const ERASE_LINE = '\u0015';
/** The title above a page, and three lines of help below it. */
const FRAME = { above: 1, below: 3 };

/** Lynx numbers each link and field; the number and `g` move to it. */
export class Lynx implements TerminalBrowser {
  readonly #terminal: Terminal;
  readonly #origin: string;

  constructor(program: string, origin: string, language: string) {
    this.#origin = origin;
    this.#terminal = new Terminal(`${program} -cfg={home}/lynx.cfg ${origin}/login`, (home) =>
      writeFileSync(join(home, 'lynx.cfg'), `${SETTINGS}PREFERRED_LANGUAGE:${language}\n`),
    );
  }

  get text(): string {
    return this.#terminal.text.split('\n').slice(FRAME.above, -FRAME.below).join('\n');
  }

  open(path: string): void {
    this.#terminal.type(`g${ERASE_LINE}${this.#origin}${path}${ENTER}`);
  }

  async at(title: string, ...texts: string[]): Promise<void> {
    await this.#terminal.until([title, ...texts].join(', '), ([head = '', ...lines]) => {
      const page = lines.join('\n');
      return head.includes(`${title} | `) && texts.every((text) => page.includes(text));
    });
    await this.#terminal.redraw();
  }

  press(...texts: string[]): void {
    const last = escaped(texts.at(-1) ?? '');
    // A button has its value before its text: `([7]delete) Delete`.
    this.#activate(this.#find(texts.slice(0, -1), new RegExp(`\\[(\\d+)\\](?:[^\\s\\])]*\\) )?${last}`)));
  }

  tick(text: string): void {
    const before = this.text.split(text)[0] ?? '';
    this.#activate([...before.matchAll(/\[(\d+)\][[(][ X*][\])]/g)].at(-1)?.[1]);
  }

  fill(label: string, text: string): void {
    this.#activate(this.#find([label], /\[(\d+)\]/));
    this.#terminal.type(`${ERASE_LINE}${text}${NEXT_FIELD}`);
  }

  choose(label: string, option: string): void {
    this.#activate(this.#find([label], /\[(\d+)\]\[/));
    this.#terminal.type(`/${option}${ENTER}${ENTER}`);
  }

  quit(): Promise<void> {
    return this.#terminal.close('Q');
  }

  kill(): Promise<void> {
    return this.#terminal.kill();
  }

  #activate(number: string | undefined): void {
    if (!number) throw new Error(`There is nothing to press on the screen:\n${this.text}`);
    this.#terminal.type(`${number}g${ENTER}${ENTER}`);
  }

  #find(before: string[], wanted: RegExp): string | undefined {
    let rest = this.text;
    for (const text of before) rest = rest.slice(rest.indexOf(text) + text.length || rest.length);
    return wanted.exec(rest)?.[1];
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
