import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Who is at the other end: the socket's address, or what the trusted proxies nearest to us wrote (`hops` of them). */
export function clientAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? ''].map(
    (part) => part.trim(),
  );
  const address = hops === 0 ? chain.at(-1) : chain.at(-1 - hops);
  return address && isIP(address) ? address : (socket.remoteAddress ?? '127.0.0.1');
}
