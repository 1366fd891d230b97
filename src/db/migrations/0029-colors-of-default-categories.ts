import { type Kysely, sql } from 'kysely';

/** By key, the colour that a default category had, and the one that it has now. */
const COLORS = {
  utilities: ['#A16207', '#65A30D'],
  communication: ['#8B5CF6', '#6366F1'],
  restaurants: ['#0D9488', '#EA580C'],
  car: ['#EF4444', '#8B5CF6'],
  health: ['#EC4899', '#EF4444'],
  children: ['#65A30D', '#EC4899'],
  education: ['#6366F1', '#0D9488'],
  clothing: ['#EA580C', '#8B5CF6'],
  home_goods: ['#0D9488', '#A16207'],
  entertainment: ['#8B5CF6', '#EF4444'],
  travel: ['#3B82F6', '#0891B2'],
  insurance: ['#0891B2', '#0D9488'],
  fees_taxes: ['#EA580C', '#6366F1'],
  other_expense: ['#6366F1', '#B45309'],
};

/** The largest categories of most people shared colours. What somebody chose stays. */
export async function addColorsOfDefaultCategories(db: Kysely<unknown>): Promise<void> {
  for (const [key, [before, after]] of Object.entries(COLORS))
    await sql`
      update categories set color = ${after} where default_key = ${key} and upper(color) = ${before}
    `.execute(db);
}
