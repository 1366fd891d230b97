import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { BankImportRow } from '../../../db/tables.ts';
import type { Settings } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { seal, unseal } from '../../sealed.ts';

type Key = Pick<Settings, 'FILES_KEY'>;

type Owner = Pick<BankImportRow, 'user_id' | 'id'>;

const brotli = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Marks encrypted content. */
const MARK = Buffer.from('pruta-aes-256-gcm\0');

/** A window of 256 kB: the usual one of 4 MB takes 16 MB more memory, and compresses rows of a bank no better. */
const COMPRESSION = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 };

const keyOf = ({ FILES_KEY = '' }: Key) => Buffer.from(FILES_KEY, 'base64');
const nameOf = ({ user_id, id }: Owner) => `${user_id} ${id}`;

/** A file as it is stored: compressed, and encrypted if the host has set a key. */
export async function packed(bytes: Uint8Array, settings: Key, owner: Owner): Promise<Buffer> {
  const content = await brotli(bytes, { params: COMPRESSION });
  if (!settings.FILES_KEY) return content;
  return Buffer.concat([MARK, seal(content, keyOf(settings), nameOf(owner))]);
}

/** @throws DomainError CONFLICT (409) when it was encrypted with a key that is no longer set */
export async function unpacked(content: Uint8Array, settings: Key, owner: Owner): Promise<Buffer> {
  const stored = Buffer.from(content);
  if (!stored.subarray(0, MARK.length).equals(MARK)) return decompress(stored);
  const compressed = unseal(stored.subarray(MARK.length), keyOf(settings), nameOf(owner));
  if (!compressed) throw new DomainError('CONFLICT', 409, { message: 'import:fileLocked' });
  return decompress(compressed);
}
