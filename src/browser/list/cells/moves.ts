export interface Place {
  row: number;
  column: number;
}

interface Size {
  rows: number;
  columns: number;
  isRtl: boolean;
}

/** The place a key leads to, the same one at an edge; `undefined` for other keys. */
export function placeAfter(key: string, { row, column }: Place, size: Size): Place | undefined {
  const ahead = size.isRtl ? -1 : 1;
  const steps: Record<string, Place> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowRight: { row, column: column + ahead },
    ArrowLeft: { row, column: column - ahead },
    Home: { row, column: 0 },
    End: { row, column: size.columns - 1 },
  };
  const next = steps[key];
  return next && { row: within(next.row, size.rows), column: within(next.column, size.columns) };
}

const within = (index: number, count: number) => Math.min(Math.max(index, 0), count - 1);
