import type { ReadStream } from 'node:tty';
import { type Input, Refused } from './command.ts';

const ENTER = /[\r\n]/;
const [END_OF_TEXT, BACKSPACE, DELETE] = ['\u0003', '\b', '\u007f'];

export function readInput(stdin: NodeJS.ReadStream, write: (text: string) => void): Input {
  if (!stdin.isTTY) return linesOf(stdin);
  return {
    isTerminal: true,
    ask: (question) => typed(stdin, write, question, true),
    askSecretly: (question) => typed(stdin, write, question, false),
  };
}

export function linesOf(chunks: AsyncIterable<Buffer | string>): Input {
  let lines: string[] | undefined;
  async function next(question: string): Promise<string> {
    lines ??= await readLines(chunks);
    const line = lines.shift();
    if (line === undefined) throw new Refused(`Standard input has no line for "${question.trim()}".`);
    return line;
  }
  return { isTerminal: false, ask: next, askSecretly: next };
}

async function readLines(chunks: AsyncIterable<Buffer | string>): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  const text = Buffer.concat(parts).toString();
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}

// Key by key, because a terminal echoes what it reads as lines.
function typed(
  stdin: ReadStream,
  write: (text: string) => void,
  question: string,
  isShown: boolean,
): Promise<string> {
  // Before the question, since a terminal would echo what is typed at once.
  stdin.setRawMode(true).setEncoding('utf8').resume();
  write(question);
  return new Promise((resolve, reject) => {
    let letters: string[] = [];
    const stop = () => {
      stdin.off('data', read);
      stdin.setRawMode(false).pause();
      write('\n');
    };
    const read = (keys: string) => {
      for (const key of keys) {
        if (key === END_OF_TEXT) {
          stop();
          return reject(new Refused('Given up; nothing was changed.'));
        }
        if (ENTER.test(key)) {
          stop();
          return resolve(letters.join(''));
        }
        if (key === BACKSPACE || key === DELETE) {
          if (isShown && letters.length > 0) write('\b \b');
          letters = letters.slice(0, -1);
        } else if (key >= ' ') {
          letters.push(key);
          if (isShown) write(key);
        }
      }
    };
    stdin.on('data', read);
  });
}
