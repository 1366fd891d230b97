import { connect, createServer, type Socket } from 'node:net';
import { listen } from './port.ts';

type Mode = 'open' | 'down' | 'asleep';

/** A connection between browser and server, with its own address. */
export interface Line {
  url: string;
  /** Open connections end. */
  set(mode: Mode): void;
  close(): void;
}

export async function startLine(server: { url: string }): Promise<Line> {
  const target = Number(new URL(server.url).port);
  const open = new Set<Socket>();
  let mode: Mode = 'open';
  const line = createServer((browser) => {
    open.add(browser);
    browser.on('close', () => open.delete(browser)).on('error', () => browser.destroy());
    if (mode === 'down') browser.destroy();
    else if (mode === 'asleep') browser.once('data', () => browser.end(ASLEEP));
    else join(browser, connect(target, '127.0.0.1'));
  });
  const port = await listen(line);
  const end = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      mode = next;
      end();
    },
    close() {
      end();
      line.close();
    },
  };
}

const ASLEEP = 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

function join(browser: Socket, server: Socket): void {
  server.on('error', () => browser.destroy()).on('close', () => browser.destroy());
  browser.on('close', () => server.destroy());
  browser.pipe(server).pipe(browser);
}
