import { setTimeout as wait } from 'node:timers/promises';
import { median, percentile, report } from './figures.ts';
import type { Visitor } from './visitor.ts';

const PAUSE = 5;

/** Of another amount each time: Home compares equal ones, so that its pages would take longer with every one. */
let loaves = 0;
const bread = () => {
  loaves += 1;
  return JSON.stringify({ amount: (loaves / 100).toFixed(2), description: 'Bread' });
};

/** Milliseconds until each answer's last byte, and until the work was done. */
export interface Times {
  pages: number[];
  writes: number[];
  all: number;
}

/** Requests pages and records expenses, one after another, during some work. */
export async function watch(visitor: Visitor, work: () => Promise<unknown>): Promise<Times> {
  let isDone = false;
  const repeat = async (ask: () => Promise<unknown>) => {
    const times: number[] = [];
    for (; !isDone; await wait(PAUSE)) {
      const started = performance.now();
      await ask();
      times.push(performance.now() - started);
    }
    return times;
  };
  const pages = ['/', '/transactions'].map((path) => repeat(() => visitor.send('GET', path, 200)));
  const writes = repeat(() => visitor.send('POST', '/api/v1/transactions/expense', 201, bread()));
  const started = performance.now();
  await work();
  const all = performance.now() - started;
  isDone = true;
  return { pages: (await Promise.all(pages)).flat(), writes: await writes, all };
}

export function showBeside(name: { bench: string; page: string }, times: Times, idle: Times): void {
  const print = (figure: string, value: number, unit: 'ms' | 'ratio' = 'ms') =>
    report({ ...name, figure, value, unit });
  print('duration', times.all);
  for (const kind of ['pages', 'writes'] as const) {
    print(`${kind}_median`, median(times[kind]));
    print(`${kind}_p99`, percentile(times[kind], 0.99));
    print(`${kind}_worst`, Math.max(...times[kind]));
    print(`${kind}_p99_ratio`, percentile(times[kind], 0.99) / percentile(idle[kind], 0.99), 'ratio');
  }
}
