import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Carries the client's address from the server to the pipeline; the server overwrites what a client sends. */
export const ADDRESS_HEADER = 'x-pruta-address';

/** The socket's address, or the one written by the nearest `hops` trusted proxies. */
export function clientAddress({ socket, headers }: IncomingMessage, hops: number): string {
  const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? ''].map(
    (part) => part.trim(),
  );
  const address = hops === 0 ? chain.at(-1) : chain.at(-1 - hops);
  return address && isIP(address) ? address : (socket.remoteAddress ?? '127.0.0.1');
}
