/**
 * The roles of a table whose rows are stacked on small screens, written out in the page: some browsers forget
 * the built-in ones when `display` changes. As in `<td role={role.cell}>`.
 */
export const role = {
  table: 'table',
  rowgroup: 'rowgroup',
  row: 'row',
  columnheader: 'columnheader',
  rowheader: 'rowheader',
  cell: 'cell',
} as const;
