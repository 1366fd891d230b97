import { checkInstance } from '../../src/domain/backups/backups.ts';
import { sqliteFileOf } from '../../src/domain/backups/folder.ts';
import { type Check, isWhole } from '../../src/domain/backups/sqlite.ts';
import type { Command } from './command.ts';

export const check: Command = {
  usage: '[FILE] [--user ID]',
  summary: 'Check the database, or a backup: pages, references, and stored totals against sums',
  details: [
    '--user ID compares the totals of this person only.',
    'Every difference is a line: who, which table and row, what is stored and what the sum is. The exit code is then 1.',
  ],
  options: { user: { type: 'string' } },
  words: { least: 0, most: 1 },
  async run({ config, words: [file], options, report, print, note }) {
    const result = await checkInstance(config, { file, report, userId: options.user as string | undefined });
    const source = file ?? (config.DATABASE_URL ? 'The database' : sqliteFileOf(config));
    for (const line of linesOf(result)) print(line);
    note(summaryOf(source, result));
    return isWhole(result) ? 0 : 1;
  },
};

function linesOf({ errors, differences }: Check): string[] {
  return [
    ...errors.map(({ table, key, problem }) => [table, key, problem].filter(Boolean).join(': ')),
    ...differences.map(
      ({ userId, table, key, column, stored, sum }) =>
        `${userId}: ${table}: ${key}: ${column} is ${stored}, the transactions have ${sum}`,
    ),
  ];
}

function summaryOf(source: string, { errors, differences, people, transactions }: Check): string {
  if (errors.length > 0)
    return `${source} is damaged. Restore a backup: "npm run admin -- backups" lists them.`;
  const content = `${people} accounts, ${transactions} transactions`;
  return differences.length === 0
    ? `${source} is whole: ${content}.`
    : `${source}: ${content}; ${differences.length} stored values are not the sums of the transactions.`;
}
