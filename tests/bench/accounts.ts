import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { newId } from '../../src/domain/id.ts';
import { FIRST_ACCOUNT, firstAccount } from '../../src/domain/money-accounts/first-account.ts';
import { insertAccount } from '../../src/domain/money-accounts/money-accounts.queries.ts';
import { signIn } from '../support/people.ts';
import { startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { median, report } from './figures.ts';
import { timeOf } from './visitor.ts';

const SIZE = Number(process.env.BENCH_ROWS ?? 100_000);
const ACCOUNTS = 5;
const ROUNDS = 25;

/** What is asked of a person with one account, and of one with the same transactions in five about one of these. */
const QUESTIONS: Record<string, [one: string, five: (account: string) => string]> = {
  Home: ['/', () => '/'],
  list: ['/transactions', (account) => `/transactions?account=${account}`],
  account: [`/accounts/${FIRST_ACCOUNT}`, (account) => `/accounts/${account}`],
  check: [`/accounts/${FIRST_ACCOUNT}/check`, (account) => `/accounts/${account}/check`],
  analytics: ['/analytics', (account) => `/analytics?account=${account}`],
};

/** Answers with five accounts, as ratios to the answers with one account of as many transactions. */
export function measureAccounts(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const people = await furnish(place);
  const server = await startServer({ ...place, RATE_LIMIT_SCALE: '1000', ACCESS_TOKEN_TTL: '86400' });
  try {
    const callers: { account: string; cookie: string }[] = [];
    for (const { email, account } of people) {
      const { cookies } = await signIn(server, { email, password: DEMO_PASSWORD });
      callers.push({ account, cookie: cookies.map((header) => header.split(';')[0]).join('; ') });
    }
    for (const [page, [one, five]] of Object.entries(QUESTIONS)) {
      const times: [number[], number[]] = [[], []];
      // Interleaved, so that other load on the machine affects both alike.
      for (let round = -5; round < ROUNDS; round += 1)
        for (const [index, { account, cookie }] of callers.entries()) {
          const time = await timeOf(server.url + (index === 0 ? one : five(account)), cookie);
          if (round >= 0) times[index]?.push(time);
        }
      const [before, after] = [median(times[0]), median(times[1])];
      const question = { bench: 'accounts', page: `${page} on ${engine}` };
      report({ ...question, figure: 'time_with_one', value: before, unit: 'ms' });
      report({ ...question, figure: `time_with_${ACCOUNTS}`, value: after, unit: 'ms' });
      report({ ...question, figure: 'ratio', value: after / before, unit: 'ratio' });
    }
  } finally {
    await server.stop();
  }
}

async function furnish(place: Place): Promise<{ email: string; account: string }[]> {
  const { db, close } = await openDatabase(place);
  const now = new Date();
  const { date: today } = localNow(now, 'Asia/Jerusalem');
  const rows = generateHousehold({ seed: 'bench', today, count: SIZE });
  const people = [];
  for (const count of [1, ACCOUNTS]) {
    const email = `with${count}@example.com`;
    const id = await createDemoPerson(db, now, email);
    const accounts = [FIRST_ACCOUNT, ...Array.from({ length: count - 1 }, () => newId(now))];
    await inTransaction(db, async (tx) => {
      for (const [index, account] of accounts.slice(1).entries()) {
        const name = `Account ${index}`;
        const row = { ...firstAccount(id, now), id: account, name, name_key: name, position: index + 1 };
        await insertAccount(tx, row);
      }
    });
    const placed = rows.map((row, index) => ({
      ...row,
      account_id: accounts[index % count] ?? FIRST_ACCOUNT,
    }));
    await loadTransactions(db, id, placed, now);
    people.push({ email, account: accounts.at(-1) ?? FIRST_ACCOUNT });
  }
  await close();
  return people;
}
