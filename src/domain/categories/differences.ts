import type { CategoryRow } from '../../db/tables.ts';

/** The fields of a category that people change, in the order of the form. */
const COMPARED = ['name', 'type', 'description', 'color', 'icon'] as const satisfies (keyof CategoryRow)[];

export type Compared = (typeof COMPARED)[number];

/** In which of the fields that people change two versions of a category differ; colours in any case are the same. */
export function differences(
  theirs: Record<Compared, string | null>,
  mine: Record<Compared, string | null>,
): Compared[] {
  const plain = (text: string | null) => (text ?? '').trim();
  return COMPARED.filter((field) =>
    field === 'color'
      ? plain(theirs.color).toUpperCase() !== plain(mine.color).toUpperCase()
      : plain(theirs[field]) !== plain(mine[field]),
  );
}
