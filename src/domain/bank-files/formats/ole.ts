import { UnreadableFile } from '../bank-file.ts';

const LAST_SECTOR = 0xfffffffa;
const SMALL = 64;
const ENTRY = 128;
const HEADER_SECTORS = 109;

/**
 * The streams of a compound file, the container of older office files.
 * @returns by name; null where it has none of the names
 * @throws UnreadableFile
 */
export function readStream(bytes: Uint8Array, names: readonly string[]): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = 1 << view.getUint16(30, true);
  if (bytes.length < 512 || (size !== 512 && size !== 4096)) throw new UnreadableFile('unreadable');
  const sectorAt = (sector: number) => {
    const at = (sector + 1) * size;
    if (at >= bytes.length) throw new UnreadableFile('unreadable');
    return at;
  };
  const numbersAt = (at: number, count: number) =>
    Array.from({ length: Math.min(count, (bytes.length - at) >> 2) }, (_, index) =>
      view.getUint32(at + index * 4, true),
    );

  // Which sectors list what follows which: the first are named in the header, more in a chain of their own.
  const lists = numbersAt(76, HEADER_SECTORS);
  const mostSectors = Math.ceil(bytes.length / size);
  for (let next = view.getUint32(68, true), read = 0; next < LAST_SECTOR; read++) {
    if (read > mostSectors) throw new UnreadableFile('unreadable');
    const more = numbersAt(sectorAt(next), size / 4);
    next = more.pop() ?? LAST_SECTOR;
    lists.push(...more);
  }
  const after = lists
    .filter((sector) => sector < LAST_SECTOR)
    .slice(0, mostSectors)
    .flatMap((sector) => numbersAt(sectorAt(sector), size / 4));

  /** The bytes of a chain of sectors; the last may be cut with the file. */
  const join = (
    first: number,
    next: number[],
    length: number,
    unit: number,
    from: (sector: number) => Uint8Array,
  ) => {
    const sectors: Uint8Array[] = [];
    const most = Math.ceil(Math.min(length, bytes.length) / unit);
    for (
      let sector = first;
      sector < LAST_SECTOR && sectors.length < most;
      sector = next[sector] ?? LAST_SECTOR
    )
      sectors.push(from(sector));
    return Buffer.concat(sectors).subarray(0, length);
  };
  const sectors = (first: number, length: number) =>
    join(first, after, length, size, (sector) => bytes.subarray(sectorAt(sector), sectorAt(sector) + size));

  const directory = sectors(view.getUint32(48, true), bytes.length);
  const entries = Array.from({ length: Math.floor(directory.length / ENTRY) }, (_, index) => {
    const entry = directory.subarray(index * ENTRY, (index + 1) * ENTRY);
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
    return { name: name.toLowerCase(), first: entry.readUInt32LE(116), length: entry.readUInt32LE(120) };
  });
  const found = names
    .map((name) => entries.find((entry) => entry.name === name.toLowerCase()))
    .find((entry) => entry !== undefined);
  if (!found) return null;
  if (found.length >= view.getUint32(56, true)) return sectors(found.first, found.length);
  // Small streams share the one of the root.
  const [root] = entries;
  if (!root) return null;
  const shared = sectors(root.first, root.length);
  const smallAfter = sectors(view.getUint32(60, true), bytes.length);
  const next = Array.from({ length: smallAfter.length >> 2 }, (_, index) =>
    smallAfter.readUInt32LE(index * 4),
  );
  return join(found.first, next, found.length, SMALL, (sector) =>
    shared.subarray(sector * SMALL, (sector + 1) * SMALL),
  );
}
