import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { signIn } from '../support/people.ts';
import type { RunningServer } from '../support/server.ts';

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export class Visitor {
  readonly #url: string;
  readonly #cookie: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string, cookie: string) {
    this.#url = url;
    this.#cookie = cookie;
  }

  static async signIn(server: RunningServer, email: string): Promise<Visitor> {
    const { cookies } = await signIn(server, { email, password: DEMO_PASSWORD });
    return new Visitor(server.url, cookies.map((header) => header.split(';')[0]).join('; '));
  }

  post(path: string, body: unknown, status: number): Promise<Reply> {
    return this.send('POST', path, status, JSON.stringify(body));
  }

  /** @throws Error for another status */
  async send(method: string, path: string, status: number, body?: string): Promise<Reply> {
    const reply = await this.#ask(method, path, { type: 'application/json', ...(body && { body }) });
    if (reply.status !== status) throw new Error(`${path} answers ${reply.status}.`);
    return reply;
  }

  /** Sends the form of a large change, follows its progress to the page `back`, and returns the undo id. */
  async carryOut(action: string, back: string, sent: Record<string, string | number>): Promise<string> {
    const body = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name, String(value)]));
    const type = 'application/x-www-form-urlencoded';
    let reply = await this.#ask('POST', action, { type, body: body.toString() });
    for (let path = action; ; await wait(500)) {
      path = reply.headers.location ?? path;
      if (path === back) return undoIdOf(reply);
      if (reply.status >= 400) throw new Error(`${path} answers ${reply.status}.`);
      reply = await this.#ask('GET', path);
    }
  }

  #ask(method: string, path: string, sent: { type?: string; body?: string } = {}): Promise<Reply> {
    const headers = {
      cookie: this.#cookie,
      origin: this.#url,
      ...(sent.body && { 'content-type': sent.type }),
    };
    return new Promise((resolve, reject) => {
      const call = request(this.#url + path, { agent: this.#agent, method, headers }, (response) => {
        const { statusCode: status = 0, headers } = response;
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => resolve({ status, headers, text: Buffer.concat(pieces).toString() }));
        response.on('error', reject);
      });
      call.on('error', reject);
      call.end(sent.body);
    });
  }
}

/** From the message of an answer. */
function undoIdOf({ headers }: Reply): string {
  const [cookie] = (headers['set-cookie'] ?? []).filter((header) => header.includes('flash'));
  const text = cookie?.match(/=([\w-]+)\./)?.[1];
  return text ? JSON.parse(Buffer.from(text, 'base64url').toString()).undoId : '';
}

/** Milliseconds until a page has arrived as a whole. @throws unless it answers 200 */
export async function timeOf(url: string, cookie: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, { headers: { cookie }, redirect: 'manual' });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} answers ${response.status}.`);
  return performance.now() - began;
}
