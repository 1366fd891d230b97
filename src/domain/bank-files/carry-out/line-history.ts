import type { Db } from '../../../db/open.ts';
import type { ImportedLineRow, TransactionRow } from '../../../db/tables.ts';
import { sideIdOf } from '../../id.ts';
import { PAID_AT_ONCE } from '../../transactions/fields.ts';
import { findLinesOf } from './undo.queries.ts';

type Version = Pick<TransactionRow, 'id' | 'created_at' | 'updated_at'>;

export const isMerge = ({ decision }: ImportedLineRow) => decision === 'merge';

export const byVersion = (
  { made_version: one }: ImportedLineRow,
  { made_version: other }: ImportedLineRow,
) => ((one ?? '') < (other ?? '') ? -1 : 1);

/** The ids of what a line created: of one transaction, or of both sides of a transfer. */
export const madeBy = ({ decision, made_id }: ImportedLineRow) =>
  decision === 'merge' ? [] : decision === 'import' ? [made_id] : [made_id, sideIdOf(made_id)];

/** The transaction before the line changed it. Rows stored by an older version lack later columns. */
export const beforeOf = ({ before }: ImportedLineRow): TransactionRow => ({
  ...PAID_AT_ONCE,
  ...JSON.parse(before ?? '{}'),
});

/** The lines of imports that created, changed or recognized transactions, in order. */
export class History {
  /** By transaction, because one import may have created a hundred thousand. */
  readonly #makers: Map<string, { line: ImportedLineRow }[]>;
  readonly #changing: Map<string | null, ImportedLineRow[]>;

  constructor(makers: readonly ImportedLineRow[], others: readonly ImportedLineRow[]) {
    const made = makers.flatMap((line) => madeBy(line).map((id) => ({ id, line })));
    this.#makers = Map.groupBy(made, ({ id }) => id);
    const changing = others.filter(({ before }) => before !== null).toSorted(byVersion);
    this.#changing = Map.groupBy(changing, ({ matched_id }) => matched_id);
  }

  static async of(tx: Db, userId: string, ids: readonly string[]): Promise<History> {
    if (ids.length === 0) return new History([], []);
    const { makers, others } = await findLinesOf(tx, userId, ids);
    return new History(makers, others);
  }

  /** The lines that have changed it, the earliest first. */
  changing(id: string): ImportedLineRow[] {
    return this.#changing.get(id) ?? [];
  }

  #makersOf(id: string): ImportedLineRow[] {
    return this.#makers.get(id)?.map(({ line }) => line) ?? [];
  }

  /** Whether another import has created or changed it. */
  isKnown(id: string, except: string | undefined): boolean {
    return [...this.changing(id), ...this.#makersOf(id)].some(({ import_id }) => import_id !== except);
  }

  /** The import that created it. */
  makerOf(id: string, except?: string): string | undefined {
    return this.#makersOf(id).find(({ import_id }) => import_id !== except)?.import_id;
  }

  isMadeBy(id: string, importId: string): boolean {
    return this.#makersOf(id).some(({ import_id }) => import_id === importId);
  }

  /**
   * The lines that have led from a version of a transaction to what it is, the latest first; null if anybody else has
   * changed it since.
   */
  since({ id, updated_at }: Version, isFirst: (version: string) => boolean): ImportedLineRow[] | null {
    const lines = this.changing(id);
    const steps: ImportedLineRow[] = [];
    let version = updated_at;
    while (!isFirst(version)) {
      const step = lines.find(({ made_version }) => made_version === version);
      if (!step || steps.includes(step)) return null;
      steps.push(step);
      version = beforeOf(step).updated_at;
    }
    return steps;
  }

  /** Since it was made. */
  sinceMade(row: Version): ImportedLineRow[] | null {
    const left = this.#makersOf(row.id).flatMap(({ before, made_version }) =>
      before === null && made_version !== null ? made_version : [],
    );
    return this.since(row, (version) => version === row.created_at || left.includes(version));
  }

  /** Since a line changed it. What it joined is not taken apart below a later change. */
  sinceChanged(row: Version, line: ImportedLineRow): ImportedLineRow[] | null {
    const steps = this.since(row, (version) => version === line.made_version);
    const isPlain = [line, ...(steps ?? [])].every(isMerge);
    return isPlain || steps?.length === 0 ? steps : null;
  }

  /** Whether only imports have changed it since a line did. */
  isByImports(row: Version, line: ImportedLineRow): boolean {
    return this.since(row, (version) => version === line.made_version) !== null;
  }

  /** The line of another import that has left a transaction as it is, with the version that it gets now. */
  leftAs(
    { id, created_at, updated_at }: Version,
    version: string,
    importId: string | undefined,
  ): ImportedLineRow[] {
    const line = [...this.changing(id), ...this.#makersOf(id)].find(
      ({ import_id, before, made_version }) =>
        import_id !== importId &&
        (made_version === updated_at || (before === null && created_at === updated_at)),
    );
    return line ? [{ ...line, made_version: version }] : [];
  }
}
