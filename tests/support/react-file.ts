import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/children.ts';

const FOLDER = join(ROOT, 'dist/client/_astro');

const isReact = (name: string) =>
  name.endsWith('.js') && readFileSync(join(FOLDER, name), 'utf8').includes('react.transitional.element');

/** The path of the built script with React: every island needs it, and nothing else does. */
export const REACT_FILE = `/_astro/${readdirSync(FOLDER).find(isReact)}`;
