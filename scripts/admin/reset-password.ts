import { setPasswordByHost } from '../../src/domain/users/host.ts';
import { setPasswordSchema } from '../../src/domain/users/schema.ts';
import { onAccount } from './account.ts';
import { askForPassword } from './ask.ts';
import type { Command } from './command.ts';

export const resetPassword: Command = {
  usage: 'ADDRESS',
  summary: 'Set another password for an account, and end its sessions',
  details: [
    'The password is asked for without showing it, or is a line of standard input.',
    'Links of earlier mails and a linked Google account no longer work; the person is told by mail.',
  ],
  options: {},
  words: { least: 1, most: 1 },
  async run(call) {
    const [name = ''] = call.words;
    const password = await askForPassword(call, setPasswordSchema.entries.newPassword);
    const user = await call.withDatabase((context) =>
      onAccount(name, setPasswordByHost(context, name, password)),
    );
    call.print(`${user.email} has the new password; all sessions of the account have ended.`);
    return 0;
  },
};
