import { connect, createServer, type Socket } from 'node:net';
import { listen } from './port.ts';

/** A connection to PostgreSQL, with its own address. */
export interface PostgresLine {
  url: string;
  /** Ends connections whose client sends this text from now on, at most `most` of them. */
  cutAt(text: string | null, most?: number): void;
  /** Ends one open connection without a message of PostgreSQL. */
  cutOne(): void;
  /** Nothing more arrives on open connections, and none of them ends. */
  silence(): void;
  close(): void;
}

export async function startPostgresLine(address: string): Promise<PostgresLine> {
  const { hostname, port } = new URL(address);
  const open = new Map<Socket, Socket>();
  let cut: string | null = null;
  let cuts = 0;
  const line = createServer((client) => {
    const server = connect(Number(port), hostname);
    open.set(client, server);
    const end = () => {
      open.delete(client);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('error', end).on('close', end);
    client.on('data', (sent) => {
      if (cut === null || cuts === 0 || !sent.includes(cut)) return void server.write(sent);
      cuts -= 1;
      end();
    });
    server.on('data', (answer) => client.write(answer));
  });
  const url = new URL(address);
  url.port = String(await listen(line));
  // It names the file, which passes by the line.
  url.search = '';
  return {
    url: url.href,
    cutAt(text, most = Infinity) {
      cut = text;
      cuts = most;
    },
    cutOne() {
      const client = [...open.keys()][Math.floor(Math.random() * open.size)];
      if (client && open.delete(client)) client.destroy();
    },
    silence() {
      for (const [client, server] of open) {
        client.removeAllListeners('data').resume();
        server.removeAllListeners('data').resume();
      }
    },
    close() {
      for (const client of open.keys()) client.destroy();
      line.close();
    },
  };
}
