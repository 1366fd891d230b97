import { insertRows } from '../../src/db/insert-rows.ts';
import type { Db } from '../../src/db/open.ts';
import type { ActivityRow, RestrictionRow, Tables, UserRow } from '../../src/db/tables.ts';
import { inTransaction, type Tx } from '../../src/db/transact.ts';
import { newUser } from '../../src/domain/accounts/register.ts';
import { newId } from '../../src/domain/id.ts';

const DAY = 86_400_000;
const FIRST = ['Noa', 'Dana', 'Avi', 'Yael', 'Omer', 'Tamar', 'נועה', 'אבי', 'Maya', 'Eitan'];
const LAST = ['Levi', 'Cohen', 'Mizrahi', 'Peretz', 'כהן', 'Friedman', 'Biton', 'Azulay'];
const EVENTS = [
  'sign_in',
  'sign_in',
  'sign_in',
  'sign_out',
  'sign_in_failed',
  'password_changed',
  'exported',
];
const ACTS = ['block', 'unblock', 'verify_email', 'end_sessions'];
const AT_ONCE = 20_000;

/** Fills an empty instance with people and a year of their log: nobody of them can sign in. */
export async function fillInstance(db: Db, now: Date, people: number, entries: number): Promise<void> {
  const users = Array.from({ length: people }, (_, index) => personAt(index, people, now));
  await inBatches(users, (batch) => inTransaction(db, (tx) => write(tx, 'users', batch)));
  // One in fifty, but enough of each status for a whole page: a page is compared with one of as many rows.
  const share = people < 12_000 ? 4 : 50;
  const restrictions = users.flatMap((user, index) => restrictionsOf(user, index, share, now));
  await inBatches(restrictions, (batch) => inTransaction(db, (tx) => write(tx, 'restrictions', batch)));
  for (let from = 0; from < entries; from += AT_ONCE) {
    const rows = Array.from({ length: Math.min(AT_ONCE, entries - from) }, (_, index) =>
      entryAt(from + index, entries, users, now),
    );
    await inTransaction(db, (tx) => write(tx, 'activity', rows));
  }
  await sumTotals(db);
}

function personAt(index: number, people: number, now: Date): UserRow {
  const joined = new Date(now.getTime() - 365 * DAY + Math.floor((index / people) * 364 * DAY));
  const first_name = FIRST[index % FIRST.length] ?? '';
  const last_name = `${LAST[Math.floor(index / FIRST.length) % LAST.length]}`;
  const seen = (index * 7919) % 400;
  return newUser(joined, {
    email: `person.${index}@mail${index % 50}.example.org`,
    email_verified: index % 20 === 0 ? 0 : 1,
    password_hash: null,
    first_name,
    last_name: index % 3 === 0 ? `${last_name} ${index}` : last_name,
    role: index % 5000 === 1 ? 'admin' : 'user',
    last_login: index % 10 === 0 ? null : new Date(now.getTime() - (seen / 400) * 364 * DAY).toISOString(),
  });
}

function restrictionsOf(user: UserRow, index: number, share: number, now: Date): RestrictionRow[] {
  if (index % share !== 3) return [];
  const kinds = ['blocked', 'other', 'blocked', 'deleted'] as const;
  const restriction_type = kinds[Math.floor(index / share) % kinds.length] ?? 'blocked';
  return [
    {
      user_id: user.id,
      id: newId(now),
      restriction_type,
      reason: 'Too many accounts',
      is_active: 1,
      expires_at: index % (2 * share) === 3 ? new Date(now.getTime() + DAY).toISOString() : null,
      created_at: now.toISOString(),
    },
  ];
}

function entryAt(index: number, entries: number, users: UserRow[], now: Date): ActivityRow {
  const at = new Date(now.getTime() - 364 * DAY + Math.floor((index / entries) * 364 * DAY));
  const user = users[(index * 104_729) % users.length];
  const isAct = index % 25 === 0;
  const admin = users[1];
  const types = isAct ? ACTS : EVENTS;
  const actor = isAct ? admin : user;
  const nameOf = (row: UserRow | undefined) => (row ? `${row.first_name} ${row.last_name}` : null);
  return {
    id: newId(at),
    action_type: types[index % types.length] ?? '',
    admin_id: isAct ? (admin?.id ?? null) : null,
    actor_id: actor?.id ?? null,
    actor_name: nameOf(actor),
    target_id: user?.id ?? null,
    target_name: nameOf(user),
    target_email: user?.email ?? null,
    details: '{"device":"Firefox, Windows"}',
    ip: `203.0.113.${index % 250}`,
    created_at: at.toISOString(),
  };
}

async function sumTotals(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('activity')
    .select(({ fn }) => ['created_at', 'action_type', 'admin_id', fn.countAll<number>().as('count')])
    .groupBy(['created_at', 'action_type', 'admin_id'])
    .execute();
  const totals = new Map<string, { date: string; action_type: string; admin_id: string; count: number }>();
  for (const { created_at, action_type, admin_id, count } of rows) {
    const total = { date: created_at.slice(0, 10), action_type, admin_id: admin_id ?? '', count: 0 };
    const key = JSON.stringify(total);
    const known = totals.get(key) ?? total;
    known.count += Number(count);
    totals.set(key, known);
  }
  await db.deleteFrom('activity_totals').execute();
  await inTransaction(db, (tx) => write(tx, 'activity_totals', [...totals.values()]));
}

async function write<Table extends keyof Tables>(
  tx: Tx,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof Tables[Table] & string)[];
  await insertRows(table, columns, (insert) => insert)(tx, rows);
}

async function inBatches<Row>(rows: Row[], write: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) await write(rows.slice(from, from + AT_ONCE));
}
