import { become, commandFile } from './children.ts';

become(commandFile('astro', 'bin/astro.mjs'), ['dev', ...process.argv.slice(2)], { NODE_ENV: 'development' });
