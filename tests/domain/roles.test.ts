import { expect, test } from 'vitest';
import { may, mayManage, otherRoles, roleAtLeast, ROLES } from '../../domain/roles.ts';
import type { Action, Role } from '../../domain/roles.ts';

const ALLOWED: Record<Action, readonly Role[]> = {
  'edit entities': ['Member', 'Admin', 'Owner'],
  'edit schedules': ['Member', 'Admin', 'Owner'],
  'link to Xero': ['Member', 'Admin', 'Owner'],
  'sync payments': ['Member', 'Admin', 'Owner'],
  'select up to a payment': ['Admin', 'Owner'],
  'reverse postings': ['Admin', 'Owner'],
  'reopen year ends': ['Admin', 'Owner'],
  'manage users': ['Admin', 'Owner'],
  'see the audit log': ['Admin', 'Owner'],
  'migrate entities': ['Admin', 'Owner'],
  'manage billing': ['Owner'],
  'rename the organisation': ['Owner'],
  'delete the organisation': ['Owner'],
};

test.each(Object.entries(ALLOWED))('allows to %s: %j', (action, roles) => {
  expect(ROLES.filter((role) => may(role, action as Action))).toEqual(roles);
});

test('each role includes those before it', () => {
  expect(ROLES.filter((role) => roleAtLeast(role, 'Admin'))).toEqual(['Admin', 'Owner']);
  expect(ROLES.every((role) => roleAtLeast(role, 'Guest'))).toBe(true);
});

test('Owner and Admin manage everyone but themselves and owners', () => {
  const managed = ROLES.flatMap((actor) =>
    ROLES.filter((target) => mayManage({ userId: 'a', role: actor }, { userId: 'b', role: target })).map(
      (target) => `${actor} ${target}`,
    ),
  );
  expect(managed).toEqual([
    'Admin Guest',
    'Admin Member',
    'Admin Admin',
    'Owner Guest',
    'Owner Member',
    'Owner Admin',
  ]);
  expect(mayManage({ userId: 'a', role: 'Admin' }, { userId: 'a', role: 'Admin' })).toBe(false);
});

test('the role dialog offers the other roles, never Owner', () => {
  expect(otherRoles('Guest')).toEqual(['Member', 'Admin']);
  expect(otherRoles('Owner')).toEqual(['Guest', 'Member', 'Admin']);
});
