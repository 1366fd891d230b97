/** A compound file of one small stream, as some programs write workbooks of a few rows. */
export function compoundFile(name: string, stream: Buffer): Uint8Array {
  const sectors = 4 + Math.ceil(stream.length / 512);
  const bytes = Buffer.alloc((sectors + 1) * 512);
  const numbers = (at: number, ...values: number[]) => {
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, at + index * 4);
  };
  const [END, FREE, TABLE] = [0xfffffffe, 0xffffffff, 0xfffffffd];
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  bytes.writeUInt16LE(9, 30);
  // The directory is in sector 1, streams up to 4096 bytes share others, and sector 2 says which follow each other.
  numbers(44, 1, 1, 0, 4096, 2, 1, END, 0, 0, ...Array.from({ length: 108 }, () => FREE));
  const shared = Array.from({ length: sectors - 3 }, (_, index) => index + 4);
  numbers(512, TABLE, END, END, ...shared.slice(0, -1), END);
  const pieces = Math.ceil(stream.length / 64);
  numbers(512 * 3, ...Array.from({ length: pieces }, (_, index) => (index + 1 < pieces ? index + 1 : END)));
  const entry = (at: number, title: string, type: number, first: number, length: number) => {
    bytes.write(title, at, 'utf16le');
    bytes.writeUInt16LE(title.length * 2 + 2, at + 64);
    bytes.writeUInt8(type, at + 66);
    numbers(at + 116, first, length);
  };
  entry(1024, 'Root Entry', 5, 3, pieces * 64);
  entry(1152, name, 2, 0, stream.length);
  stream.copy(bytes, 512 * 4);
  return new Uint8Array(bytes);
}

/** Records of a workbook: type and data. */
export function records(...list: [type: number, data: number[]][]): Buffer {
  return Buffer.concat(
    list.map(([type, data]) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(type);
      head.writeUInt16LE(data.length, 2);
      return Buffer.concat([head, Buffer.from(data)]);
    }),
  );
}
