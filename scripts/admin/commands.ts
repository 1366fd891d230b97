import { backup } from './backup.ts';
import { backups } from './backups.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { createOwner } from './create-owner.ts';
import { distribute } from './distribute.ts';
import { maintenance } from './maintenance.ts';
import { purge } from './purge.ts';
import { resetPassword } from './reset-password.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { restore } from './restore.ts';
import { setRole } from './set-role.ts';
import { unblock } from './unblock.ts';
import { users } from './users.ts';

export const COMMANDS: Readonly<Record<string, Command>> = {
  'create-owner': createOwner,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'set-role': setRole,
  users,
  unblock,
  maintenance,
  backup,
  backups,
  restore,
  check,
  purge,
  distribute,
};
