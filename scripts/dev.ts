import { commandFile, runInForeground } from './children.ts';

runInForeground(commandFile('astro', 'bin/astro.mjs'), ['dev', ...process.argv.slice(2)], {
  NODE_ENV: 'development',
});
