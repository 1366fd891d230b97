import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Keeps V8 from allocating in its old generation what a place in the code allocates. It does so where objects have lasted,
 * such as the entries of a list; those of an export come from the same place, and each would keep its row in memory until
 * the old generation is collected (decision 0098). That is done once it has grown by half: by default it may double or
 * more, and with it the bytes that dead buffers hold (decision 0102).
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
  setFlagsFromString('--heap-growing-percent=50');
}

/** How long nothing may have been under way, in calls a second apart. */
const QUIET = 10;

/** A smaller heap is not worth a collection, in bytes; an idle process has 40 MB. */
const SMALL = 96 * 1024 * 1024;

/** A heap is collected again once it has grown so many times. */
const GROWN = 1.5;

/**
 * Returns what gives memory back to the system after a flood of requests: V8 would keep it until new ones make it collect
 * garbage. Call the result every second; a collection takes some 30 ms, while nobody waits.
 * @param isQuiet whether no request is under way
 */
export function memoryReturn(isQuiet: () => boolean): () => void {
  let quiet = 0;
  let enough = SMALL;
  return () => {
    quiet = isQuiet() ? quiet + 1 : 0;
    if (quiet < QUIET || heapSize() < enough) return;
    collectGarbage();
    // What is really in use cannot be given back.
    enough = Math.max(SMALL, heapSize() * GROWN);
  };
}

/** The memory of V8's heap, garbage included, in bytes. */
export function heapSize(): number {
  return getHeapStatistics().total_physical_size;
}

// Other flavours leave the pages with the process.
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
