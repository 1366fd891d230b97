import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two visits: twenty in a second. */
const PACE = 50;

const PAGES = ['/', '/transactions'];

/**
 * Opens pages at a steady pace, each at an address that nobody has asked before, whether the earlier ones have been
 * answered or not. Gives how long each took from the moment it was due, in milliseconds.
 * @throws Error when an answer is no success
 */
export async function visitUntil(url: string, cookie: string, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const visits: Promise<number>[] = [];
  const began = performance.now();
  while (!isOver()) {
    const due = began + visits.length * PACE;
    await wait(Math.max(0, due - performance.now()));
    visits.push(visit(url + (PAGES[visits.length % PAGES.length] ?? ''), cookie, { agent, due }));
  }
  const times = await Promise.all(visits);
  agent.destroy();
  return times;
}

let asked = 0;

function visit(page: string, cookie: string, { agent, due }: { agent: Agent; due: number }): Promise<number> {
  asked += 1;
  return new Promise((resolve, reject) => {
    const call = request(`${page}?asked=${asked}`, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${page} answers ${response.statusCode}.`));
      response.resume();
      response.on('end', () => resolve(performance.now() - due));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end();
  });
}
