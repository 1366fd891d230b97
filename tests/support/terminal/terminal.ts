import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnvironment } from '../../../scripts/children.ts';
import { Screen } from './screen.ts';

/** Enough for each page of a journey; w3m draws no more lines. */
const ROWS = 200;
const COLUMNS = 160;
const TIMEOUT = 60_000;
const REDRAW = '\u000c';

export class Terminal {
  readonly #screen = new Screen();
  readonly #home: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  #hasEnded = false;
  #changed: () => void = () => undefined;

  /** @param prepare writes configuration into the home folder; `{home}` in the command is that folder */
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

  get text(): string {
    return this.#screen.lines.join('\n');
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** @throws Error with the screen if it does not come */
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

  /** Waits until the program has redrawn its whole screen. */
  async redraw(): Promise<void> {
    const { clears } = this.#screen;
    this.type(REDRAW);
    await this.until('everything anew', (lines) => this.#screen.clears > clears && lines.length === ROWS);
  }

  /** Quits with the program's own keys. */
  async close(keys: string): Promise<void> {
    this.type(keys);
    await this.#closed;
    rmSync(this.#home, { recursive: true, force: true });
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.#home, { recursive: true, force: true });
  }
}
