import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what a whole run writes. */
const REQUIRED_SPACE = 4 * 1024 ** 3;

/**
 * Puts temporary files of this process and its children in memory until it exits: browsers create and delete so many
 * that the file system took a tenth of the tests' processor time. Does nothing if memory is short or does not allow
 * programs.
 */
export function writeToMemory(): void {
  if (!hasRoom()) return;
  removeForgotten();
  const folder = mkdtempSync(join(MEMORY, `pruta-tests-${process.pid}-`));
  // PostgreSQL does not run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  // Tests start servers and programs by the hundred: each compiles only what none before it has.
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

function removeForgotten(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, id] = name.match(/^pruta-tests-(\d+)-/) ?? [];
    if (id && !existsSync(`/proc/${id}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function hasRoom(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === MEMORY);
    const [, , type, options = ''] = mount ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    const runs = type === 'tmpfs' && !options.split(',').includes('noexec');
    return runs && Math.min(bavail * bsize, process.availableMemory()) > REQUIRED_SPACE;
  } catch {
    return false;
  }
}
