import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { listen } from './port.ts';

/** A connection between browser and server that loses requests or their answers. */
export interface LossyLine {
  url: string;
  counts: { asked: number; lost: number };
  close(): void;
}

/** `share` of the requests are lost; for every other one only the answer. */
export async function startLossyLine(server: { url: string }, share: number): Promise<LossyLine> {
  const counts = { asked: 0, lost: 0 };
  const line = createServer((incoming, answer) => {
    counts.asked += 1;
    const isLost = Math.random() < share;
    if (isLost) counts.lost += 1;
    if (isLost && counts.lost % 2) answer.socket?.destroy();
    else forward(server.url, incoming, answer, isLost);
  });
  const port = await listen(line);
  const close = () => {
    line.closeAllConnections();
    line.close();
  };
  return { url: `http://127.0.0.1:${port}`, counts, close };
}

function forward(
  address: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  isAnswerLost: boolean,
): void {
  const { method, url, headers } = incoming;
  const forwarded = request(new URL(url ?? '/', address), { method, headers }, (reply) => {
    if (isAnswerLost) {
      reply.resume().on('end', () => answer.socket?.destroy());
      return;
    }
    answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    reply.pipe(answer);
  });
  forwarded.on('error', () => answer.socket?.destroy());
  incoming.pipe(forwarded);
}
