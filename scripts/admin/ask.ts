import * as v from 'valibot';
import type { TextKey } from '../../src/i18n/texts.ts';
import { translator } from '../../src/i18n/translate.ts';
import { type Call, Refused } from './command.ts';

type TextSchema = v.GenericSchema<unknown, string>;

/** Takes the option's value or asks; at a terminal it asks again until the value is valid. */
export async function askFor(
  { input, note }: Call,
  question: string,
  schema: TextSchema,
  given?: string | boolean,
): Promise<string> {
  if (given !== undefined) return required(schema, given);
  for (;;) {
    const read = v.safeParse(schema, await input.ask(question));
    if (read.success) return read.output;
    if (!input.isTerminal) throw new Refused(textOf(read.issues[0]));
    note(textOf(read.issues[0]));
  }
}

/** A new password: typed twice and hidden at a terminal, otherwise one line. */
export async function askForPassword({ input, note }: Call, schema: TextSchema): Promise<string> {
  for (;;) {
    const read = v.safeParse(schema, await input.askSecretly('New password: '));
    if (read.success && !input.isTerminal) return read.output;
    if (!read.success && !input.isTerminal) throw new Refused(textOf(read.issues[0]));
    if (!read.success) note(textOf(read.issues[0]));
    else if ((await input.askSecretly('The same again: ')) === read.output) return read.output;
    else note('The two differ.');
  }
}

function required(schema: TextSchema, given: string | boolean): string {
  const read = v.safeParse(schema, given);
  if (read.success) return read.output;
  throw new Refused(textOf(read.issues[0]));
}

function textOf({ message }: { message: string }): string {
  return translator('en')(message as TextKey);
}
