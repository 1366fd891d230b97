import { measureAccounts } from '../tests/bench/accounts.ts';
import { measureBankFiles } from '../tests/bench/bank-files.ts';
import { measureBudgets } from '../tests/bench/budgets.ts';
import { measureBulk } from '../tests/bench/bulk.ts';
import { measureExport } from '../tests/bench/export.ts';
import { measureGeneration } from '../tests/bench/generation.ts';
import { measureGrowth } from '../tests/bench/growth.ts';
import { measureIdle } from '../tests/bench/idle.ts';
import { measureSearch } from '../tests/bench/search.ts';
import { measureThroughput } from '../tests/bench/throughput.ts';
import { buildIfNeeded } from './build.ts';

const BENCHES = {
  idle: measureIdle,
  throughput: measureThroughput,
  growth: measureGrowth,
  search: measureSearch,
  generation: measureGeneration,
  bulk: measureBulk,
  accounts: measureAccounts,
  export: measureExport,
  budgets: measureBudgets,
  'bank-files': measureBankFiles,
};

const names = process.argv.slice(2);
const requested = names.length > 0 ? names : Object.keys(BENCHES);
const unknown = requested.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}

await buildIfNeeded();
for (const name of requested) await BENCHES[name as keyof typeof BENCHES]();
