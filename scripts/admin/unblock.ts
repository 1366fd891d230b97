import { unblockByHost } from '../../src/domain/users/host.ts';
import { onAccount } from './account.ts';
import type { Command } from './command.ts';

export const unblock: Command = {
  usage: 'ADDRESS',
  summary: 'End all blocks of an account',
  details: ['In force with the next request. An id will do in place of the address.'],
  options: {},
  words: { least: 1, most: 1 },
  async run({ words: [name = ''], print, withDatabase }) {
    const { user, lifted } = await withDatabase((context) => onAccount(name, unblockByHost(context, name)));
    print(lifted > 0 ? `${user.email} is no longer blocked.` : `${user.email} was not blocked.`);
    return 0;
  },
};
