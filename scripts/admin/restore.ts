import { restoreBackup } from '../../src/domain/backups/backups.ts';
import type { Command } from './command.ts';

// What is not ended, because nobody could come in without it.
const OLD_AGAIN =
  'Passwords, two-step sign-in, linked providers, addresses, roles and blocks are again as the backup has them: repeat what was changed since.';

export const restore: Command = {
  usage: 'FILE [--accept-differences]',
  summary: 'Replace the database by a backup, after checking it and copying what is there',
  details: [
    'Works while the server runs; on PostgreSQL, stop all nodes before. Everybody has to sign in again, and links of earlier mails no longer work.',
    OLD_AGAIN,
    'What was there is kept as before-restore-… in the folder of backups; restoring that undoes this.',
    '--accept-differences restores a backup whose stored totals are not the sums of its transactions.',
  ],
  options: { 'accept-differences': { type: 'boolean' } },
  words: { least: 1, most: 1 },
  mayBeNew: true,
  async run({ config, words: [file = ''], options, now, report, print }) {
    const { replaced, safety, check } = await restoreBackup(config, file, {
      now,
      report,
      acceptDifferences: options['accept-differences'] === true,
    });
    print(`Restored ${check.people} accounts with ${check.transactions} transactions from ${file}.`);
    if (replaced !== 'nothing') print(`What was there is kept in ${safety}.`);
    if (replaced === 'kept damaged')
      print('It could not be opened. If the server runs, start it again: it still has the old file.');
    print('Everybody has to sign in again.');
    if (replaced !== 'nothing') print(OLD_AGAIN);
    return 0;
  },
};
