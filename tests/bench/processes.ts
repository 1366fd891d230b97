import { readdirSync, readFileSync } from 'node:fs';

// The kernel counts processor time in hundredths of a second, regardless of its own clock.
const TICKS_A_SECOND = 100;

/** Finds a server's process by the port in its environment. @throws Error when there is none, or no /proc */
export function processAt(url: string): number {
  const variable = `PORT=${new URL(url).port}`;
  const folder = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(variable),
  );
  if (!folder) throw new Error(`No process serves ${url}.`);
  return Number(folder);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    // The process of another user, or one that has ended.
    return [];
  }
}

/** Milliseconds so far, all threads together. */
export function processorTime(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

/** In bytes. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
