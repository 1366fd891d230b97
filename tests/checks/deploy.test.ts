import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { unknownVariables } from '../../src/config.ts';
import { FILE_MOST } from '../../src/domain/account-files/account-imports.ts';
import { SERVER_COMMAND, SERVER_VARIABLES } from '../support/server.ts';

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('image and unit start the server as `npm start` does', () => {
  const [, command = ''] = /^CMD (.*)$/m.exec(read('Dockerfile')) ?? [];
  expect(JSON.parse(command)).toEqual(['node', ...SERVER_COMMAND]);
  const [, line] = /^ExecStart=\S+ (.*)$/m.exec(read('deploy/pruta.service')) ?? [];
  expect(line?.split(' ')).toEqual(SERVER_COMMAND);
  expect(Object.keys(SERVER_VARIABLES)).toHaveLength(1);
  for (const [name, value] of Object.entries(SERVER_VARIABLES)) {
    expect(read('Dockerfile')).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'));
    expect(read('deploy/pruta.service')).toMatch(new RegExp(`^Environment=.*\\b${name}=${value}\\b`, 'm'));
  }
});

test('volumes are mounted at folders that the images made for their users: other ones are of root', () => {
  const mounts = globSync('compose*.yaml', { cwd: ROOT }).flatMap((file) => [
    ...read(file).matchAll(/volumes: \["\w+:(.+?)"\]/g),
  ]);
  const folders = ['/data', '/var/lib/postgresql/data'];
  expect([...new Set(mounts.map(([, folder]) => folder))].toSorted()).toEqual(folders);
  expect(read('Dockerfile')).toMatch(/^RUN install -d -o node .* \/data$/m);
});

test('the files for hosts name no variable that Pruta does not know', () => {
  const files = ['Dockerfile', ...globSync('{compose*.yaml,deploy/*}', { cwd: ROOT })];
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    const names = read(file).match(/\b[A-Z]+_[A-Z_]+(?==|:)/g) ?? [];
    expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x']))), file).toEqual([]);
  }
});

test('the proxy that limits bodies takes the largest file that Pruta takes, and its form around it', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(FILE_MOST + 1_000_000);
});
