import { readInput } from './admin/input.ts';
import { runCommand } from './admin/run.ts';

// Files written here are readable only by their owner, as those of the server.
process.umask(0o077);

const writeNote = (text: string) => void process.stderr.write(text);

process.exitCode = await runCommand(process.argv.slice(2), {
  environment: process.env,
  input: readInput(process.stdin, writeNote),
  print: (line) => void process.stdout.write(`${line}\n`),
  note: (line) => writeNote(`${line}\n`),
});
