import { runAfterBackup } from '../../src/domain/backups/after-backup.ts';
import { makeBackup } from '../../src/domain/backups/backups.ts';
import type { Command } from './command.ts';
import { sizeText } from './words.ts';

export const backup: Command = {
  usage: '[FILE]',
  summary: 'Back up the database while the server runs, and check the copy',
  details: [
    'Without FILE, it goes into the folder of backups (BACKUP_DIR) under a name with its date.',
    'A file that exists is not replaced. The copy contains the data of all people: only you can read it.',
  ],
  options: {},
  words: { least: 0, most: 1 },
  async run({ config, words: [file], now, report, print, note }) {
    const copy = await makeBackup(config, { now, file, report });
    print(copy.file);
    note(`${sizeText(copy.file)}, checked: ${copy.people} accounts, ${copy.transactions} transactions.`);
    const problem = await runAfterBackup(config, copy.file);
    if (problem) note(`BACKUP_COMMAND failed: ${problem}.`);
    if (copy.differences.length === 0) return problem ? 1 : 0;
    note(
      `It is as the database is, where ${copy.differences.length} stored totals are not the sums of the transactions. ` +
        `"npm run admin -- check" names them.`,
    );
    return 1;
  },
};
