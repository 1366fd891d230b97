import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/db/tables.ts';
import { ACTS } from '../../../src/domain/admin/acts/schema.ts';
import {
  hasPermission,
  hasRole,
  mayAdminister,
  mayDo,
  PERMISSIONS,
  refusalOf,
} from '../../../src/domain/admin/permission.ts';

const ROLES: Role[] = ['user', 'admin', 'super_admin'];
const person = (role: Role, id: string = role) => ({ id, role });

test('each role has the permissions of the one below it, and more', () => {
  expect(PERMISSIONS).toEqual({
    user: ['read:own', 'write:own'],
    admin: ['read:own', 'write:own', 'read:users', 'manage:users'],
    super_admin: ['read:own', 'write:own', 'read:users', 'manage:users', 'manage:system'],
  });
  expect(hasPermission(person('admin'), 'manage:system')).toBe(false);
});

test('a super admin may do everything, an admin create, read and update, others only read', () => {
  const allowed = (role: Role) =>
    (['create', 'read', 'update', 'delete'] as const).filter((action) => mayDo(person(role), action));
  expect(ROLES.map(allowed)).toEqual([
    ['read'],
    ['create', 'read', 'update'],
    ['create', 'read', 'update', 'delete'],
  ]);
});

test('a role check takes one role or a list', () => {
  expect(hasRole(person('admin'), 'admin')).toBe(true);
  expect(hasRole(person('admin'), ['user', 'super_admin'])).toBe(false);
  expect(ROLES.map((role) => mayAdminister(person(role), 'admin'))).toEqual([false, true, true]);
  expect(ROLES.map((role) => mayAdminister(person(role), 'super_admin'))).toEqual([false, false, true]);
});

describe.each(ACTS)('%s', (act) => {
  const REFUSED = { required: 'admin' };
  const SUPER = { required: 'super_admin' };
  const onUser = act === 'set_role' ? SUPER : null;

  test.each([
    ['user', 'user', REFUSED],
    ['user', 'admin', REFUSED],
    ['user', 'super_admin', REFUSED],
    ['admin', 'user', onUser],
    ['admin', 'admin', SUPER],
    ['admin', 'super_admin', SUPER],
    ['super_admin', 'user', null],
    ['super_admin', 'admin', null],
    ['super_admin', 'super_admin', null],
  ] as const)('%s on %s', (actor, target, refusal) => {
    expect(refusalOf(person(actor, 'one'), person(target, 'other'), act)).toEqual(refusal);
  });

  test('nobody acts on themselves', () => {
    for (const role of ROLES) expect(refusalOf(person(role), person(role), act), role).not.toBeNull();
    expect(refusalOf(person('super_admin'), person('super_admin'), act)).toEqual({ isSelf: true });
  });
});
