import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { packed, unpacked } from '../../../src/domain/bank-files/reading/stored-file.ts';

const FILES_KEY = randomBytes(32).toString('base64');
const owner = { user_id: 'noa', id: 'may' };
const file = Buffer.from('Date,Amount\n2026-05-03,-14.00\n'.repeat(50));

test('a file is stored compressed, and encrypted if there is a key', async () => {
  const plain = await packed(file, { FILES_KEY: undefined }, owner);
  const secret = await packed(file, { FILES_KEY }, owner);
  expect(plain.length).toBeLessThan(file.length / 2);
  expect(secret.includes(plain)).toBe(false);
  expect(await unpacked(secret, { FILES_KEY }, owner)).toEqual(file);
  expect(await unpacked(plain, { FILES_KEY }, owner)).toEqual(file);
  expect(await packed(file, { FILES_KEY }, owner)).not.toEqual(secret);
});

test.each([
  ['without a key', { FILES_KEY: undefined }, owner],
  ['with another key', { FILES_KEY: randomBytes(32).toString('base64') }, owner],
  ['as the file of another import', { FILES_KEY }, { ...owner, id: 'june' }],
])('what is encrypted is not read %s, which is said', async (_name, settings, by) => {
  const secret = await packed(file, { FILES_KEY }, owner);
  await expect(unpacked(secret, settings, by)).rejects.toMatchObject({
    code: 'CONFLICT',
    extra: { message: 'import:fileLocked' },
  });
});
