import { expect, test } from 'vitest';
import { catchUp } from '../../../src/domain/recurring/catch-up.ts';
import { HELD_FOR, holdLease } from '../../../src/jobs/lease/lease.ts';
import { generateDue, RECURRING } from '../../../src/jobs/recurring.ts';
import { createTestApp, START } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { expectKeptTotals } from '../../support/kept-totals.ts';
import { createMember, type Member } from '../../support/members.ts';
import { datesOf, makeTemplate } from '../../support/templates.ts';

const WEEKLY = { interval_type: 'weekly', start_date: '2026-06-15' };
const MONTHLY = { interval_type: 'monthly', start_date: '2026-05-31', type: 'income' };

/** What a weekly and a monthly template have made by the middle of September 2027. */
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
    for (let made = 0; made < count; made += 1) {
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
      await expectKeptTotals(engine, member);
    }
  }

  test('a server that was off for a year makes up for it, once', async () => {
    const members = await people(3);
    expect(await generateDue(node.app)).toBe(0);
    setClocks('2027-06-15T09:00:00.000Z');
    expect(await generateDue(node.app)).toBe(3 * (AFTER_A_YEAR - 13 - 4));
    expect(await generateDue(node.app)).toBe(0);
    await expectWhole(members);
  });

  test('nodes that generate for the same people at once make nothing twice and leave nothing out', async () => {
    const members = await people(4);
    setClocks('2027-06-15T09:00:00.000Z');
    const { db } = engine;
    const all = members.flatMap(({ id }) => [0, 1, 2].map(() => catchUp(db, id, node.app.clock())));
    const made = await Promise.all([...all, generateDue(node.app), generateDue(other.app)]);
    expect(made.reduce<number>((sum, rows) => sum + (rows ?? 0), 0)).toBe(4 * (AFTER_A_YEAR - 13 - 4));
    await expectWhole(members);
  });

  test('one node at a time does it, and another takes over from one that has died', async () => {
    const members = await people(1);
    setClocks('2027-06-15T09:00:00.000Z');
    const lease = await holdLease(other.app, RECURRING);
    expect(await lease?.isHeld()).toBe(true);
    expect(await generateDue(node.app)).toBeNull();
    node.advance(HELD_FOR / 1000 - 1);
    expect(await generateDue(node.app)).toBeNull();
    node.advance(1);
    expect(await generateDue(node.app)).toBeGreaterThan(0);
    await expectWhole(members);
  });

  test('whoever was thought dead and was not, finds that another has the job', async () => {
    setClocks(START);
    const first = await holdLease(other.app, RECURRING);
    node.advance(HELD_FOR / 1000);
    const second = await holdLease(node.app, RECURRING);
    other.advance(HELD_FOR / 1000 - 1);
    expect(await first?.isHeld()).toBe(false);
    await first?.release();
    expect(await second?.isHeld()).toBe(true);
    expect(await holdLease(other.app, RECURRING)).toBeNull();
    await second?.release();
  });

  test('what goes wrong with one person keeps nobody else waiting', async () => {
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

  test('only what is due is looked at', async () => {
    await people(1);
    const due = await engine.db
      .selectFrom('templates')
      .select('due_at')
      .where('due_at', '<=', START)
      .execute();
    expect(due).toEqual([]);
  });
});
