import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../../../scripts/children.ts';
import { Screen } from './screen.ts';

/** Every page of a journey is on the screen as a whole; w3m draws no more lines. */
const ROWS = 200;
const COLUMNS = 160;
const TIMEOUT = 20_000;
const REDRAW = '\u000c';

/** A program that runs in a terminal, and its screen. */
export class Terminal {
  readonly #screen = new Screen();
  readonly #home: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #hasEnded = false;
  #changed: () => void = () => undefined;

  /**
   * Starts a program in a terminal of its own.
   * @param files its configuration, by name, in its home folder; `{home}` in the command is that folder
   */
  constructor(command: string, prepare: (home: string) => void = () => undefined) {
    this.#home = mkdtempSync(join(tmpdir(), 'pruta-terminal-'));
    prepare(this.#home);
    const description = join(import.meta.dirname, 'pruta.terminfo');
    execFileSync('tic', ['-o', join(this.#home, 'terminfo'), description]);
    const sized = `stty rows ${ROWS} cols ${COLUMNS}; exec ${command.replaceAll('{home}', this.#home)}`;
    this.#child = spawn('script', ['--quiet', '--flush', '--return', '--command', sized, '/dev/null'], {
      env: childEnvironment({
        HOME: this.#home,
        TERMINFO: join(this.#home, 'terminfo'),
        TERM: 'pruta',
        LC_ALL: 'C.UTF-8',
        SHELL: '/bin/sh',
      }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#closed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    void this.#closed.then(() => {
      this.#hasEnded = true;
      this.#changed();
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (output: string) => {
      this.#screen.write(output);
      this.#changed();
    });
  }

  /** The text of the screen. */
  get text(): string {
    return this.#screen.lines.join('\n');
  }

  /** Presses keys. */
  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Waits until something is on the screen. @throws Error with the screen when it does not come */
  async until(what: string, isThere: (lines: string[]) => boolean): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.#changed();
    }, TIMEOUT);
    try {
      while (!isThere(this.#screen.lines)) {
        if (isLate || this.#hasEnded) throw new Error(`The screen does not show ${what}:\n${this.text}`);
        await new Promise<void>((resolve) => {
          this.#changed = resolve;
        });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Waits until the program has drawn its whole screen anew. */
  async redraw(): Promise<void> {
    const { clears } = this.#screen;
    this.type(REDRAW);
    await this.until('everything anew', (lines) => this.#screen.clears > clears && lines.length === ROWS);
  }

  /** Ends the program by its own keys. */
  async close(keys: string): Promise<void> {
    this.type(keys);
    await this.#closed;
    rmSync(this.#home, { recursive: true, force: true });
  }

  /** Ends the program whatever it does. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.#home, { recursive: true, force: true });
  }
}
