import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';

export function overview(): string {
  const width = Math.max(...Object.entries(COMMANDS).map((entry) => lineOf(...entry).length));
  return [
    'Usage: npm run admin -- COMMAND …',
    '',
    ...Object.entries(COMMANDS).map(
      ([name, command]) => `  ${lineOf(name, command).padEnd(width)}  ${command.summary}`,
    ),
    '',
    '"npm run admin -- COMMAND --help" says more about one of them.',
    'They use the same environment variables as the server (DATA_DIR, DATABASE_URL, …), and work while it runs.',
    'Exit codes: 0 done, 1 not done (one line says why), 2 wrong usage.',
  ].join('\n');
}

export function helpOf(name: string, { usage, summary, details }: Command): string {
  return [
    `Usage: npm run admin -- ${[name, usage].filter(Boolean).join(' ')}`,
    '',
    `${summary}.`,
    ...details,
  ].join('\n');
}

function lineOf(name: string, { usage }: Command): string {
  return [name, usage].filter(Boolean).join(' ');
}
