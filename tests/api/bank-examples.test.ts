import { expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { createTestApp } from '../support/app.ts';
import { bankImports, EXAMPLE_NAMES, example, expectedOf, rowTexts } from '../support/bank-imports.ts';
import { onPostgres } from '../support/databases.ts';
import { createMember } from '../support/members.ts';

const REFUSALS: Record<string, string> = {
  empty: 'FILE_EMPTY',
  unreadable: 'FILE_UNREADABLE',
  unsupported: 'FILE_UNSUPPORTED',
  too_large: 'FILE_TOO_LARGE',
};

const named = (isBad: boolean) => EXAMPLE_NAMES.filter((name) => name.startsWith('bad-') === isBad);

// Other tests import a few rows on every engine; of texts and numbers PostgreSQL refuses more.
onPostgres((engine) => {
  const testApp = createTestApp(engine);
  const { send, preview, rows, carryOut, undo } = bankImports(testApp);

  test.each(named(false))('%s is read, carried out, taken back and imported again', async (name) => {
    const member = await createMember(testApp);
    const { kind, rows: right, closing_balance: closing } = expectedOf(name);
    const found = await preview(member, example(name), name);
    expect(found).toMatchObject({ kind, file_name: name });
    if (!right) {
      expect(found).toMatchObject({ status: 'needs_mapping', ambiguous: ['date_order'] });
      return;
    }
    expect(found.status).toBe('preview');
    if (closing !== undefined) expect(found.closing_balance).toBe(Number(closing));
    const lines = await rows(member, found.id);
    expect(rowTexts(lines.filter(({ state }) => !['skipped', 'error'].includes(state)))).toEqual(
      rowTexts(right),
    );
    expect(found.counts.error).toBe(0);
    const done = await carryOut(member, found.id);
    const { created_count: created, transfer_count: joined } = done;
    expect(created + joined + (found.counts.pending ?? 0)).toBeLessThanOrEqual(right.length);
    const again = await preview(member, example(name), name, { again: 'true' });
    expect(again.counts).toMatchObject({ new: 0, probable: 0 });
    await undo(member, found.id);
    expect((await preview(member, example(name), name)).counts).toEqual(found.counts);
    expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
  });

  test.each(named(true))('%s is refused, and nothing is written', async (name) => {
    const member = await createMember(testApp);
    const { error = '', accept = [] } = expectedOf(name);
    const refused = await send(member, example(name), name);
    expect([error, ...accept].map((code) => REFUSALS[code])).toContain(refused.error.code);
    expect(refused.error).toMatchObject({ details: { file: name } });
    expect(refused.error.message).toContain(name);
    const left = await engine.db
      .selectFrom('bank_imports')
      .select('id')
      .where('user_id', '=', member.id)
      .execute();
    expect(left).toEqual([]);
  });
});
