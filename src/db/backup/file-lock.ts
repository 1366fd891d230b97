import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock that ends with its process, however that ends. */
export interface FileLock {
  release(): void;
}

/** How often the lock of a new file is tried: whoever looks for abandoned files holds it for a moment. */
const TRIES = 1000;

/** Takes the lock of a file whose name nobody else uses. @throws Error when it cannot be had */
export function takeOwnLock(file: string): FileLock {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const lock = takeLock(file);
    if (lock) return lock;
  }
  throw new Error(`the lock ${file} cannot be had`);
}

/**
 * Takes the lock of a file, or null while another process has it. The number of a process says nothing: in containers
 * another one soon has the same. The operating system forgets the lock of a SQLite file when its process is gone.
 */
export function takeLock(file: string): FileLock | null {
  for (;;) {
    const opened = open(file);
    if (!opened) return null;
    // Whoever judged the file abandoned may have deleted it in between.
    if (isStillThere(file, opened)) return { release: () => release(file, opened.held) };
    opened.held.close();
  }
}

/** Whether a process holds the lock of a file; one that was left by a killed process is free. */
export function isLocked(file: string): boolean {
  if (!existsSync(file)) return false;
  const opened = open(file);
  opened?.held.close();
  return opened === null;
}

interface Opened {
  held: DatabaseSync;
  inode: number;
}

function open(file: string): Opened | null {
  const held = new DatabaseSync(file, { timeout: 0 });
  try {
    held.exec('pragma journal_mode = memory; begin exclusive;');
    return { held, inode: statSync(file, { throwIfNoEntry: false })?.ino ?? 0 };
  } catch (error) {
    held.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) === BUSY) return null;
    throw error;
  }
}

const BUSY = 5;

function isStillThere(file: string, { inode }: Opened): boolean {
  return inode !== 0 && statSync(file, { throwIfNoEntry: false })?.ino === inode;
}

function release(file: string, held: DatabaseSync): void {
  rmSync(file, { force: true });
  held.close();
}
