import { setTimeout as wait } from 'node:timers/promises';
import { generateHousehold } from '../../scripts/demo/household.ts';
import { loadTransactions } from '../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { openDatabase } from '../../src/db/open.ts';
import { localNow } from '../../src/domain/calendar.ts';
import { largeBankFile } from '../domain/bank-files/large-bank-file.ts';
import { signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { onEachEngine, type Place } from './engines.ts';
import { report } from './figures.ts';
import { processAt, processorTime, residentMemory } from './processes.ts';
import { Visitor } from './visitor.ts';
import { showBeside, type Times, watch } from './watch.ts';

const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
/** The smaller file, whose rows should take as long each. */
const SHARE = 10;
const ZONE = 'Asia/Jerusalem';
const IDLE = 10_000;
const SAMPLED_EVERY = 50;

const STEPS = ['showing', 'carrying out', 'matching', 'undoing'] as const;
type Step = (typeof STEPS)[number];

interface Cost {
  times: Times;
  /** Of the server's process, without those that read files; milliseconds. */
  processor: number;
  /** Of the same, beyond what it had when it had served pages alone; bytes. */
  memory: number;
}

/** What a large bank's file costs, a row compared with one of a smaller file, and pages of others beside it. */
export function measureBankFiles(): Promise<void> {
  return onEachEngine(measure);
}

async function measure(engine: string, place: Place): Promise<void> {
  const { db, close } = await openDatabase(place);
  const now = new Date();
  const small = await createDemoPerson(db, now, 'small@example.com');
  const { date: today } = localNow(now, ZONE);
  await loadTransactions(db, small, generateHousehold({ seed: 'bench', today }), now);
  for (const email of ['part@example.com', 'large@example.com']) await createDemoPerson(db, now, email);
  await close();
  // On a busy machine the daily backup would begin meanwhile.
  const server = await startServer({
    ...place,
    BACKUPS: 'off',
    RATE_LIMIT_SCALE: '1000',
    ACCESS_TOKEN_TTL: '86400',
  });
  try {
    const watcher = await Visitor.signIn(server, 'small@example.com');
    await watch(watcher, () => wait(2000));
    const idle = await watch(watcher, () => wait(IDLE));
    const before = residentMemory(processAt(server.url));
    const part = await costsOf(server, watcher, 'part@example.com', ROWS / SHARE, before);
    const large = await costsOf(server, watcher, 'large@example.com', ROWS, before);
    for (const step of STEPS) {
      const name = { bench: 'bank-files', page: `${step} on ${engine}` };
      const { times, processor, memory } = large[step];
      showBeside(name, times, idle);
      report({ ...name, figure: 'processor_time', value: processor, unit: 'ms' });
      report({ ...name, figure: 'memory', value: memory, unit: 'bytes' });
      const ratio = processor / (part[step].processor * SHARE);
      report({ ...name, figure: 'row_ratio', value: ratio, unit: 'ratio' });
    }
  } finally {
    await server.stop();
  }
}

async function costsOf(
  server: RunningServer,
  watcher: Visitor,
  email: string,
  rows: number,
  memoryBefore: number,
): Promise<Record<Step, Cost>> {
  const { accessToken } = await signIn(server, { email, password: DEMO_PASSWORD });
  const { bytes } = largeBankFile(rows);
  const call = async (path: string, body?: FormData): Promise<string> => {
    const headers = { authorization: `Bearer ${accessToken}` };
    const sent = body ? { body } : {};
    const response = await fetch(`${server.url}/api/v1/imports${path}`, { method: 'POST', headers, ...sent });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} is answered by ${response.status}: ${text}`);
    return JSON.parse(text).data.import.id;
  };
  const send = () => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], 'bank.csv'));
    form.set('again', 'true');
    return call('', form);
  };
  const pid = processAt(server.url);
  const cost = (work: () => Promise<unknown>) => costOf(pid, watcher, memoryBefore, work);
  let id = '';
  return {
    showing: await cost(async () => {
      id = await send();
    }),
    'carrying out': await cost(() => call(`/${id}/carry-out`)),
    matching: await cost(send),
    undoing: await cost(() => call(`/${id}/undo`)),
  };
}

async function costOf(
  pid: number,
  watcher: Visitor,
  memoryBefore: number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const processorBefore = processorTime(pid);
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentMemory(pid));
  }, SAMPLED_EVERY);
  try {
    const times = await watch(watcher, work);
    return { times, processor: processorTime(pid) - processorBefore, memory: memory - memoryBefore };
  } finally {
    clearInterval(sampling);
  }
}
