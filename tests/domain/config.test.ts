import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, unknownVariables } from '../../src/config.ts';

const folder = mkdtempSync(join(tmpdir(), 'pruta-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (environment: NodeJS.ProcessEnv) =>
  readConfig({ DATA_DIR: join(folder, 'data'), ...environment });

function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    read(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(environment)} was taken`);
}

describe('the configuration', () => {
  test.each([
    ['PORT', 'x'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'pruta.db'],
    ['PUBLIC_URL', 'pruta.example'],
    ['PUBLIC_URL', 'ftp://pruta.example'],
    ['PUBLIC_URL', 'https://pruta.example/money'],
    ['PUBLIC_URL', 'https://pruta.example/?'],
    ['PUBLIC_URL', 'https://pruta.example?from=mail'],
    ['PUBLIC_URL', 'https://pruta.example/#'],
    ['PUBLIC_URL', 'https://noa:secret@pruta.example'],
    ['APP_SECRET', 'too short'],
    ['FILES_KEY', 'c2hvcnQ='],
    ['SMTP_URL', 'https://mail.example'],
    ['SUPPORT_EMAIL', 'help'],
    ['ACCESSIBILITY_COORDINATOR_EMAIL', 'help'],
    ['GOOGLE_ISSUER', 'accounts'],
    ['GOOGLE_JWKS_URL', 'x'],
    ['OIDC_ISSUER', 'auth.example'],
    ['OIDC_NAME', 'x'.repeat(41)],
    ['OIDC_ONLY', 'yes'],
    ['RATES_URL_PRIMARY', 'x'],
    ['RATES_URL_SECONDARY', 'x'],
    ['ACCESS_TOKEN_TTL', '0'],
    ['ACCESS_TOKEN_TTL', '15m'],
    ['REFRESH_TOKEN_TTL', '0'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['RATE_LIMIT_SCALE', 'none'],
    ['TRUST_PROXY', 'on'],
    ['TRUST_PROXY', '11'],
    ['LOG_LEVEL', 'loud'],
    ['NODE_ROLE', 'none'],
  ])('names %s when it is %j, in one line that does not repeat the value', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^The configuration needs a change: ${name} must .+\\.$`));
    expect(message).not.toContain('\n');
  });

  test.each(['localhost:4321', 'mail:box', 'ftp://pruta.example/x'])(
    'says one thing at a time of the public address %s',
    (PUBLIC_URL) => {
      expect(refusal({ PUBLIC_URL })).toBe(
        'The configuration needs a change: PUBLIC_URL must be an address that starts with http:// or https://.',
      );
    },
  );

  test('says which public address to write, without the password in it', () => {
    const message = refusal({ PUBLIC_URL: 'https://noa:secret@pruta.example:8443/money?a#b' });
    expect(message).toMatch(/: write https:\/\/pruta\.example:8443\.$/);
    expect(message).not.toContain('secret');
  });

  test.each([
    ['https://pruta.example///', 'https://pruta.example'],
    ['HTTPS://Pruta.Example:443', 'https://pruta.example'],
    ['http://[::1]:4321/', 'http://[::1]:4321'],
  ])('takes the public address %s for %s', (PUBLIC_URL, origin) => {
    expect(read({ PUBLIC_URL }).PUBLIC_URL).toBe(origin);
  });

  test('names all invalid variables together', () => {
    const message = refusal({ PORT: 'x', LOG_LEVEL: 'loud', TRUST_PROXY: 'on' });
    for (const name of ['PORT', 'LOG_LEVEL', 'TRUST_PROXY']) expect(message).toContain(name);
  });

  test('refuses half of a provider of OpenID Connect, and one that is the only way in but missing', () => {
    const OIDC_ISSUER = 'https://auth.example';
    expect(refusal({ OIDC_ISSUER })).toContain('OIDC_ISSUER and OIDC_CLIENT_ID need each other');
    expect(refusal({ OIDC_CLIENT_ID: 'x' })).toContain('OIDC_ISSUER and OIDC_CLIENT_ID need each other');
    expect(refusal({ OIDC_ONLY: 'on' })).toContain('OIDC_ONLY needs OIDC_ISSUER and OIDC_CLIENT_ID');
  });

  test('asks for help at the sender of mails, unless there is an address for it', () => {
    expect(read({ MAIL_FROM: 'Noa <noa@example.org>' }).SUPPORT_EMAIL).toBe('noa@example.org');
    expect(read({ MAIL_FROM: 'noa@example.org' }).SUPPORT_EMAIL).toBe('noa@example.org');
    expect(read({ SUPPORT_EMAIL: 'help@example.org' }).SUPPORT_EMAIL).toBe('help@example.org');
    expect(read({}).SUPPORT_EMAIL).toBeUndefined();
  });

  test('has a default for everything, and an empty variable counts as missing', () => {
    const config = read({ PORT: '', SMTP_URL: '', TRUST_PROXY: '' });
    expect(config).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4321,
      PUBLIC_URL: 'http://localhost:4321',
      ACCESS_TOKEN_TTL: 900,
      REFRESH_TOKEN_TTL: 86_400,
      RATE_LIMIT_SCALE: 1,
      TRUST_PROXY: 0,
      NODE_ROLE: 'all',
      secure: false,
    });
    expect([config.SMTP_URL, config.DATABASE_URL]).toEqual([undefined, undefined]);
  });

  test('detects by its public address whether it is reached by https', () => {
    const config = read({ PUBLIC_URL: 'https://pruta.example/' });
    expect([config.secure, config.PUBLIC_URL]).toEqual([true, 'https://pruta.example']);
  });

  test('takes each variable from a file too, without the line break at its end', () => {
    const file = (text: string) => {
      const path = join(mkdtempSync(join(folder, 'given-')), 'value');
      writeFileSync(path, text);
      return path;
    };
    const APP_SECRET = 'of a file, with at least 32 characters ';
    expect(
      read({ APP_SECRET_FILE: file(`${APP_SECRET}\r\n`), PORT_FILE: file('99'), PORT: '' }),
    ).toMatchObject({
      APP_SECRET,
      PORT: 99,
    });
    const both = refusal({ PORT: '1', PORT_FILE: file('2') });
    expect(both).toBe('The configuration needs a change: PORT and PORT_FILE are both set: keep one of them.');
    expect(refusal({ PORT_FILE: file('x') })).toContain('PORT must be a whole number');
    expect(refusal({ SMTP_URL_FILE: file('\n') })).toContain('the file that SMTP_URL_FILE names is empty');
    expect(refusal({ SMTP_URL_FILE: 'smtp://noa:secret@mail.example' })).toBe(
      'The configuration needs a change: the file that SMTP_URL_FILE names cannot be read (ENOENT).',
    );
    // Files of others have such names too.
    expect(read({ SSL_CERT_FILE: 'nowhere' }).PORT).toBe(4321);
  });

  test('names variables that begin like its own and mean nothing', () => {
    const others = { NODE_ENV: 'production', HOSTNAME: 'x', PATH: '/bin', PORTS: '1', LC_ALL: 'C' };
    const ours = { BACKUPS_DAILY: '1', PUBLIC_URL: '', SMTP_URL_FILE: 'x', DATA_DIR: 'x' };
    const mistaken = {
      ...{ BACKUPS_YEARLY: '1', PUBLIC_ADDRESS: 'x', PRUTA_PORT: '1', SMTP_URL_PATH: 'x' },
      ...{ NODE_ROLES: 'web', PUBLICURL: 'x', DataDir: 'x', app_secret_file: 'x', LOG__LEVEL: 'x' },
    };
    expect(unknownVariables({ ...others, ...ours, ...mistaken })).toEqual(Object.keys(mistaken));
  });

  test('creates a secret once, readable only by its owner, and reuses it', () => {
    const first = read({});
    const file = join(first.DATA_DIR, 'secret');
    expect(Buffer.from(first.APP_SECRET, 'base64url')).toHaveLength(32);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(first.DATA_DIR).mode & 0o777).toBe(0o700);
    expect(read({}).APP_SECRET).toBe(first.APP_SECRET);
    expect(readFileSync(file, 'utf8')).toBe(first.APP_SECRET);
    expect(read({ APP_SECRET: 'x'.repeat(32) }).APP_SECRET).toBe('x'.repeat(32));
  });

  test('names DATA_DIR when it is a file, or lies inside one', () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    for (const DATA_DIR of [file, join(file, 'data')]) {
      expect(refusal({ DATA_DIR })).toBe(
        `DATA_DIR ${DATA_DIR} cannot be used: it is a file, or lies within one.`,
      );
    }
  });

  test('refuses an empty secret, instead of signing without one', () => {
    const DATA_DIR = mkdtempSync(join(folder, 'emptied-'));
    writeFileSync(join(DATA_DIR, 'secret'), '\n');
    expect(refusal({ DATA_DIR })).toContain(`${join(DATA_DIR, 'secret')}`);
  });
});
