import { findPhysicalStyles } from './physical-styles.ts';
import { readSources, report } from './sources.ts';
import { findTooManyLines, MOST_LINES } from './stylesheet-lines.ts';
import { findUnknownClasses } from './unknown-classes.ts';

const sources = readSources(/^(src\/.*\.(css|astro|tsx|ts)|uno\.config\.ts)$/);

report(
  'Styles are the same from right to left, and nothing is inline that the content policy forbids',
  sources.flatMap(findPhysicalStyles),
);
report(
  'Every class is drawn by a part, a utility or a sheet',
  await findUnknownClasses(
    sources.filter(({ path }) => /^src\/(pages|layouts|ui|islands|browser)\//.test(path)),
  ),
);
report(`All handwritten styles have at most ${MOST_LINES} lines together`, findTooManyLines(sources));
