import type { Role } from '../../db/tables.ts';
import type { AdminAct } from '../activity/kinds.ts';

type Holder = { role: Role };

const AT_LEAST: Readonly<Record<'admin' | 'super_admin', readonly Role[]>> = {
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
};

/** Whether somebody is at least an administrator, or a super admin. See docs/behaviour.md#roles. */
export function mayAdminister({ role }: Holder, required: keyof typeof AT_LEAST): boolean {
  return AT_LEAST[required].includes(role);
}

/** Acts that require a super admin, whatever the target's role. */
const FOR_SUPER_ADMINS: readonly AdminAct[] = ['set_role'];

export type Refusal = { isSelf: true } | { required: 'admin' | 'super_admin' };

/** Returns null if the actor may act. Acting on oneself is refused, so that one super admin always remains. */
export function refusalOf(
  actor: Holder & { id: string },
  target: Holder & { id: string },
  act: AdminAct,
): Refusal | null {
  if (!mayAdminister(actor, 'admin')) return { required: 'admin' };
  const takesSuperAdmin = FOR_SUPER_ADMINS.includes(act) || target.role !== 'user';
  if (takesSuperAdmin && !mayAdminister(actor, 'super_admin')) return { required: 'super_admin' };
  return actor.id === target.id ? { isSelf: true } : null;
}
