import { type Kysely, sql } from 'kysely';

const INDEX = ['search_words', 'search_trigrams', 'search_postings', 'search_totals'];

/**
 * The search index without foreign keys, on PostgreSQL: it asks for the account once for each row, which was a third of
 * what new words cost. The account is asked for once all the same, by the revision that every change of the index
 * begins with (`applyChanges`), and its row stays until that change is through. A trigger takes the index along when
 * an account goes.
 */
export const indexWithoutChecks = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of INDEX)
      await db.schema.alterTable(table).dropConstraint(`${table}_user_id_fkey`).execute();
    const forgotten = INDEX.map((table) => `delete from ${table} where user_id = old.id;`).join(' ');
    await sql`
      create function forget_search_index() returns trigger language plpgsql
      as ${sql.lit(`begin ${forgotten} return null; end`)}
    `.execute(db);
    await sql`
      create trigger users_forget_search_index after delete on users
      for each row execute function forget_search_index()
    `.execute(db);
  },
};
