import { readSources, report } from './sources.ts';
import { findStrayWords } from './stray-words.ts';

report(
  'No committed file names a machine, a mirror of packages or unfinished work',
  readSources(/./).flatMap(findStrayWords),
);
