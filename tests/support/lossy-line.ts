import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A line between a browser and a server that loses requests on their way there, or the answers on their way back. */
export interface LossyLine {
  url: string;
  /** How many requests there were, and how many of them were lost. */
  counts: { asked: number; lost: number };
  close(): void;
}

/** Starts such a line on this machine; `share` of the requests are lost, every other one of them with its answer alone. */
export async function startLossyLine(server: { url: string }, share: number): Promise<LossyLine> {
  const counts = { asked: 0, lost: 0 };
  const line = createServer((asked, answer) => {
    counts.asked += 1;
    const isLost = Math.random() < share;
    if (isLost) counts.lost += 1;
    if (isLost && counts.lost % 2) answer.socket?.destroy();
    else forward(server.url, asked, answer, isLost);
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const { port } = line.address() as AddressInfo;
  const close = () => {
    line.closeAllConnections();
    line.close();
  };
  return { url: `http://127.0.0.1:${port}`, counts, close };
}

function forward(to: string, asked: IncomingMessage, answer: ServerResponse, isAnswerLost: boolean): void {
  const { method, url, headers } = asked;
  const onward = request(new URL(url ?? '/', to), { method, headers }, (got) => {
    if (isAnswerLost) {
      got.resume().on('end', () => answer.socket?.destroy());
      return;
    }
    answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
    got.pipe(answer);
  });
  onward.on('error', () => answer.socket?.destroy());
  asked.pipe(onward);
}
