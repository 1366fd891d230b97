import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../../src/config.ts';
import type { Context } from '../../src/domain/context.ts';

/** Asks for what is typed. */
export interface Input {
  /** A line. */
  ask(question: string): Promise<string>;
  /** A line that a terminal does not show. */
  askSecretly(question: string): Promise<string>;
  /** Whether a person types, who can be asked again. */
  isTerminal: boolean;
}

/** What a command gets of its line: the values of its options, and what stands beside them. */
export interface Call {
  options: Record<string, string | boolean | undefined>;
  words: string[];
  config: Config;
  now: Date;
  /** Asks the person who hosts. */
  input: Input;
  /** A line of the answer, on standard output. */
  print(line: string): void;
  /** A line beside the answer, on standard error. */
  note(line: string): void;
  /** Tells how far long work is, on standard error. */
  report(stage: string, done: number, total: number): void;
  /** Opens the database for the time of some work. @throws Refused when there is none, unless it may be new */
  withDatabase<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}

/** A command of `npm run admin`. */
export interface Command {
  /** What stands beside the name, as help shows it. */
  usage: string;
  /** One line. */
  summary: string;
  /** Further lines of its own help. */
  details: string[];
  options: NonNullable<ParseArgsConfig['options']>;
  /** How many words may stand beside the name. */
  words: { least: number; most: number };
  /** Whether it may be carried out where there is no database yet. */
  mayBeNew?: boolean;
  /** @returns the exit code */
  run(call: Call): Promise<number>;
}

/** A command line that means nothing; answered with how it is written. */
export class UsageError extends Error {}

/** Why a command was not carried out, in one line for the person who hosts. */
export class Refused extends Error {}
