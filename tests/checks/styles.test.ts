import { expect, test } from 'vitest';
import { findPhysicalStyles } from '../../scripts/physical-styles.ts';
import { findTooManyLines, MOST_LINES } from '../../scripts/stylesheet-lines.ts';
import { findUnknownClasses } from '../../scripts/unknown-classes.ts';

test.each([
  ['a.css', 'p {\n  margin-left: 1rem;\n}', 'a.css:2 physical: margin-left'],
  ['a.css', 'p { position: absolute; left: 0; }', 'a.css:1 physical: left: 0'],
  ['a.css', 'p { border-top-left-radius: 1px; }', 'a.css:1 physical: border-top-left-radius'],
  ['a.css', 'p { text-align: left; }', 'a.css:1 physical: text-align: left'],
  ['a.css', 'p { float: right; }', 'a.css:1 physical: float: right'],
  ['a.astro', '<p>x</p>\n<style>\np { padding-right: 1px }\n</style>', 'a.astro:3 physical: padding-right'],
  ['a.astro', '<p class="flex ml-2">x</p>', 'a.astro:1 physical class: ml-2'],
  ['a.astro', '<p class:list={["hover:pl-4"]}>x</p>', 'a.astro:1 physical class: hover:pl-4'],
  ['a.tsx', "const box = 'rounded-l border-r-2';", 'a.tsx:1 physical class: rounded-l'],
  ['a.ts', "export const cell = 'text-left';", 'a.ts:1 physical class: text-left'],
  ['a.astro', '<p style="color: red">x</p>', 'a.astro:1 inline style='],
  ['a.tsx', 'export const A = () => <p style={{ color }} />;', 'a.tsx:1 inline style='],
  ['a.astro', '<button onclick="go()">x</button>', 'a.astro:1 inline onclick='],
])('%s is reported: %s', (path, text, problem) => {
  expect(findPhysicalStyles({ path, text })[0]).toBe(problem);
});

test.each([
  [
    'a.css',
    'p { margin-inline-start: 1rem; inset-inline-end: 0; text-align: right; border-start-start-radius: 1px; }',
  ],
  ['a.css', '/* margin-left is never used */ p { background-position: center; --gap-left: 1px; }'],
  ['a.astro', '<p class="ms-2 pe-4 text-start rounded-s">x</p>'],
  ['a.tsx', 'export const A = () => <button onClick={go} />;'],
  ['a.ts', "const languages = ['pl-PL', 'right-to-left', 'left', 'mr'];"],
])('%s passes: %s', (path, text) => {
  expect(findPhysicalStyles({ path, text })).toEqual([]);
});

test.each([
  ['src/pages/a.astro', '<p class="button flxe">x</p>', 'flxe'],
  ['src/pages/a.astro', "<p class:list={['card', open && 'crad']}>x</p>", 'crad'],
  ['src/islands/a.tsx', 'export const A = () => <p className={`bagde-${tone}`} />;', 'bagde-'],
  ['src/browser/a.ts', "close.className = 'buton';", 'buton'],
  ['src/pages/a.astro', '<p class="ordinal-small">x</p>', 'ordinal-small'],
])('%s has a class that nothing draws: %s', async (path, text, name) => {
  expect(await findUnknownClasses([{ path, text }])).toEqual([`${path}:1 unknown class: ${name}`]);
});

test.each([
  ['src/pages/a.astro', '<p class="button gap-2 lg:w-44 badge-accent">x</p>'],
  [
    'src/islands/a.tsx',
    "export const A = () => <p className={kind === 'gone' ? `badge-${tone}` : 'hint'} />;",
  ],
])('%s has only classes that are drawn: %s', async (path, text) => {
  expect(await findUnknownClasses([{ path, text }])).toEqual([]);
});

test('a class of a handwritten stylesheet counts as styled', async () => {
  const sheet = { path: 'src/pages/_a.css', text: '/* .never */ .calendar td { margin: 0 }' };
  const page = { path: 'src/pages/a.astro', text: '<td class="calendar never">x</td>' };
  expect(await findUnknownClasses([sheet, page])).toEqual([`${page.path}:1 unknown class: never`]);
});

test('all stylesheets and style elements together have at most so many lines', () => {
  const sheet = (path: string, lines: number) => ({ path, text: 'p {}\n'.repeat(lines) });
  const parts = sheet('src/ui/styles/parts/a.ts', 900);
  const base = sheet('src/ui/styles/base.css', 400);
  const page = { path: 'src/pages/a.astro', text: `<p>x</p>\n\n<style>${'p {}\n'.repeat(10)}</style>\n` };
  const rest = MOST_LINES - 410;
  expect(findTooManyLines([parts, base, page, sheet('src/pages/_a.css', rest)])).toEqual([]);
  expect(findTooManyLines([parts, base, page, sheet('src/pages/_a.css', rest + 1)])).toEqual([
    `src: ${MOST_LINES + 1} lines of CSS, at most ${MOST_LINES}`,
  ]);
});
