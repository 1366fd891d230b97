import { describe, expect, test } from 'vitest';
import type { Role } from '../../../src/db/tables.ts';
import { ACTS } from '../../../src/domain/admin/acts/schema.ts';
import { mayAdminister, refusalOf } from '../../../src/domain/admin/permission.ts';

const ROLES: Role[] = ['user', 'admin', 'super_admin'];
const person = (role: Role, id: string = role) => ({ id, role });

test('an admin is an administrator, a super admin both', () => {
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
