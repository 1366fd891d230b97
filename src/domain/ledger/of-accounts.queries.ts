import {
  AliasNode,
  type FromNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  sql,
  TableNode,
} from 'kysely';
import type { Db } from '../../db/open.ts';
import { OPENING, RESERVED, TRANSFER } from './reserved-categories.ts';

/** Of this person's tables, only what is in these accounts; totals are summed from their rows. */
export function narrowedTo(db: Db, userId: string, ids: readonly string[]): Db {
  return db.withPlugin(new OfAccounts(sourcesOf(db, userId, ids)));
}

/** The accounts of which this database reads alone, as a key; empty for all. */
export function accountsOf(db: Db): string {
  const plugin = db.getExecutor().plugins.find((candidate) => candidate instanceof OfAccounts);
  return plugin?.key ?? '';
}

const literals = (ids: readonly string[]) => sql.join(ids.map((id) => sql.lit(id)));

const RESERVED_KIND = sql`case when category_id in (${literals(Object.values(OPENING))}) then 'opening'
  when category_id in (${literals(Object.values(TRANSFER))}) then 'transfer' else type end`;

// As `countedAs`, and as `summed` counts a transfer.
const AMOUNT = sql<number>`sum(case when type = 'expense' and category_id in (${literals(RESERVED)}) then -amount else amount end)`;
const COUNT = sql<number>`sum(case when category_id = ${sql.lit(TRANSFER.income)} then 0 else 1 end)`;

function sourcesOf(db: Db, userId: string, ids: readonly string[]) {
  const own = db.selectFrom('transactions').where('user_id', '=', userId).where('account_id', 'in', ids);
  const totals = (period: 'date' | 'month') => {
    const value = period === 'date' ? sql<string>`date` : sql<string>`substr(date, 1, 7)`;
    const category = sql<string>`coalesce(category_id, '')`;
    return own
      .select([
        'user_id',
        value.as(period),
        RESERVED_KIND.as('type'),
        category.as('category_id'),
        AMOUNT.as('amount'),
        COUNT.as('count'),
      ])
      .groupBy(['user_id', value, RESERVED_KIND, category]);
  };
  const month = sql<string>`substr(date, 1, 7)`;
  const recurring = own
    .where('template_id', 'is not', null)
    .where(sql<boolean>`coalesce(category_id, '') not in (${literals(RESERVED)})`)
    .select(({ fn }) => [
      'user_id',
      sql<string>`'recurring'`.as('facet'),
      month.as('month'),
      'type',
      sql<string>`'1'`.as('value'),
      fn.sum<number>('amount').as('amount'),
    ])
    .groupBy(['user_id', month, 'type']);
  return {
    key: ids.toSorted().join(','),
    tables: new Map<string, OperationNode>([
      ['transactions', own.selectAll().toOperationNode()],
      ['daily_totals', totals('date').toOperationNode()],
      ['monthly_totals', totals('month').toOperationNode()],
      ['monthly_facets', recurring.toOperationNode()],
    ]),
  };
}

class OfAccounts implements KyselyPlugin {
  readonly key: string;
  readonly #transformer: OperationNodeTransformer;

  constructor({ key, tables }: ReturnType<typeof sourcesOf>) {
    this.key = key;
    this.#transformer = new Narrowing(tables);
  }

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) =>
    this.#transformer.transformNode(node, queryId);

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result;
}

class Narrowing extends OperationNodeTransformer {
  readonly #tables: ReadonlyMap<string, OperationNode>;

  constructor(tables: ReadonlyMap<string, OperationNode>) {
    super();
    this.#tables = tables;
  }

  protected override transformFrom(node: FromNode, queryId?: QueryId): FromNode {
    const froms = node.froms.map((from) => {
      const name = TableNode.is(from) ? from.table.identifier.name : '';
      const source = this.#tables.get(name);
      return source
        ? AliasNode.create(source, IdentifierNode.create(name))
        : this.transformNode(from, queryId);
    });
    return { ...node, froms };
  }
}
