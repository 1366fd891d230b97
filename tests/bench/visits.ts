import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two requests: twenty in a second. */
const PACE = 50;

const EXPENSE = JSON.stringify({ amount: '1', description: 'Bread' });

interface Visit {
  path: string;
  /** Sent as JSON by POST; a page is read without it. */
  body?: string;
}

const VISITS: Visit[] = [
  { path: '/' },
  { path: '/transactions' },
  { path: '/api/v1/transactions/expense', body: EXPENSE },
];

/** How long requests took from the moment when they were due, in milliseconds. */
export interface Times {
  pages: number[];
  writes: number[];
}

/**
 * Opens pages and creates expenses at a steady pace, whether the earlier requests have been answered or not.
 * @throws Error when an answer is not a success
 */
export async function visitUntil(url: string, cookie: string, isOver: () => boolean): Promise<Times> {
  const agent = new Agent({ keepAlive: true });
  const times: Times = { pages: [], writes: [] };
  const visits: Promise<void>[] = [];
  const began = performance.now();
  while (!isOver()) {
    const due = began + visits.length * PACE;
    await wait(Math.max(0, due - performance.now()));
    const visit = VISITS[visits.length % VISITS.length] as Visit;
    const list = visit.body ? times.writes : times.pages;
    visits.push(timeOf(url, cookie, { ...visit, agent, due }).then((time) => void list.push(time)));
  }
  await Promise.all(visits);
  agent.destroy();
  return times;
}

function timeOf(
  url: string,
  cookie: string,
  { path, body, agent, due }: Visit & { agent: Agent; due: number },
): Promise<number> {
  const headers = { cookie, ...(body ? { origin: url, 'content-type': 'application/json' } : {}) };
  return new Promise((resolve, reject) => {
    const call = request(url + path, { agent, method: body ? 'POST' : 'GET', headers }, (response) => {
      if (response.statusCode !== (body ? 201 : 200))
        reject(new Error(`${path} answers ${response.statusCode}.`));
      response.resume();
      response.on('end', () => resolve(performance.now() - due));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
