import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forEachEngine } from './databases.ts';

forEachEngine((engine) => {
  test('the database is migrated and answers', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from users`.execute(engine.db);
    expect(Number(rows[0]?.count)).toBe(0);
    expect(engine.database.engine).toBe(engine.name);
  });
});
