import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readStaticFiles } from '../../src/http/delivery/static-files.ts';

test('files share a connection that stays open, and spare the headers that say so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  writeFileSync(join(folder, 'one.css'), 'first{}');
  writeFileSync(join(folder, 'two.css'), 'second{}');
  const files = readStaticFiles(pathToFileURL(`${folder}/`), {});
  const server = createServer((request, response) => void files.serve(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  let text = '';
  socket.on('data', (bytes: string) => {
    text += bytes;
  });
  socket.write('GET /one.css HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => text).toContain('first{}');
  socket.write('GET /two.css HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => text).toContain('second{}');
  expect(text).not.toMatch(/^(connection|keep-alive):/im);
  // An HTTP/1.0 client must be told whether its connection stays.
  socket.write('GET /one.css HTTP/1.0\r\nConnection: keep-alive\r\n\r\n');
  await expect.poll(() => text).toMatch(/^connection: keep-alive/im);
});

test('styles and scripts of pages spare the policies of documents, and an id that no log has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  mkdirSync(join(folder, '_astro'));
  for (const name of ['_astro/one.css', '_astro/two.js', '_astro/three.svg', 'worker.js'])
    writeFileSync(join(folder, name), 'x');
  const policies = { 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' };
  const all = { ...policies, 'x-content-type-options': 'nosniff' };
  const files = readStaticFiles(pathToFileURL(`${folder}/`), all);
  const server = createServer((request, response) => void files.serve(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const namesIn = async (path: string) => {
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`);
    return [...Object.keys(all), 'x-request-id'].filter((name) => headers.has(name));
  };
  expect(await namesIn('_astro/one.css')).toEqual(['x-content-type-options']);
  expect(await namesIn('_astro/two.js')).toEqual(['x-content-type-options']);
  expect(await namesIn('_astro/three.svg')).toEqual([...Object.keys(all), 'x-request-id']);
  expect(await namesIn('worker.js')).toEqual([...Object.keys(all), 'x-request-id']);
});
