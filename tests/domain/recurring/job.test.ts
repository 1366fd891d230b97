import { expect, test } from 'vitest';
import { acquireLease, LEASE_DURATION } from '../../../src/db/lease.ts';
import { catchUp } from '../../../src/domain/recurring/generation/catch-up.ts';
import { GENERATION, generateDue } from '../../../src/jobs/generate-due.ts';
import { createTestApp, START } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { datesOf, makeTemplate } from '../../support/templates.ts';

const WEEKLY = { interval_type: 'weekly', start_date: '2026-06-15' };
const MONTHLY = { interval_type: 'monthly', start_date: '2026-05-31', type: 'income' };

/** Occurrences of a weekly and a monthly template by the middle of September 2027. */
const AFTER_A_YEAR = 66 + 16;

forEachEngine((engine) => {
  const nodes = [createTestApp(engine), createTestApp(engine)] as const;
  const [node, other] = nodes;

  function setClocks(instant: string): void {
    for (const one of nodes) one.setClock(instant);
  }

  async function people(count: number): Promise<Member[]> {
    setClocks(START);
    const members: Member[] = [];
    for (let offset = 0; offset < count; offset += 1) {
      const member = await createMember(node);
      await makeTemplate(node, member, WEEKLY);
      await makeTemplate(node, member, MONTHLY);
      members.push(member);
    }
    return members;
  }

  async function expectWhole(members: Member[]): Promise<void> {
    for (const member of members) {
      const dates = await datesOf(engine, member);
      expect(dates).toHaveLength(AFTER_A_YEAR);
      await expectStoredTotals(engine, member);
    }
  }

  test('a server that was off for a year generates the missing occurrences once', async () => {
    const members = await people(3);
    expect(await generateDue(node.app)).toBe(0);
    setClocks('2027-06-15T09:00:00.000Z');
    expect(await generateDue(node.app)).toBe(3 * (AFTER_A_YEAR - 13 - 4));
    expect(await generateDue(node.app)).toBe(0);
    await expectWhole(members);
  });

  test('nodes that generate for the same people at the same time make no duplicates and miss nothing', async () => {
    const members = await people(4);
    setClocks('2027-06-15T09:00:00.000Z');
    const { db } = engine;
    const all = members.flatMap(({ id }) => [0, 1, 2].map(() => catchUp(db, id, node.app.clock())));
    const made = await Promise.all([...all, generateDue(node.app), generateDue(other.app)]);
    expect(made.reduce<number>((sum, rows) => sum + (rows ?? 0), 0)).toBe(4 * (AFTER_A_YEAR - 13 - 4));
    await expectWhole(members);
  });

  test('one node at a time generates, and another takes over after it died', async () => {
    const members = await people(1);
    setClocks('2027-06-15T09:00:00.000Z');
    const lease = await acquireLease(engine.db, GENERATION, other.app.clock);
    expect(await lease?.isHeld()).toBe(true);
    expect(await generateDue(node.app)).toBeNull();
    node.advance(LEASE_DURATION / 1000 - 1);
    expect(await generateDue(node.app)).toBeNull();
    node.advance(1);
    expect(await generateDue(node.app)).toBeGreaterThan(0);
    await expectWhole(members);
  });

  test('a node whose lease expired does not generate while another holds it', async () => {
    setClocks(START);
    const first = await acquireLease(engine.db, GENERATION, other.app.clock);
    node.advance(LEASE_DURATION / 1000);
    const second = await acquireLease(engine.db, GENERATION, node.app.clock);
    other.advance(LEASE_DURATION / 1000 - 1);
    expect(await first?.isHeld()).toBe(false);
    await first?.release();
    expect(await second?.isHeld()).toBe(true);
    expect(await acquireLease(engine.db, GENERATION, other.app.clock)).toBeNull();
    await second?.release();
  });

  test('a node that died before its clock was set back does not block the others', async () => {
    setClocks(START);
    const lease = await acquireLease(engine.db, GENERATION, other.app.clock);
    for (const each of [node, other]) each.advance(-20 * 3600);
    const next = await acquireLease(engine.db, GENERATION, node.app.clock);
    expect(await next?.isHeld()).toBe(true);
    expect(await lease?.isHeld()).toBe(false);
    await next?.release();
  });

  test('an error with one person does not delay the others', async () => {
    const [broken, sound] = (await people(2)) as [Member, Member];
    setClocks('2027-06-15T09:00:00.000Z');
    const templates = engine.db.updateTable('templates').where('user_id', '=', broken.id);
    await templates.set({ timezone: 'Nowhere/At_All' }).execute();
    expect(await generateDue(node.app)).toBe(AFTER_A_YEAR - 13 - 4);
    await expectWhole([sound]);
    expect(node.logs.some((line) => line.includes(broken.id))).toBe(true);
    await templates.set({ timezone: 'Asia/Jerusalem' }).execute();
    await generateDue(node.app);
    await expectWhole([broken]);
  });

  test('only due templates are read', async () => {
    await people(1);
    const due = await engine.db
      .selectFrom('templates')
      .select('due_at')
      .where('due_at', '<=', START)
      .execute();
    expect(due).toEqual([]);
  });
});
