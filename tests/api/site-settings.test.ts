import { beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '../../src/domain/site-settings/settings.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { outboxMessageTo } from '../support/mailbox.ts';
import { contextOf, createMember, type Member, newEmail, registration } from '../support/members.ts';

interface Setting {
  key: string;
  value: unknown;
  default_value: unknown;
  category: string;
  description: string;
  updated_by: string | null;
  updated_at: string | null;
}

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);
  let owner: Member;

  beforeAll(async () => {
    owner = await createMember(testApp, { role: 'super_admin' });
  });

  const put = (body: unknown, node = testApp) =>
    node.call<Setting>('PUT', '/admin/settings', { as: owner, body });
  const reset = (key: string) => testApp.call<Setting>('DELETE', `/admin/settings/${key}`, { as: owner });
  const list = async (query = '') =>
    (await testApp.call<Setting[]>('GET', `/admin/settings${query}`, { as: owner })).data;
  const byKey = async (key: string) => (await list()).find((setting) => setting.key === key);

  test('every setting has its value, its value at first and its category', async () => {
    const settings = await list();
    expect(settings.map(({ key, value, category }) => [key, value, category])).toEqual([
      ['site_name', 'Pruta', 'general'],
      ['support_email', '', 'general'],
      ['registration_enabled', true, 'general'],
      ['google_oauth_enabled', true, 'general'],
      ['long_sessions_enabled', true, 'general'],
      ['admin_two_step_required', false, 'general'],
      ['maintenance_mode', false, 'general'],
      ['maintenance_message', '', 'general'],
      ['activity_retention_days', 365, 'general'],
    ]);
    for (const setting of settings) {
      expect(setting.default_value).toBe(setting.value);
      expect(setting.description).not.toBe('');
      expect([setting.updated_by, setting.updated_at]).toEqual([null, null]);
    }
    await put({ key: 'maintenance_mode', value: false, category: 'operation' });
    expect((await list('?category=operation')).map(({ key }) => key)).toEqual(['maintenance_mode']);
    expect(await list('?category=general')).toHaveLength(8);
    await reset('maintenance_mode');
  });

  test('a change says who made it when, and is undone by the value at first', async () => {
    const { status, data } = await put({
      key: 'site_name',
      value: '  Our money ',
      description: 'On the door',
    });
    expect([status, data.value, data.description]).toEqual([200, 'Our money', 'On the door']);
    expect([data.updated_by, data.updated_at]).toEqual(['Noa Levi', testApp.app.clock().toISOString()]);
    expect(await byKey('site_name')).toEqual(data);
    expect((await reset('site_name')).data).toMatchObject({ value: 'Pruta', updated_by: null });
    expect((await byKey('site_name'))?.value).toBe('Pruta');
    expect((await reset('site_name')).status).toBe(200);
  });

  test('a description and a category stay when another value is given without them', async () => {
    await put({ key: 'site_name', value: 'Our money', description: 'On the door', category: 'signs' });
    const context = await contextOf(testApp, owner);
    await changeSettings(context, { ...context.site, site_name: 'My money' }, context.site);
    expect(await byKey('site_name')).toMatchObject({
      value: 'My money',
      description: 'On the door',
      category: 'signs',
    });
    const { data } = await put({ key: 'site_name', value: 'Their money' });
    expect(data).toMatchObject({ description: 'On the door', category: 'signs' });
    await reset('site_name');
  });

  test('flags and numbers are accepted as JSON and as text', async () => {
    for (const value of [false, 'false']) {
      expect((await put({ key: 'registration_enabled', value })).data.value).toBe(false);
    }
    for (const value of [90, '90']) {
      expect((await put({ key: 'activity_retention_days', value })).data.value).toBe(90);
    }
    await reset('registration_enabled');
    await reset('activity_retention_days');
  });

  test.each([
    [{ key: 'site_name', value: '' }, 'value'],
    [{ key: 'site_name', value: 'x'.repeat(61) }, 'value'],
    [{ key: 'site_name', value: 'Bank \u202egnp.exe' }, 'value'],
    [{ key: 'site_name', value: 7 }, 'value'],
    [{ key: 'site_name' }, 'value'],
    [{ key: 'support_email', value: 'nobody' }, 'value'],
    [{ key: 'maintenance_mode', value: 'perhaps' }, 'value'],
    [{ key: 'maintenance_message', value: 'x'.repeat(501) }, 'value'],
    [{ key: 'activity_retention_days', value: 29 }, 'value'],
    [{ key: 'activity_retention_days', value: 30.5 }, 'value'],
    [{ key: 'owner_id', value: 'x' }, 'key'],
    [{ key: '__proto__', value: 'x' }, 'key'],
    [{ value: 'x' }, 'key'],
  ])('refuses %j', async (body, field) => {
    const before = await list();
    const { status, error } = await put(body);
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((error.details as { field: string }[]).map((error) => error.field)).toEqual([field]);
    expect(await list()).toEqual(before);
  });

  test('an unknown name in the address is not found, and the owner of the instance stays', async () => {
    const owned = () =>
      engine.db.selectFrom('settings').selectAll().where('key', '=', 'owner_id').executeTakeFirst();
    await testApp.call('POST', '/users/register', { body: registration() });
    const before = await owned();
    expect(before).toBeDefined();
    expect((await reset('owner_id')).status).toBe(404);
    expect(await owned()).toEqual(before);
  });

  test('a value that somebody broke in the database is passed over', async () => {
    await put({ key: 'maintenance_mode', value: false });
    await engine.db
      .updateTable('settings')
      .set({ value: 'maybe' })
      .where('key', '=', 'maintenance_mode')
      .execute();
    expect((await byKey('maintenance_mode'))?.value).toBe(false);
    await reset('maintenance_mode');
  });

  describe('in force', () => {
    test('on another node, within a second and without a restart', async () => {
      const nameThere = () => otherNode.app.site.settings.site_name;
      await otherNode.request('/api/v1/openapi.json');
      expect(nameThere()).toBe('Pruta');
      await put({ key: 'site_name', value: 'Our money' });
      expect(testApp.app.site.settings.site_name).toBe('Our money');
      await expect
        .poll(async () => (await otherNode.request('/api/v1/openapi.json')) && nameThere())
        .toBe('Our money');
      await reset('site_name');
    });

    test('in mails', async () => {
      await put({ key: 'site_name', value: 'Our money' });
      const email = newEmail();
      await testApp.call('POST', '/users/register', { body: { ...registration(), email } });
      await testApp.app.settle();
      expect(JSON.stringify(await outboxMessageTo(testApp.dataDir, email))).toContain('Our money');
      await reset('site_name');
    });
  });
});
