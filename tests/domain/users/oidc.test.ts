import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { beginAttempt } from '../../../src/domain/users/oidc/sign-in.ts';
import { createLog } from '../../../src/log.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { freePort } from '../../support/port.ts';

let provider: OidcProvider;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-oidc-'));

beforeAll(async () => {
  provider = await startOidcProvider();
});

afterAll(async () => {
  await provider?.stop();
  rmSync(DATA_DIR, { recursive: true });
});

const begin = (changes = {}) =>
  beginAttempt({
    log: createLog('silent'),
    settings: readConfig({
      DATA_DIR,
      APP_SECRET: 'x'.repeat(32),
      ...provider.environment,
      ...changes,
    }),
  });

test('a provider that cannot be asked, or says nothing usable about itself, is not there, until it is', async () => {
  const gone = { code: 'OIDC_UNAVAILABLE', status: 503 };
  for (const fault of ['down', 'rubbish', 'silent', 'endless', 'redirect'] as const) {
    provider.fail('discovery', fault);
    await expect(begin(), fault).rejects.toMatchObject(gone);
  }
  provider.fail('discovery', null);
  // It says that it is somebody else.
  await expect(begin({ OIDC_ISSUER: provider.url.replace('127.0.0.1', 'localhost') })).rejects.toMatchObject(
    gone,
  );
  const closed = `http://127.0.0.1:${await freePort()}`;
  await expect(begin({ OIDC_ISSUER: closed })).rejects.toMatchObject(gone);
  await expect(begin({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '' })).rejects.toMatchObject({
    code: 'OIDC_DISABLED',
  });
  expect((await begin()).page).toContain('/authorize?');
});
