import type { Role } from '../../db/tables.ts';
import type { AdminAct } from '../activity/kinds.ts';

type Holder = { role: Role };

const USER = ['read:own', 'write:own'] as const;
const ADMIN = [...USER, 'read:users', 'manage:users'] as const;
const SUPER_ADMIN = [...ADMIN, 'manage:system'] as const;

export type Permission = (typeof SUPER_ADMIN)[number];

/** See docs/behaviour.md#roles. */
export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  user: USER,
  admin: ADMIN,
  super_admin: SUPER_ADMIN,
};

export function hasPermission({ role }: Holder, permission: Permission): boolean {
  return PERMISSIONS[role].includes(permission);
}

export function hasRole({ role }: Holder, roles: Role | readonly Role[]): boolean {
  return typeof roles === 'string' ? role === roles : roles.includes(role);
}

/** General rights: a super admin may do everything, an admin all but delete, others only read. */
export function mayDo({ role }: Holder, action: 'create' | 'read' | 'update' | 'delete'): boolean {
  if (role === 'super_admin') return true;
  return action === 'read' || (role === 'admin' && action !== 'delete');
}

const AT_LEAST = {
  admin: ['admin', 'super_admin'],
  super_admin: ['super_admin'],
} as const satisfies Record<string, readonly Role[]>;

export function mayAdminister(holder: Holder, required: keyof typeof AT_LEAST): boolean {
  return hasRole(holder, AT_LEAST[required]);
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
  if (!mayDo(actor, 'update')) return { required: 'admin' };
  const takesSuperAdmin = FOR_SUPER_ADMINS.includes(act) || target.role !== 'user';
  if (takesSuperAdmin && !hasPermission(actor, 'manage:system')) return { required: 'super_admin' };
  return actor.id === target.id ? { isSelf: true } : null;
}
