export { findLatestClosing, moveImportsTo as moveImports } from './bank-files.queries.ts';
