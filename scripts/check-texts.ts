import { findRepeatedSentences } from './repeated-sentences.ts';
import { readSources, report, type Source } from './sources.ts';
import { findStraightTexts } from './straight-texts.ts';
import { compareLanguages, findUnusedTexts, type Texts } from './texts.ts';

function readTexts(sources: Source[]): Texts {
  const texts: Texts = {};
  for (const { path, text } of sources) {
    const [, language = '', area = ''] = path.match(/^src\/i18n\/(\w+)\/([\w-]+)\.json$/) ?? [];
    texts[language] = { ...texts[language], [area]: JSON.parse(text) };
  }
  return texts;
}

const texts = readTexts(readSources(/^src\/i18n\/\w+\/.*\.json$/));
const code = readSources(/^src\/.*\.(ts|tsx|astro|mjs)$/);

report('Every text exists in both languages, is used, and is written in no component', [
  ...compareLanguages(texts),
  ...findUnusedTexts(texts, code),
  ...findRepeatedSentences(texts),
  ...code.filter(({ path }) => /\.(astro|tsx)$/.test(path)).flatMap(findStraightTexts),
]);
