import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** In the environment of a test run's processes; their children inherit it. */
export const RUN_MARK = 'PRUTA_TEST_RUN';

export function markChildren(): void {
  process.env[RUN_MARK] ??= randomUUID();
}

/** This test run's processes, one line each; only on Linux. */
export function leftBehind(): string[] {
  const mark = `${RUN_MARK}=${process.env[RUN_MARK]}`;
  return processes().flatMap((id) => {
    if (id === String(process.pid)) return [];
    const environment = read(`/proc/${id}/environ`).split('\0');
    return environment.includes(mark) ? [`${id} ${read(`/proc/${id}/cmdline`).replaceAll('\0', ' ')}`] : [];
  });
}

function processes(): string[] {
  return process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
}

// Empty for a process that has ended or belongs to another user.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
