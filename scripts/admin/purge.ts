import { purgeClosed } from '../../src/domain/users/delete.ts';
import type { Command } from './command.ts';

export const purge: Command = {
  usage: '',
  summary: 'Delete the data of closed accounts whose time is over',
  details: ['The server does so every hour by itself. Takes turns with those who write.'],
  options: {},
  words: { least: 0, most: 0 },
  async run({ print, withDatabase }) {
    const purged = await withDatabase(({ rootDb, now }) => purgeClosed(rootDb, now));
    print(purged === 1 ? '1 account was purged.' : `${purged} accounts were purged.`);
    return 0;
  },
};
