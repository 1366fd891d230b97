import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** Of a browser that is never written to. */
export const BROWSER_KEYS = {
  p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
  auth: 'A'.repeat(22),
};

/** A browser that subscribed, and the messages that its push service took for it. */
export interface SubscribedBrowser {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  messages: unknown[];
}

/**
 * A real push service on loopback (RFC 8030): it checks the server's signature (RFC 8292), and reads messages as their
 * browsers would (RFC 8291).
 */
export async function startPushService() {
  const browsers = new Map<string, (body: Buffer) => void>();
  /** The next answers, before it takes messages again. */
  const refusals: number[] = [];
  const problems: unknown[] = [];
  const server = createServer((request, response) => {
    void take(request)
      .then((status) => response.writeHead(status).end())
      .catch((error) => {
        problems.push(error);
        response.writeHead(400).end();
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function take(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    if (!x || !y) throw new Error('The message has no key of its server.');
    await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { audience: origin });
    const refusal = refusals.shift();
    if (refusal) return refusal;
    const read = browsers.get(request.url ?? '');
    read?.(Buffer.concat(chunks));
    return read ? 201 : 410;
  }

  return {
    origin,
    refusals,
    problems,
    /** A browser that its owner has not told of its own: `endpoint` and `keys` are what it sends. */
    subscribe(): SubscribedBrowser {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/${randomBytes(8).toString('hex')}`;
      const browser: SubscribedBrowser = {
        endpoint: origin + path,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        messages: [],
      };
      browsers.set(path, (body) => browser.messages.push(JSON.parse(decrypted(body, pair, auth))));
      return browser;
    },
    end: (browser: SubscribedBrowser) => browsers.delete(browser.endpoint.slice(origin.length)),
    close: () => server.close(),
  };
}

function decrypted(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
