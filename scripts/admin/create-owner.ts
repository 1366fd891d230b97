import { createOwner as create } from '../../src/domain/users/host.ts';
import { registerSchema } from '../../src/domain/users/schema.ts';
import { askFor, askForPassword } from './ask.ts';
import type { Command } from './command.ts';

const { email, firstName, lastName, password } = registerSchema.entries;

export const createOwner: Command = {
  usage: '[--email ADDRESS] [--first-name NAME] [--last-name NAME]',
  summary: 'Create the account that owns the instance, or another super admin',
  details: [
    'What is not given is asked for. The password is asked for without showing it, or is a line of standard input.',
  ],
  options: {
    email: { type: 'string' },
    'first-name': { type: 'string' },
    'last-name': { type: 'string' },
  },
  words: { least: 0, most: 0 },
  mayBeNew: true,
  async run(call) {
    const { options, print, withDatabase } = call;
    const input = {
      email: await askFor(call, 'E-mail: ', email, options.email),
      firstName: await askFor(call, 'First name: ', firstName, options['first-name']),
      lastName: await askFor(call, 'Last name: ', lastName, options['last-name']),
      password: await askForPassword(call, password),
    };
    const user = await withDatabase((context) => create(context, input));
    print(`${user.email} is a super admin and can sign in.`);
    return 0;
  },
};
