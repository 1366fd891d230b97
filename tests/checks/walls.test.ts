import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandFile, ROOT, run } from '../../scripts/children.ts';

const FORBIDDEN: [path: string, imported: string][] = [
  ['src/domain/balance/read.ts', 'hono'],
  ['src/domain/balance/render.ts', 'react'],
  ['src/domain/balance/page.ts', 'astro:content'],
  ['src/domain/balance/total.ts', 'kysely'],
  ['src/domain/balance/queries.ts', 'hono/cookie'],
  ['src/api/balance.ts', 'kysely'],
  ['src/pages/balance.astro', 'kysely'],
  ['src/db/tables.ts', '../domain/balance/read.ts'],
  ['src/islands/balance/Balance.tsx', '../../domain/balance/read.ts'],
  ['src/islands/balance/Total.tsx', '../../db/open.ts'],
  ['src/stores/balance.ts', '../door/viewer.ts'],
  ['src/browser/balance.ts', '../api/balance.ts'],
  ['src/ui/Balance.astro', '../domain/balance/read.ts'],
];

const ALLOWED: [path: string, imported: string][] = [
  ['src/domain/transactions/queries.ts', 'kysely'],
  ['src/domain/transact.ts', 'kysely'],
  ['src/domain/context.ts', 'kysely'],
  ['src/db/sqlite.ts', 'kysely'],
  ['src/api/transactions.ts', 'hono'],
  ['src/pages/transactions.astro', '../domain/balance/read.ts'],
  ['src/islands/transaction/Form.tsx', '../../domain/transactions/schema.ts'],
  ['src/islands/transaction/Amount.tsx', '../../domain/money.ts'],
  ['src/islands/transaction/Texts.tsx', '../../i18n/translate.ts'],
  ['src/islands/transaction/Dialog.tsx', '../api-client.ts'],
  ['src/ui/Dot.astro', '../i18n/locales.ts'],
];

let folder: string;
let refused: string[];

// One run of the real linter, with the real rules, over a small faulty project.
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pruta-walls-'));
  const rules = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...rules, vcs: { enabled: false } }));
  for (const [path, imported] of [...FORBIDDEN, ...ALLOWED]) write(path, imported);
  const linter = commandFile('@biomejs/biome', 'bin/biome');
  const only = ['--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github'];
  const { output } = await run(linter, ['lint', ...only, '.'], {}, folder);
  refused = [...output.matchAll(/noRestrictedImports,file=(.*?),line/g)].map(([, file = '']) => file);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, imported: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  const statement = `import { thing } from '${imported}';\n`;
  writeFileSync(file, path.endsWith('.astro') ? `---\n${statement}---\n<p>{thing}</p>\n` : statement);
}

const isRefused = (path: string) => refused.some((file) => file.endsWith(path));

test.each(FORBIDDEN)('%s may not import %s', (path) => {
  expect(isRefused(path)).toBe(true);
});

test.each(ALLOWED)('%s may import %s', (path) => {
  expect(isRefused(path)).toBe(false);
});
