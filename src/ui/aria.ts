/** The attributes that associate a control with the hint and error of its Field: ids `{id}-hint` and `{id}-error`. */
export function describedBy(id: string, hint: unknown, error: unknown) {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? ('true' as const) : undefined };
}

/**
 * The roles of a table whose rows are stacked on small screens: some browsers forget the built-in ones when `display`
 * changes. Used as in `<td role={role.cell}>`.
 */
export const role = {
  table: 'table',
  rowgroup: 'rowgroup',
  row: 'row',
  columnheader: 'columnheader',
  rowheader: 'rowheader',
  cell: 'cell',
} as const;
