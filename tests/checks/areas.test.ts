import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { readSources, type Source } from '../../scripts/sources.ts';

/** How many areas read whose queries. Lower it with each import that goes; never raise it. */
const PAIRS = 45;

/** Whose queries other areas import, and why. Lines go; a new one takes the place of another. */
const ALLOWED = [
  {
    who: ['analytics', 'balance', 'budgets', 'categories', 'home', 'insights', 'transactions'],
    imported: 'ledger/totals.queries.ts',
    why: "totals are the ledger's interface for reading: sums of periods, months, days, categories and accounts",
  },
  {
    who: ['budgets', 'categories', 'account-files', 'recurring', 'transactions'],
    imported: 'ledger/trash.queries.ts',
    why: 'what is removed is put into the trash, and taken out of it, inside the ledger that changes its transactions',
  },
  {
    who: ['balance', 'bank-files', 'budgets', 'money-accounts', 'transactions'],
    imported: 'ledger/trashed-accounts.queries.ts',
    why: 'what moved with a removed account is noted inside the ledger that moves it, and follows it in an undo',
  },
  {
    who: ['budgets', 'categories', 'recurring', 'transactions'],
    imported: 'ledger/moved.queries.ts',
    why: 'what moved with a removed category is noted inside the ledger that moves it, and goes back, or counts, by that list',
  },
  {
    who: ['bank-files', 'categories', 'account-files', 'jobs', 'ledger', 'transactions'],
    imported: 'long-work/long-work.queries.ts',
    why: 'what a statement finds is divided into batches in the same statement, and work is recorded in the transaction that needs it; jobs look for that of all people',
  },
  {
    who: ['balance'],
    imported: 'money-accounts/money-accounts.queries.ts',
    why: 'each account has one opening balance',
  },
  {
    who: ['bank-files'],
    imported: 'money-accounts/money-accounts.queries.ts',
    why: 'an account that an import made goes with it, inside the ledger that takes the rows back',
  },
  {
    who: ['budgets', 'categories', 'money-accounts', 'transactions'],
    imported: 'ledger/uncounted.queries.ts',
    why: 'figures and lists leave out the accounts that do not count, in their statements',
  },
  {
    who: ['bank-files'],
    imported: 'transactions/transactions.queries.ts',
    why: 'what rows of a bank are merged and joined with, and what they became, is read inside the ledger that changes it',
  },
  {
    who: ['ledger'],
    imported: 'transactions/transactions.queries.ts',
    why: 'the ledger reads the rows that it is about to change; a use case there would have to ask for the ledger',
  },
  {
    who: ['bank-files'],
    imported: 'budgets/budgets.queries.ts',
    why: 'an account that an import made stays where a goal is saved in it',
  },
  {
    who: ['money-accounts'],
    imported: 'recurring/templates/templates.queries.ts',
    why: 'what series generated into the account that another one was merged into goes back with it, inside the ledger that restores that',
  },
  {
    who: ['account-files'],
    imported: 'recurring/templates/templates.queries.ts',
    why: 'undoing an import deletes its templates in the ledger that deletes their occurrences, and leaves their categories if others use them',
  },
  {
    who: ['categories'],
    imported: 'recurring/templates/templates.queries.ts',
    why: 'a deleted category passes its templates to another one, in the same transaction',
  },
  {
    who: ['money-accounts'],
    imported: 'ledger/imported.queries.ts',
    why: 'the account that was used last leaves out what files brought, in its statement',
  },
  {
    who: ['account-files'],
    imported: 'categories/categories.queries.ts',
    why: 'undoing an import leaves the categories that have other transactions',
  },
  {
    who: ['http'],
    imported: 'rate-limits/rate-limits.queries.ts',
    why: 'the limit of all requests counts in batches, before there is a context',
  },
  {
    who: ['export'],
    imported: 'transactions/list/list.queries.ts',
    why: 'whether any row of a filter has a rare column is asked of the list’s statement',
  },
  {
    who: ['jobs'],
    imported: 'reminders/reminders.queries.ts',
    why: 'due people and waiting messages of everybody are looked for; there is no viewer',
  },
  {
    who: ['jobs'],
    imported: 'recurring/generation/due-templates.queries.ts',
    why: 'generation reads the due templates of all people; there is no viewer',
  },
];

test('queries of another area are imported only where a reason says why', () => {
  const allowed = ALLOWED.flatMap(({ who, imported }) => who.map((area) => `${area} → ${imported}`));
  const found = readSources(/^src\/.*\.(ts|tsx|astro)$/).flatMap(importsOfOthers);
  expect([...new Set(found)].sort()).toEqual(allowed.sort());
  expect(allowed).toHaveLength(PAIRS);
});

test.each([
  ['src/domain/balance/read.ts', "import { findCategories } from '../categories/categories.queries.ts';", 1],
  ['src/domain/balance/read.ts', "import type {\n  Row,\n} from '../categories/categories.queries.ts';", 1],
  ['src/domain/balance/a/read.ts', "export { find } from '../../categories/categories.queries.ts';", 1],
  [
    'src/pages/index.astro',
    "import { findCategories } from '../domain/categories/categories.queries.ts';",
    1,
  ],
  ['src/domain/balance/read.ts', "await import('../categories/categories.queries.ts');", 1],
  ['src/domain/balance/read.ts', "import { sum } from './balance.queries.ts';", 0],
  ['src/domain/categories/a/read.ts', "import { findCategories } from '../categories.queries.ts';", 0],
  ['src/jobs/clean-up.ts', "import { deleteBefore } from './clean-up.queries.ts';", 0],
])('%s: %s', (path, text, count) => {
  expect(importsOfOthers({ path, text })).toHaveLength(count);
});

/** The queries of other areas that a file imports, as `who → area/name.queries.ts`. */
function importsOfOthers({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*\.queries\.ts)'/g)]
    .map(([, specifier = '']) => join(path, '..', specifier))
    .filter((imported) => areaOf(imported) !== areaOf(path))
    .map((imported) => `${areaOf(path)} → ${imported.replace('src/domain/', '')}`);
}

/** The queries that an area hands to others as its own functions. Lines go; none is added. */
const HANDED_ON = [
  'users/consents.ts: deleteConsents',
  'backups/runs.ts: findAskedRun',
  'backups/runs.ts: findEndedRuns',
  'bank-files/closing-balance.ts: askAgain',
  'bank-files/closing-balance.ts: moveImportsTo',
  'budgets/move-category.ts: moveGoals',
  'instance/health.ts: explain',
  'ledger/of-accounts.ts: accountsOf',
  'restrictions/restrictions.ts: endRestrictions',
  'sessions/api-tokens.ts: deleteApiTokensOf',
  'sessions/known-devices.ts: findDevices',
  'sessions/push-subscriptions.ts: deleteSubscription',
  'sessions/push-subscriptions.ts: findSubscriptions',
  'sessions/sessions.ts: deleteOtherSessions',
  'sessions/sessions.ts: deleteSessionsOf',
  'sessions/sessions.ts: findSession',
];

test('no more queries are handed to other areas than these', () => {
  expect(
    readSources(/^src\/.*\.(ts|tsx|astro)$/)
      .flatMap(handedOn)
      .sort(),
  ).toEqual(HANDED_ON.sort());
});

test.each([
  ["export { findA, findB as b } from './a.queries.ts';", ['findA', 'findB']],
  ["export {\n  findA,\n} from './a.queries.ts';", ['findA']],
  ["export * from './a.queries.ts';", ['*']],
  ["export { a } from './a.ts';", []],
])('%s', (text, names) => {
  const path = 'src/domain/areas/a.ts';
  expect(handedOn({ path, text })).toEqual(names.map((name) => `areas/a.ts: ${name}`));
});

function handedOn({ path, text }: Source): string[] {
  return [...text.matchAll(/export\s+(?:\{([^}]*)\}|(\*))\s+from\s+'[^']*\.queries\.ts'/g)]
    .flatMap(([, names = '*']) => names.split(','))
    .map((name) => name.trim().split(' ')[0])
    .filter(Boolean)
    .map((name) => `${path.replace('src/domain/', '')}: ${name}`);
}

function areaOf(path: string): string {
  return path.match(/^src\/(?:domain\/)?([\w-]+)/)?.[1] ?? path;
}
