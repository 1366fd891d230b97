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
