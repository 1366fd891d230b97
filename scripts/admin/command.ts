import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../../src/config.ts';
import type { Context } from '../../src/domain/context.ts';

export interface Input {
  ask(question: string): Promise<string>;
  /** A line that a terminal does not show. */
  askSecretly(question: string): Promise<string>;
  /** Whether a person types and can be asked again. */
  isTerminal: boolean;
}

export interface Call {
  options: Record<string, string | boolean | undefined>;
  words: string[];
  config: Config;
  now: Date;
  input: Input;
  /** To standard output. */
  print(line: string): void;
  /** To standard error. */
  note(line: string): void;
  /** Reports the progress of long work on standard error. */
  report(stage: string, done: number, total: number): void;
  /** Opens the database for `work`. @throws Refused when there is none, unless it may be new */
  withDatabase<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
}

export interface Command {
  /** The arguments after the name, as help shows them. */
  usage: string;
  summary: string;
  details: string[];
  options: NonNullable<ParseArgsConfig['options']>;
  words: { least: number; most: number };
  /** Whether it may run without a database. */
  mayBeNew?: boolean;
  /** @returns the exit code */
  run(call: Call): Promise<number>;
}

/** Answered with the command's usage. */
export class UsageError extends Error {}

export class Refused extends Error {}
