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

/** Limits this person's tables to what is in these accounts; a day's totals are its rows, not summed. */
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
const AMOUNT = sql<number>`case when type = 'expense' and category_id in (${literals(RESERVED)}) then -amount else amount end`;
const COUNT = sql<number>`case when category_id = ${sql.lit(TRANSFER.income)} then 0 else 1 end`;

function sourcesOf(db: Db, userId: string, ids: readonly string[]) {
  const own = db.selectFrom('transactions').where('user_id', '=', userId).where('account_id', 'in', ids);
  const stored = db
    .selectFrom('account_category_totals')
    .where('user_id', '=', userId)
    .where('account_id', 'in', ids);
  const days = own.select([
    'user_id',
    'date',
    RESERVED_KIND.as('type'),
    sql<string>`coalesce(category_id, '')`.as('category_id'),
    AMOUNT.as('amount'),
    COUNT.as('count'),
  ]);
  const key = ['user_id', 'month', 'type', 'category_id'] as const;
  const months =
    ids.length === 1
      ? stored.select([...key, 'amount', 'count'])
      : stored
          .select(({ fn }) => [
            ...key,
            fn.sum<number>('amount').as('amount'),
            fn.sum<number>('count').as('count'),
          ])
          .groupBy(key);
  const recurring = stored
    .select(({ fn }) => [
      'user_id',
      sql<string>`'recurring'`.as('facet'),
      'month',
      'type',
      sql<string>`'1'`.as('value'),
      fn.sum<number>('recurring').as('amount'),
    ])
    .where('recurring', '!=', 0)
    .groupBy(['user_id', 'month', 'type']);
  return {
    key: ids.toSorted().join(','),
    tables: new Map<string, OperationNode>([
      ['transactions', own.selectAll().toOperationNode()],
      ['daily_totals', days.toOperationNode()],
      ['monthly_totals', months.toOperationNode()],
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
