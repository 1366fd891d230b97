import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/children.ts';
import { findProgram } from '../../scripts/debian.ts';
import { freePort, listen } from './port.ts';

export interface Balancer {
  name: 'haproxy' | 'small';
  url: string;
  /** Resolves once it sends requests to a node, which HAProxy does after its next look at it. */
  untilUsed(index: 0 | 1): Promise<void>;
  close(): Promise<void> | void;
}

/** HAProxy with the configuration that hosts get, where it is installed; otherwise a proxy that behaves as it. */
export function startBalancer(nodes: readonly [string, string]): Promise<Balancer> {
  const program = findProgram('haproxy');
  return program ? startHaproxy(program, nodes) : startSmallProxy(nodes);
}

async function startHaproxy(program: string, nodes: readonly [string, string]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-haproxy-'));
  const port = await freePort();
  let text = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8').replace(
    'bind :4321',
    `bind 127.0.0.1:${port}`,
  );
  text = text.replace('balance leastconn', 'balance leastconn\n  http-response set-header x-node %s');
  for (const [index, node] of nodes.entries())
    text = text.replace(`web-${index + 1}:4321`, new URL(node).host);
  writeFileSync(join(folder, 'haproxy.cfg'), text);
  const child = spawn(program, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (child.exitCode === null && !(await answers()))
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}.`);
  return {
    name: 'haproxy',
    url,
    async untilUsed(index) {
      const node = () => fetch(`${url}/health`).then(({ headers }) => headers.get('x-node'));
      while ((await node()) !== `web-${index + 1}`) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What reached no node goes to the other one, and so does a GET without an answer; a node that stops is left out. */
async function startSmallProxy(nodes: readonly [string, string]): Promise<Balancer> {
  const isUsed = [true, true];
  const looks = setInterval(() => {
    for (const [index, node] of nodes.entries())
      fetch(`${node}/health`).then(
        ({ ok }) => (isUsed[index] = ok),
        () => (isUsed[index] = false),
      );
  }, 250);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const bodies: Buffer[] = [];
    incoming.on('data', (chunk) => bodies.push(chunk));
    incoming.on('end', () => {
      turn += 1;
      const used = nodes.filter((_, index) => isUsed[index]);
      const [first, second = first] = turn % 2 ? used : used.toReversed();
      const body = Buffer.concat(bodies);
      pass(incoming, outgoing, body, first && second ? [first, second, first, second] : []);
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    name: 'small',
    url,
    async untilUsed(index) {
      while (!isUsed[index]) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    close() {
      clearInterval(looks);
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
  [node, ...others]: string[],
): void {
  if (!node) return void outgoing.writeHead(503).end();
  const { method, url, headers } = incoming;
  const passed: ClientRequest = request(
    new URL(url ?? '/', node),
    { method, headers, agent: false },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    },
  );
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) outgoing.destroy();
    else if (error.code === 'ECONNREFUSED' || method === 'GET') pass(incoming, outgoing, body, others);
    else outgoing.writeHead(502).end();
  });
  passed.end(body);
}
