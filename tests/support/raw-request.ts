import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends bytes as they are and gives all that comes back until the server hangs up: for requests that no client would
 * write, or not to their end.
 */
export async function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  // A server that hangs up while we still write is an answer too.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

/** The status of a raw answer, `0` when the server hung up without one. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
