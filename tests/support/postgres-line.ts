import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to PostgreSQL, with an address of its own. */
export interface PostgresLine {
  url: string;
  /** Ends every connection whose client sends this text from now on, or only so many of them. */
  cutAt(text: string | null, most?: number): void;
  /** Ends one connection that is open, without a word of PostgreSQL. */
  cutOne(): void;
  /** From now on nothing more arrives on the connections that are open, and none of them ends. */
  silence(): void;
  close(): void;
}

/** Starts such a line to the database of an address. */
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
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const url = new URL(address);
  url.port = String((line.address() as AddressInfo).port);
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
