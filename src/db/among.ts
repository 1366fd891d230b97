import { type RawBuilder, sql } from 'kysely';

/** Whether several columns together are what they are in one of the rows. */
export function among<Column extends string>(
  columns: readonly Column[],
  rows: Record<Column, unknown>[],
): RawBuilder<boolean> {
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  return sql<boolean>`(${keys}) in (values ${sql.join(values)})`;
}
