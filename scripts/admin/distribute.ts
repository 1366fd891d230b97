import { distribute as distributeDatabase, readPlan } from '../../src/db/distribute.ts';
import { type Command, Refused } from './command.ts';

export const distribute: Command = {
  usage: '[--plan]',
  summary: 'Spread the tables of a PostgreSQL with Citus over its nodes, by person',
  details: [
    'Back up and stop all servers before. It is done in one transaction, or not at all.',
    'After an upgrade that adds tables it distributes those. --plan only prints the statements.',
  ],
  options: { plan: { type: 'boolean' } },
  words: { least: 0, most: 0 },
  async run({ config: { DATABASE_URL }, options, print, note }) {
    if (!DATABASE_URL)
      throw new Refused('This instance is on SQLite: only PostgreSQL with Citus can be distributed.');
    if (options.plan) {
      for (const statement of await readPlan(DATABASE_URL)) print(`${statement};`);
      return 0;
    }
    const count = await distributeDatabase(DATABASE_URL, note);
    print(count === 0 ? 'All tables are distributed already.' : `${count} tables are distributed.`);
    return 0;
  },
};
