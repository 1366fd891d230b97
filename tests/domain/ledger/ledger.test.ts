import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/db/transact.ts';
import { newId } from '../../../src/domain/id.ts';
import { inLedger, newDeletion } from '../../../src/domain/ledger/ledger.ts';
import { move, someOf } from '../../../src/domain/ledger/moves.ts';
import { findTransaction } from '../../../src/domain/transactions/transactions.queries.ts';
import { forEachApp } from '../../support/app.ts';
import { categoriesOf, createMember, type Member, record } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const NOW = new Date('2026-06-15T09:00:00Z');

forEachApp((testApp, engine) => {
  const of = ({ id }: Member) => ({ db: engine.db, viewer: { id } });

  async function recordedRow(member: Member, body: Record<string, unknown> = {}) {
    const { id } = await record(testApp, member, body);
    const row = await findTransaction(engine.db, member.id, id);
    if (!row) throw new Error('It was not recorded.');
    return row;
  }

  async function revisionOf({ id }: Member): Promise<number> {
    const found = engine.db.selectFrom('revisions').select('number').where('user_id', '=', id);
    return (await found.executeTakeFirstOrThrow()).number;
  }

  test('after any changes in one ledger, the totals are exact and the revision has risen once', async () => {
    const member = await createMember(testApp);
    const [food, housing] = await categoriesOf(testApp, member);
    const row = await recordedRow(member, { category_id: food?.id, date: '2026-05-31' });
    const before = await revisionOf(member);
    await inLedger(of(member), async (ledger, inside) => {
      const [one, other] = [newId(NOW), newId(NOW)];
      await ledger.insert([
        { ...row, id: one, amount: 5 },
        { ...row, id: other, amount: 7 },
      ]);
      await ledger.update([{ ...row, date: '2026-06-01', amount: 900 }]);
      const moving = { from: [food?.id ?? ''], to: housing?.id ?? '', now: NOW, deletion: newDeletion(NOW) };
      await move(ledger, await someOf(ledger, moving.from), moving);
      await inLedger(inside, async (joined) => {
        expect(joined).toBe(ledger);
        await joined.delete([one, 'no such id', '\0']);
      });
      await ledger.insert([{ ...row, id: one, amount: 11 }]);
    });
    await expectStoredTotals(engine, member);
    expect(await revisionOf(member)).toBe(before + 1);
  });

  test('work that fails leaves rows, totals and revision as they were', async () => {
    const member = await createMember(testApp);
    const row = await recordedRow(member);
    const before = await revisionOf(member);
    const failing = inLedger(of(member), async (ledger) => {
      await ledger.delete([row.id], newDeletion(NOW));
      throw new Error('half-way');
    });
    await expect(failing).rejects.toThrow('half-way');
    expect(await findTransaction(engine.db, member.id, row.id)).toEqual(row);
    await expectStoredTotals(engine, member);
    expect(await revisionOf(member)).toBe(before);
  });

  test('it refuses rows of other people, and updates of missing rows', async () => {
    const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
    const row = await recordedRow(member);
    const theirs = await recordedRow(stranger);
    const write = (method: 'insert' | 'update') =>
      inLedger(of(member), async (ledger) => void (await ledger[method]([theirs])));
    await expect(write('insert')).rejects.toThrow('one person');
    await expect(write('update')).rejects.toThrow('one person');
    await expect(
      inLedger(of(member), (ledger) => ledger.update([{ ...row, id: newId(NOW) }])),
    ).rejects.toThrow('that are there');
    expect(await inLedger(of(member), (ledger) => ledger.delete([theirs.id]))).toEqual([]);
    expect(await findTransaction(engine.db, stranger.id, theirs.id)).toEqual(theirs);
  });

  test('a row whose id is taken is not added and does not count', async () => {
    const member = await createMember(testApp);
    const row = await recordedRow(member);
    const added = await inLedger(of(member), (ledger) => ledger.insert([{ ...row, amount: 1 }]));
    expect(added).toEqual([]);
    await expectStoredTotals(engine, member);
  });

  test('several people in one database transaction have a ledger each', async () => {
    const members = [await createMember(testApp), await createMember(testApp)];
    const rows = await Promise.all(members.map((member) => recordedRow(member)));
    await inTransaction(engine.db, async (db) => {
      for (const [index, { id }] of members.entries())
        await inLedger({ db, viewer: { id } }, (ledger) => ledger.delete([rows[index]?.id ?? '']));
    });
    for (const member of members) await expectStoredTotals(engine, member);
  });
});
