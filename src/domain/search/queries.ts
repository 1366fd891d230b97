import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { likePattern } from './pattern.ts';
import { trigramsOf } from './words.ts';

/** Ids of at most `limit` of a person's words that contain a piece of text. */
export async function findWords(db: Db, userId: string, piece: string, limit: number): Promise<string[]> {
  const trigrams = trigramsOf(piece);
  const words = db
    .selectFrom('search_words')
    .select('search_words.word_id')
    .where('search_words.user_id', '=', userId)
    .where(sql<boolean>`search_words.word like ${likePattern(piece)} escape '\\'`)
    .limit(limit);
  if (trigrams.length === 0) return (await words.execute()).map(({ word_id }) => word_id);
  const trigram = await rarest(db, userId, trigrams);
  const rows = await words
    .innerJoin('search_trigrams', (join) =>
      join
        .onRef('search_trigrams.user_id', '=', 'search_words.user_id')
        .onRef('search_trigrams.word_id', '=', 'search_words.word_id'),
    )
    .where('search_trigrams.user_id', '=', userId)
    .where('search_trigrams.trigram', '=', trigram)
    .execute();
  return rows.map(({ word_id }) => word_id);
}

/** Trigrams of a long piece that are compared, and words that each is counted up to. */
const TRIGRAMS = 12;
const COUNTED = 500;

/** The trigram that the fewest words have: its words are looked at one by one. */
async function rarest(db: Db, userId: string, trigrams: string[]): Promise<string> {
  const [only = ''] = trigrams;
  if (trigrams.length === 1) return only;
  const step = Math.max(1, Math.floor(trigrams.length / TRIGRAMS));
  const some = trigrams.filter((_, place) => place % step === 0).slice(0, TRIGRAMS);
  const counts = some.map(
    (trigram, place) => sql`select ${sql.lit(place)} as place, (select count(*) from (
      select 1 as one from search_trigrams where user_id = ${userId} and trigram = ${trigram} limit ${sql.lit(COUNTED)}
    ) as words) as used`,
  );
  const { rows } = await sql<{ place: number }>`
    select place from (${sql.join(counts, sql` union all `)}) as counts order by used, place limit 1
  `.execute(db);
  return some[rows[0]?.place ?? 0] ?? only;
}

/** Words by how many transactions have them, and how many that is all together. */
export async function mostUsedFirst(
  db: Db,
  userId: string,
  words: string[],
): Promise<{ words: string[]; count: number }> {
  const rows = await db
    .selectFrom('search_totals')
    .select((expression) => ['word_id', expression.fn.sum<number>('count').as('used')])
    .where('user_id', '=', userId)
    .where('word_id', 'in', words)
    .groupBy('word_id')
    .orderBy('used', 'desc')
    .execute();
  return {
    words: rows.map(({ word_id }) => word_id),
    count: rows.reduce((sum, { used }) => sum + used, 0),
  };
}
