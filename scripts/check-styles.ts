import { findPhysicalStyles } from './physical-styles.ts';
import { readSources, report } from './sources.ts';

const sources = readSources(/^(src\/.*\.(css|astro|tsx|ts)|uno\.config\.ts)$/);

report(
  'Styles are the same from right to left, and nothing is inline that the content policy forbids',
  sources.flatMap(findPhysicalStyles),
);
