import { backup } from './backup.ts';
import { backups } from './backups.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { restore } from './restore.ts';

/** All commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, Command>> = { backup, backups, restore, check };
