import type { CategoryRow } from '../../db/tables.ts';

const COMPARED = ['name', 'type', 'description', 'color', 'icon'] as const satisfies (keyof CategoryRow)[];

export type Compared = (typeof COMPARED)[number];

/** The fields in which two versions differ; the case of colours does not matter. */
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
