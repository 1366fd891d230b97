import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

// Its own process: sends the bytes of a file with the given type, as simply as Node can.
const [file = '', type = ''] = process.argv.slice(2);
const body = readFileSync(file);

createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': body.length });
  response.end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
