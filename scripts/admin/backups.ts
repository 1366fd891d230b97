import { type Backup, listBackups } from '../../src/domain/backups/folder.ts';
import type { Command } from './command.ts';
import { bytesText, instantText, tableLines } from './words.ts';

export const backups: Command = {
  usage: '',
  summary: 'List the backups, the latest first',
  details: [
    '"before-restore" are the copies of what a restoration replaced, "before-upgrade" those of what a newer version took over.',
  ],
  options: {},
  words: { least: 0, most: 0 },
  async run({ config, print, note }) {
    const list = listBackups(config.BACKUP_DIR);
    note(`${config.BACKUP_DIR}: ${list.length === 1 ? '1 backup' : `${list.length} backups`}.`);
    for (const line of tableLines(list.map(cellsOf))) print(line);
    return 0;
  },
};

function cellsOf({ name, size, madeAt, checked }: Backup): string[] {
  return [name, bytesText(size), instantText(madeAt), checkedText(checked)];
}

function checkedText(checked: Backup['checked']): string {
  if (!checked) return 'not checked';
  const { people, transactions, differences } = checked;
  const content = `${people} accounts, ${transactions} transactions`;
  return differences === 0
    ? `whole: ${content}`
    : `readable: ${content}; ${differences} stored totals differ`;
}
