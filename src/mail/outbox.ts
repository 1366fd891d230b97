import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from './smtp.ts';

/** Writes each message as an `.eml` file into a private folder; names sort by time. */
export function outbox(folder: string, clock: () => Date): Channel {
  const nextName = namer(clock);
  return {
    async deliver({ bytes, id }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // What is written again replaces what was written before.
      await writeWhole(folder, id ? nameOf(id) : nextName(), bytes);
    },
    stopRetrying() {},
    close() {},
  };
}

const stampOf = (instant: Date) => instant.toISOString().replace(/[-:.]/g, '');

// A UUIDv7 begins with its time.
function nameOf(id: string): string {
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return `${stampOf(new Date(time))}-${id}.eml`;
}

// The clock may be set back, and processes may share the folder: names must still be ascending and unique.
function namer(clock: () => Date): () => string {
  const process = randomBytes(3).toString('hex');
  let latest = '';
  let counter = 0;
  return () => {
    const stamp = stampOf(clock());
    if (stamp > latest) latest = stamp;
    counter += 1;
    return `${latest}-${String(counter).padStart(6, '0')}-${process}.eml`;
  };
}

// A file appears under its final name only once it is complete.
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${name}.part`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
