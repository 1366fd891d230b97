import { parseArgs } from 'node:util';
import { ConfigError } from '../../src/config.ts';
import { DatabaseError, reasonOf } from '../../src/db/open.ts';
import { DomainError } from '../../src/domain/error.ts';
import { translator } from '../../src/i18n/translate.ts';
import type { Input } from './command.ts';
import { type Call, type Command, Refused, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { readHostConfig, withDatabase } from './database.ts';
import { helpOf, overview } from './help.ts';
import { showProgress } from './progress.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;

export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  input: Input;
  print(line: string): void;
  note(line: string): void;
}

/** Returns the exit code. */
export async function runCommand(
  [name = '', ...rest]: string[],
  surroundings: Surroundings,
): Promise<number> {
  const { print, note } = surroundings;
  if (['--help', '-h', 'help'].includes(name)) {
    print(overview());
    return DONE;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    note(name ? `There is no command "${name}".\n` : 'Which command?\n');
    note(overview());
    return WRONG_USAGE;
  }
  try {
    const read = readLine(command, rest);
    if (read.options.help) {
      print(helpOf(name, command));
      return DONE;
    }
    return await command.run(callOf(command, read, surroundings));
  } catch (error) {
    if (!(error instanceof UsageError)) {
      note(messageOf(error));
      return FAILED;
    }
    note(`${error.message}\n\n${helpOf(name, command)}`);
    return WRONG_USAGE;
  }
}

function readLine({ options, words }: Command, args: string[]): Pick<Call, 'options' | 'words'> {
  const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options: all, allowPositionals: true, strict: true });
    const isFitting = positionals.length >= words.least && positionals.length <= words.most;
    if (!values.help && !isFitting)
      throw new UsageError(positionals.length < words.least ? 'Something is missing.' : 'That is too much.');
    return { options: values as Call['options'], words: positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(String((error as Error).message), { cause: error });
  }
}

function callOf(
  { mayBeNew = false }: Command,
  read: Pick<Call, 'options' | 'words'>,
  { environment, ...terminal }: Surroundings,
): Call {
  const config = readHostConfig(environment, mayBeNew);
  return {
    ...read,
    config,
    now: new Date(),
    ...terminal,
    report: showProgress(terminal.note),
    withDatabase: (work) => withDatabase(config, work),
  };
}

function messageOf(error: unknown): string {
  if (error instanceof DomainError) {
    const { message, fields = [] } = error.extra;
    const t = translator('en');
    const named = fields.map((error) => t(error.message));
    return named.length > 0 ? named.join(' ') : t(message ?? `errors:${error.code}`);
  }
  if (error instanceof ConfigError || error instanceof DatabaseError || error instanceof Refused)
    return error.message;
  return `That did not work: ${reasonOf(error)}.`;
}
