import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { BankImportRow } from '../../../db/tables.ts';
import type { Settings } from '../../context.ts';
import { DomainError } from '../../error.ts';

type Key = Pick<Settings, 'FILES_KEY'>;

/** A file of one import cannot be put in the place of another one's. */
type Owner = Pick<BankImportRow, 'user_id' | 'id'>;

const brotli = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

const CIPHER = 'aes-256-gcm';

/** Stands before what is encrypted; then follow the nonce and the tag. */
const MARK = Buffer.from('pruta-aes-256-gcm\0');
const NONCE = 12;
const TAG = 16;

const boundTo = ({ user_id, id }: Owner) => Buffer.from(`${user_id} ${id}`);

/** A file as it is stored: compressed, and encrypted if the host has set a key. */
export async function packed(bytes: Uint8Array, { FILES_KEY }: Key, owner: Owner): Promise<Buffer> {
  const content = await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  if (!FILES_KEY) return content;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, Buffer.from(FILES_KEY, 'base64'), nonce).setAAD(boundTo(owner));
  const secret = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([MARK, nonce, cipher.getAuthTag(), secret]);
}

/** @throws DomainError CONFLICT (409) when it was encrypted with a key that is not there any more */
export async function unpacked(content: Uint8Array, { FILES_KEY }: Key, owner: Owner): Promise<Buffer> {
  const stored = Buffer.from(content);
  if (!stored.subarray(0, MARK.length).equals(MARK)) return decompress(stored);
  const compressed = decrypted(stored.subarray(MARK.length), Buffer.from(FILES_KEY ?? '', 'base64'), owner);
  if (!compressed) throw new DomainError('CONFLICT', 409, { message: 'import:fileLocked' });
  return decompress(compressed);
}

/** Null with a wrong key, or none. */
function decrypted(stored: Buffer, key: Buffer, owner: Owner): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, stored.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(boundTo(owner))
      .setAuthTag(stored.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(stored.subarray(NONCE + TAG)), decipher.final()]);
  } catch {
    return null;
  }
}
