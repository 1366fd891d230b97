import { expect, test } from 'vitest';
import { findRepeatedSentences } from '../../scripts/repeated-sentences.ts';
import { findStraightTexts } from '../../scripts/straight-texts.ts';
import { compareLanguages, findMissingTexts, findUnsentTexts, findUnusedTexts } from '../../scripts/texts.ts';
import { findTurnedNumbers } from '../../scripts/turned-numbers.ts';

const inBoth = (entries: Record<string, string>) => ({ en: { common: entries }, he: { common: entries } });

test('a key that is missing in one language is reported, whichever language it is', () => {
  const texts = {
    en: { common: { save: 'Save', stop: 'Stop' } },
    he: { common: { save: 'שמירה', go: 'קדימה' } },
  };
  expect(compareLanguages(texts)).toEqual(['en/common.json lacks go', 'he/common.json lacks stop']);
});

test('an area that is missing in one language is reported', () => {
  expect(compareLanguages({ en: { common: { save: 'Save' } }, he: {} })).toEqual([
    'he/common.json lacks save',
  ]);
});

test('Hebrew needs a dual form, and English must not have one', () => {
  const forms = { days_one: 'one day', days_other: '{{count}} days' };
  expect(compareLanguages(inBoth(forms))).toEqual(['he/common.json lacks days_two']);
  expect(compareLanguages(inBoth({ ...forms, days_two: 'two days' }))).toEqual([
    'en/common.json: this language has no form days_two',
  ]);
});

test('a plural form may omit the count, but no other parameter may differ', () => {
  const en = { common: { left_one: 'one of {{total}}', left_other: '{{count}} of {{total}}' } };
  const he = {
    common: { left_one: 'אחד מתוך {{total}}', left_two: 'שניים', left_other: '{{count}} מתוך {{total}}' },
  };
  expect(compareLanguages({ en, he })).toEqual([]);
  expect(compareLanguages({ en: { common: { hi: 'Hi {{name}}' } }, he: { common: { hi: 'שלום' } } })).toEqual(
    ['common:hi has other parameters in each language: name | none'],
  );
});

test('an empty text is reported', () => {
  expect(compareLanguages({ en: { common: { hi: ' ' } }, he: { common: { hi: 'שלום' } } })).toEqual([
    'en/common.json: hi is empty',
  ]);
});

test('a text that the code does not use is reported', () => {
  const texts = inBoth({ used: 'a', days_one: 'b', days_other: 'c', usedNot: 'd' });
  const code = [{ path: 'src/a.ts', text: "t('common:used'); t('common:days', { count })" }];
  expect(findUnusedTexts(texts, code)).toEqual(['common:usedNot is used nowhere']);
});

test('a key built at run time counts as used by its beginning or by a declaration', () => {
  const texts = inBoth({ 'role.admin': 'a', 'role.user': 'b', 'theme.dark': 'c', other: 'd' });
  const code = [
    { path: 'src/a.ts', text: 't(`common:role.${role}`); // "admin" or "user", texts: common:theme.*' },
  ];
  expect(findUnusedTexts(texts, code)).toEqual(['common:other is used nowhere']);
});

test('a key built at run time is reported if what completes it stands nowhere', () => {
  const texts = inBoth({ first: 'a', second: 'b', 'days-left': 'c', third: 'd', 'third.more': 'e' });
  const text = "t(`common:${name}`); ['first second']; ({ days: 1, left: 2 })";
  expect(findUnusedTexts(texts, [{ path: 'src/a.ts', text }])).toEqual([
    'common:third is used nowhere',
    'common:third.more is used nowhere',
  ]);
});

test('a key without a text is reported for each language that lacks it, wherever the code names it', () => {
  const texts = { en: { common: { save: 'Save', days_one: 'a', days_other: 'b' } }, he: { common: {} } };
  const named = ["t('common:save')", 'message="common:stop"', 't(`common:days`, { count })'];
  expect(findMissingTexts(texts, [{ path: 'src/a.tsx', text: named.join('\n') }])).toEqual([
    'src/a.tsx:1 common:save has no text in he',
    'src/a.tsx:2 common:stop has no text in en',
    'src/a.tsx:2 common:stop has no text in he',
    'src/a.tsx:3 common:days has no text in he',
  ]);
});

test('a key built at run time needs a text for what it may be, and for both results of a choice', () => {
  const texts = inBoth({ 'role.admin': 'a', 'one.left': 'b' });
  const missing = (text: string) =>
    findMissingTexts(texts, [{ path: 'src/a.ts', text }]).map((one) => one.split(' ')[1]);
  expect(missing('t(`common:role.${role}`); t(`common:${count}.left`)')).toEqual([]);
  expect(missing('t(`common:roles.${role}`)')).toEqual(['common:roles.${role}', 'common:roles.${role}']);
  expect(missing("t(`common:${some ? 'one' : 'many'}.left`)")).toEqual([
    'common:many.left',
    'common:many.left',
  ]);
});

test('the name of an event, a link to an address and a word before a colon are no keys', () => {
  const text = "dispatchEvent(new Event('list:shown')); href('mailto:a@example.com'); key(`common:a:${id}`);";
  const texts = { en: { common: {}, list: {} }, he: { common: {}, list: {} } };
  expect(findMissingTexts(texts, [{ path: 'src/a.ts', text }])).toEqual([]);
});

test('a key whose text does not reach an island is reported', () => {
  const code = [
    { path: 'src/islands/dialog/A.tsx', text: "t('common:save');\nt('common:stop')" },
    { path: 'src/islands/other/B.tsx', text: "t('common:stop')" },
  ];
  const places = [{ folder: /^src\/islands\/dialog\//, keys: ['common:save'] }];
  expect(findUnsentTexts(['common'], code, places)).toEqual([
    'src/islands/dialog/A.tsx:2 common:stop is not among the texts that reach it',
  ]);
});

test('a text that repeats a sentence of the error catalogue is reported, alone or among others', () => {
  const errors = { TOKEN_EXPIRED: 'It is over.', REFRESH_INVALID: 'It is over.', loginFailed: 'It failed' };
  const sessions = { over: 'It is over', long: 'Well. It is over. Sign in.', other: 'It is over now.' };
  const texts = { en: { errors, failures: { again: 'It failed.' }, sessions } };
  expect(findRepeatedSentences(texts)).toEqual([
    'en: failures:again repeats what errors:loginFailed says',
    'en: sessions:over repeats what errors:TOKEN_EXPIRED says',
    'en: sessions:long repeats what errors:TOKEN_EXPIRED says',
  ]);
});

test.each([
  ['page.astro', '---\nconst title = 1;\n---\n<p>Hello</p>', 4],
  ['page.astro', '<!-- שלום --><p>{count > 1 && <b>inner words</b>}</p>', 1],
  ['page.astro', '<p>{open ? "Close" : t("common:open")}</p>', 1],
  ['page.astro', '<p>{`Page ${number}`}</p>', 1],
  ['page.astro', '<img src={logo} alt="The logo">', 1],
  ['form.tsx', '// טופס\nexport const A = () => <label>\n  Amount</label>;', 2],
  ['form.tsx', 'export const A = () => <input\n placeholder="Search" />;', 2],
  ['form.tsx', 'export const A = () => <button aria-label="Close" />;', 1],
])('a text written straight into %s is reported: %s', (path, text, line) => {
  const [problem, ...more] = findStraightTexts({ path, text });
  expect(problem).toMatch(new RegExp(`^${path}:${line} `));
  expect(more).toEqual([]);
});

test.each([
  [
    'page.astro',
    '---\nconst title = "Words";\n---\n<!-- Words --><p class="field row">{title} &amp; ₪ · {t("common:x")}</p>',
  ],
  ['page.astro', '<style>p { color: red }</style><script>const a = "Words";</script>'],
  ['page.astro', '<title>{title} | {siteName}</title><a href="/login" title={t("a:b")}>{t("a:c")}</a>'],
  ['form.tsx', 'export function A<T>({ a }: { a: T }) { return <p className="field">{String(a)}</p>; }'],
])('markup without words of its own passes: %s %s', (path, text) => {
  expect(findStraightTexts({ path, text })).toEqual([]);
});

test('a left-to-right mark before two numbers is reported in Hebrew', () => {
  const problemsOf = (text: string) => findTurnedNumbers({ en: {}, he: { common: { text } } });
  expect(problemsOf('מעבר לזה \u200E−4; 0 כשאין')).toEqual([
    'he/common.json: in text a left-to-right mark turns two numbers round',
  ]);
  expect(problemsOf('\u200E−{{least}}, {{most}}')).toHaveLength(1);
  for (const text of ['בין \u200E−20 ל־20', 'למשל \u200E−1,200', '\u2066−4\u2069; 0', '\u200E@{{card}}.'])
    expect(problemsOf(text), text).toEqual([]);
});
