import { readInput } from './admin/input.ts';
import { runCommand } from './admin/run.ts';

// Files written here are readable only by their owner, as those of the server.
process.umask(0o077);

// Whoever reads the lines, such as `head`, may have had enough of them: the command itself goes on to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const writeNote = (text: string) => void process.stderr.write(text);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  input: readInput(process.stdin, writeNote),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => writeNote(`${line}\n`),
});
