import { beforeEach, expect, test } from 'vitest';
import { manageUser } from '../../../src/domain/admin/acts/manage.ts';
import type { SignedIn } from '../../../src/domain/context.ts';
import { invite, withdrawInvitation } from '../../../src/domain/invitations/invitations.ts';
import { endSessionsOf } from '../../../src/domain/sessions/sessions.ts';
import { changeSetting, changeSettings, resetSetting } from '../../../src/domain/site-settings/settings.ts';
import { forEachApp } from '../../support/app.ts';
import { contextOf, createMember, type Member } from '../../support/members.ts';
import { restrict } from '../../support/restrictions.ts';

// A request with a slow body was authenticated before these changes.
forEachApp((testApp, engine) => {
  let member: Member;
  let context: SignedIn;
  let target: Member;

  beforeEach(async () => {
    member = await createMember(testApp, { role: 'super_admin' });
    context = await contextOf(testApp, member);
    target = await createMember(testApp);
  });

  const acts = (): [string, () => Promise<unknown>][] => [
    ['a setting', () => changeSetting(context, { key: 'site_name', value: 'Mine', ...NOTHING })],
    ['all settings', () => changeSettings(context, { ...context.site, site_name: 'Mine' }, {})],
    ['a reset', () => resetSetting(context, 'site_name')],
    ['an invitation', () => invite(context, { uses: 1, days: 1 })],
    ['a withdrawal', () => withdrawInvitation(context, crypto.randomUUID())],
    ['an act', () => manageUser(context, target.id, { action: 'verify_email', ...NOTHING })],
  ];

  const NOTHING = {
    description: undefined,
    category: undefined,
    reason: undefined,
    expiresHours: undefined,
    role: undefined,
  };

  const outcomes = async () => {
    const codes: string[] = [];
    for (const [name, act] of acts())
      codes.push(
        `${name}: ${await act().then(
          () => 'done',
          ({ code }) => code,
        )}`,
      );
    return codes;
  };

  const all = (code: string) => acts().map(([name]) => `${name}: ${code}`);

  test('whoever has lost their role meanwhile changes nothing', async () => {
    await engine.db.updateTable('users').set({ role: 'user' }).where('id', '=', member.id).execute();
    expect(await outcomes()).toEqual(all('FORBIDDEN'));
  });

  test('nor does who has been blocked meanwhile', async () => {
    await restrict(engine.db, member.id);
    expect(await outcomes()).toEqual(all('USER_BLOCKED'));
  });

  test('nor does who has been signed out meanwhile', async () => {
    await engine.db.transaction().execute((tx) => endSessionsOf(tx, member.id));
    expect(await outcomes()).toEqual(all('UNAUTHENTICATED'));
  });

  test('everybody else does', async () => {
    expect(await outcomes()).toEqual(
      all('done').map((text) => (text.startsWith('a withdrawal') ? 'a withdrawal: NOT_FOUND' : text)),
    );
    await resetSetting(context, 'site_name');
  });
});
