import { expect, test } from 'vitest';
import { rememberedCount } from '../../../src/domain/admin/users/remembered-counts.ts';
import { createTestApp } from '../../support/app.ts';
import { forEachEngine } from '../../support/databases.ts';
import { createMember } from '../../support/members.ts';

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let counted = 0;
  const count = async () => {
    counted += 1;
    return counted;
  };
  const read = (name: string, among?: number) => {
    const context = { db: engine.db, rootDb: engine.db, now: testApp.app.clock() };
    return rememberedCount(context, name, count, among);
  };

  test('among very many people a count is remembered for half a minute, until somebody joins', async () => {
    counted = 0;
    expect([await read('a', 20_000), await read('a', 20_000), await read('b', 20_000)]).toEqual([1, 1, 2]);
    testApp.advance(31);
    expect([await read('a', 20_000), await read('a', 20_000)]).toEqual([3, 3]);
    await createMember(testApp);
    expect([await read('a', 20_000), await read('a', 20_000)]).toEqual([4, 4]);
  });

  test('among few people everything is counted anew', async () => {
    counted = 0;
    expect([await read('c', 9999), await read('c', 9999), await read('d'), await read('d')]).toEqual([
      1, 2, 3, 4,
    ]);
    counted = 10_000;
    expect([await read('d'), await read('d')]).toEqual([10_001, 10_001]);
  });
});
