import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes unchanged, for malformed or incomplete requests; returns everything until the server closes the
 * connection.
 */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  // A server may close the connection while we still write.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

/** `0` when the server closed the connection without an answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
