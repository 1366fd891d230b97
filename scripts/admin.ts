import { readInput } from './admin/input.ts';
import { runCommand } from './admin/run.ts';

// Files written here are readable only by their owner, as the server's are.
process.umask(0o077);

// A reader of the output, such as `head`, may close it early: the command still finishes.
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
