import { globSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes smaller `.br` and `.gz` versions beside a folder's files; returns the bytes of all `.br`. */
export async function precompress(folder: string): Promise<number> {
  const names = globSync('**/*.*', { cwd: folder, exclude: (name) => /\.(br|gz)$/.test(name) });
  const sizes = await Promise.all(names.map((name) => compressFile(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function compressFile(file: string): Promise<number> {
  if (!(await stat(file)).isFile()) return 0;
  const content = await readFile(file);
  const [small, zipped] = await Promise.all([
    brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    zip(content, { level: 9 }),
  ]);
  if (zipped.length < content.length) await writeFile(`${file}.gz`, zipped);
  if (small.length >= content.length) return content.length;
  await writeFile(`${file}.br`, small);
  return small.length;
}
