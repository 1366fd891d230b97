import { fork } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment, ROOT } from '../children.ts';

/** Starts the preview as its own process on a free port; it ends with this process at the latest. */
export async function startPreview(): Promise<{ url: string; stop: () => void }> {
  const child = fork(join(ROOT, 'scripts/preview.ts'), {
    cwd: ROOT,
    env: childEnvironment({ PORT: '0' }),
    execArgv: [],
    silent: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', () => reject(new Error(`The preview ended.\n${output}`)));
  });
  return { url, stop: () => child.kill() };
}
