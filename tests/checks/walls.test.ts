import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandFile, ROOT, run } from '../../scripts/children.ts';

const FORBIDDEN: [path: string, imported: string][] = [
  ['src/domain/balance/read.ts', 'hono'],
  ['src/domain/balance/render.ts', 'react'],
  ['src/domain/balance/page.ts', 'astro:content'],
  ['src/domain/balance/total.ts', 'kysely'],
  ['src/domain/balance/balance.queries.ts', 'hono/cookie'],
  ['src/domain/balance/write.ts', '../ledger/ledger.queries.ts'],
  ['src/domain/balance/rows.queries.ts', '../ledger/ledger.queries.ts'],
  ['src/domain/recurring/generation/write.ts', '../../ledger/ledger.queries.ts'],
  ['src/jobs/balance.ts', '../domain/ledger/ledger.queries.ts'],
  ['scripts/demo/balance.ts', '../../src/domain/ledger/ledger.queries.ts'],
  ['tests/support/balance.ts', '../../src/domain/ledger/ledger.queries.ts'],
  ['src/api/balance.ts', 'kysely'],
  ['src/pages/balance.astro', 'kysely'],
  ['src/pages/total.astro', '../domain/balance/balance.queries.ts'],
  ['src/api/total.ts', '../domain/ledger/totals.queries.ts'],
  ['src/http/pages/total.ts', '../../domain/balance/balance.queries.ts'],
  ['src/db/tables.ts', '../domain/balance/read.ts'],
  ['src/islands/balance/Balance.tsx', '../../domain/balance/read.ts'],
  ['src/islands/balance/Total.tsx', '../../db/open.ts'],
  ['src/stores/balance.ts', '../http/viewer.ts'],
  ['src/browser/balance.ts', '../api/balance.ts'],
  ['src/browser/core/page/balance.ts', '../../../stores/charts.ts'],
  ['src/browser/core/page/total.ts', '../../../islands/chart/drawing.ts'],
  ['src/browser/core/page/sum.ts', '../../list/list.ts'],
  ['src/browser/list/balance.ts', '../../islands/chart/drawing.ts'],
  ['src/browser/core/page/choices.ts', '../../../domain/onboarding/choices.ts'],
  ['src/browser/dialogs/transaction-links.ts', '../../islands/dialog/Modal.tsx'],
  ['src/browser/dialogs/total.ts', '../../domain/money.ts'],
  ['src/browser/list/mount.ts', '../../islands/transaction-dialog/mount.tsx'],
  ['src/stores/total.ts', '../islands/chart/drawing.ts'],
  ['src/stores/sum.ts', '../browser/list/list.ts'],
  ['src/islands/balance/Sum.tsx', '../../browser/list/list.ts'],
  ['src/ui/Balance.astro', '../domain/balance/read.ts'],
];

const ALLOWED: [path: string, imported: string][] = [
  ['src/domain/transactions/transactions.queries.ts', 'kysely'],
  ['src/domain/balance/open.ts', '../ledger/ledger.ts'],
  ['src/domain/balance/sums.queries.ts', '../ledger/totals.queries.ts'],
  ['src/domain/ledger/ledger.ts', './ledger.queries.ts'],
  ['src/db/transact.ts', 'kysely'],
  ['src/domain/context.ts', 'kysely'],
  ['src/db/sqlite-dialect.ts', 'kysely'],
  ['src/api/transactions.ts', 'hono'],
  ['src/pages/transactions.astro', '../domain/balance/read.ts'],
  ['src/jobs/total.ts', '../domain/balance/balance.queries.ts'],
  ['src/islands/transaction-form/Form.tsx', '../../domain/transactions/schema.ts'],
  ['src/islands/transaction-form/Amount.tsx', '../../domain/money.ts'],
  ['src/islands/transaction-form/Texts.tsx', '../../i18n/translate.ts'],
  ['src/islands/transaction-dialog/Dialog.tsx', '../../browser/core/request/api-client.ts'],
  ['src/islands/transaction-dialog/Saved.tsx', '../../stores/save-transaction.ts'],
  ['src/stores/saved.ts', '../browser/core/request/api-client.ts'],
  ['src/browser/core/page/texts.ts', '../../../i18n/locales.ts'],
  ['src/browser/core/page/sent.ts', '../request/api-client.ts'],
  ['src/browser/list/sent.ts', '../../stores/save-transaction.ts'],
  ['src/browser/list/day.ts', '../../domain/calendar.ts'],
  ['src/browser/dialogs/mount.ts', '../../islands/transaction-dialog/mount.tsx'],
  ['src/ui/Dot.astro', '../i18n/locales.ts'],
];

let folder: string;
let refused: string[];

// One run of the real linter, with the real rules, over a small project with violations.
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

/** Statements of a table with a name that varies, and the lists that have the names. */
const VARYING = /\b(?:insertInto|insertRows|updateTable|deleteFrom)\(\s*(?:\w+,\s*)?\w+\s*[,)]/;
const LISTS = /\[\s*('\w+',?\s*)+\]/g;

const WRITING = /\b(?:insertInto|insertRows|updateTable|deleteFrom|mergeInto)(?:<.*>)?\(\s*'(\w+)'/g;

/** The tables that only the ledger writes. */
const OF_LEDGER = [
  'transactions',
  'daily_totals',
  'monthly_totals',
  'monthly_facets',
  'account_totals',
  'account_category_totals',
  'revisions',
  'deleted_transactions',
  'deleted_templates',
  'deleted_categories',
  'deleted_accounts',
  'deleted_budgets',
  'moved_to_accounts',
];

test('only the ledger has statements that write transactions, totals, revisions and trash', () => {
  const writers = new Set<string>();
  for (const name of globSync('{src,scripts}/**/*.{ts,tsx,astro}', { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, name), 'utf8');
    for (const [, table = ''] of text.matchAll(WRITING)) if (OF_LEDGER.includes(table)) writers.add(name);
    const lists = VARYING.test(text) ? [...text.matchAll(LISTS)].join() : '';
    if (OF_LEDGER.some((table) => lists.includes(`'${table}'`))) writers.add(name);
  }
  expect([...writers].sort()).toEqual([
    'src/domain/ledger/ledger.queries.ts',
    'src/domain/ledger/trash.queries.ts',
    'src/domain/ledger/trashed-accounts.queries.ts',
  ]);
});
