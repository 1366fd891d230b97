import {
  DIALOG_TEXTS,
  DISPLAY_TEXTS,
  FETCHED_TEXTS,
  FORM_TEXTS,
  GUIDE_TEXTS,
  pickTexts,
} from '../src/i18n/needed-texts.ts';
import { findRepeatedSentences } from './repeated-sentences.ts';
import { readSources, report, type Source } from './sources.ts';
import { findStraightTexts } from './straight-texts.ts';
import {
  compareLanguages,
  findMissingTexts,
  findUnsentTexts,
  findUnusedTexts,
  type Reached,
  type Texts,
} from './texts.ts';
import { findTurnedNumbers } from './turned-numbers.ts';

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

const areas = texts.en ?? {};

const reached = (folder: RegExp, ...needed: Parameters<typeof pickTexts>[1][]): Reached => ({
  folder,
  keys: needed.flatMap((part) => Object.keys(pickTexts(areas, part))),
});

const { appearance, inPlace, later, swipe, offline, occurrence, wizard } = FETCHED_TEXTS;

/** What comes with `laterPart`, or is only in such parts. */
const LATER =
  '(AddedBefore|AfterSaving|BudgetHint|CardFields|CharacterCount|ConflictNotice|DeletePanel|DeletionConflict|DuplicateHint|PaidFields|Suggestions|TransactionConflict)\\.';

// Only a resubmitted page shows these.
const PAGE_TEXTS = { transactions: /^conflict\.saved/ };

// Parts of a form appear in the page and in the dialog, with different texts.
const places = [
  reached(new RegExp(`^src/islands/transaction-dialog/(?!${LATER})`), DIALOG_TEXTS),
  reached(new RegExp(`^src/islands/[\\w-]+/${LATER}`), DIALOG_TEXTS, later),
  reached(/^src\/islands\/occurrence\//, DIALOG_TEXTS, occurrence),
  reached(/^src\/islands\/recurring-wizard\//, DIALOG_TEXTS, wizard),
  reached(
    new RegExp(`^src/islands/(form|transaction-form|category-picker)/(?!${LATER})`),
    DIALOG_TEXTS,
    appearance,
    PAGE_TEXTS,
  ),
  reached(/^src\/islands\/(form|transaction-form|category-picker)\//, FORM_TEXTS),
  reached(/^src\/islands\/display-settings\//, DISPLAY_TEXTS),
  reached(/^src\/islands\/setup-guide\//, GUIDE_TEXTS),
  reached(/^src\/browser\/list\/cells\//, inPlace),
  reached(/^src\/browser\/list\/swipe\.ts/, swipe),
  reached(/^src\/browser\/core\/offline\//, offline),
];

report('Every text exists in both languages, reaches who names it, is used, and is written in no component', [
  ...compareLanguages(texts),
  ...findMissingTexts(texts, code),
  ...findUnsentTexts(Object.keys(areas), code, places),
  ...findUnusedTexts(texts, code),
  ...findRepeatedSentences(texts),
  ...findTurnedNumbers(texts),
  ...code.filter(({ path }) => /\.(astro|tsx)$/.test(path)).flatMap(findStraightTexts),
]);
