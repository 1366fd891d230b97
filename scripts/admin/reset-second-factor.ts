import { resetSecondFactorByHost } from '../../src/domain/users/host.ts';
import { onAccount } from './account.ts';
import type { Command } from './command.ts';

export const resetSecondFactor: Command = {
  usage: 'ADDRESS',
  summary: 'Turn two-step sign-in of an account off, for somebody who lost the app and the recovery codes',
  details: ['The password stays; the person is told by mail.'],
  options: {},
  words: { least: 1, most: 1 },
  async run(call) {
    const [name = ''] = call.words;
    const { user, wasOn } = await call.withDatabase((context) =>
      onAccount(name, resetSecondFactorByHost(context, name)),
    );
    call.print(`Two-step sign-in of ${user.email} ${wasOn ? 'is off now' : 'was not on'}.`);
    return 0;
  },
};
