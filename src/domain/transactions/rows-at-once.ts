/** Rows that one statement reads or writes: with sixteen columns each still below what either engine binds. */
export const ROWS_AT_ONCE = 500;
