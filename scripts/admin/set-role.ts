import type { Role } from '../../src/db/tables.ts';
import { setRoleByHost } from '../../src/domain/users/host.ts';
import { onAccount } from './account.ts';
import { type Command, UsageError } from './command.ts';

const ROLES: readonly string[] = ['user', 'admin', 'super_admin'] satisfies Role[];

export const setRole: Command = {
  usage: 'ADDRESS user|admin|super_admin',
  summary: 'Give an account another role, from its next request on',
  details: ['The last super admin cannot be given another one: make somebody else one first.'],
  options: {},
  words: { least: 2, most: 2 },
  async run({ words: [name = '', role = ''], print, withDatabase }) {
    if (!ROLES.includes(role)) throw new UsageError(`There is no role "${role}".`);
    const user = await withDatabase((context) => onAccount(name, setRoleByHost(context, name, role as Role)));
    print(
      user.role === role
        ? `${user.email} is ${role} already.`
        : `${user.email} is ${role} now, and was ${user.role}.`,
    );
    return 0;
  },
};
