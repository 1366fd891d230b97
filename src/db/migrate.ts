import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createDataModel } from './migrations/0001-initial.ts';
import { addRecurringTransfers } from './migrations/0002-recurring-transfers.ts';
import { addBankImports } from './migrations/0003-bank-imports.ts';
import { addRules } from './migrations/0004-rules.ts';
import { addBudgets } from './migrations/0005-budgets.ts';
import { addFiguresOfAccounts } from './migrations/0006-figures-of-accounts.ts';
import { addCategoriesOfAccounts } from './migrations/0007-categories-of-accounts.ts';
import { addDeletedBudgets } from './migrations/0008-deleted-budgets.ts';
import { addReminders } from './migrations/0009-reminders.ts';
import { addApiTokens } from './migrations/0010-api-tokens.ts';
import { addSecondFactor } from './migrations/0011-second-factor.ts';
import { addPushSubscriptions } from './migrations/0015-push-subscriptions.ts';
import { addNextInGoals } from './migrations/0016-next-in-goals.ts';
import { addOpenIdConnect } from './migrations/0017-openid-connect.ts';
import { addPasskeys } from './migrations/0018-passkeys.ts';
import { addKnownBankRows } from './migrations/0019-known-bank-rows.ts';
import { addIncomesAndUnrated } from './migrations/0020-incomes-and-unrated.ts';
import { addChangedMonths, dropChangedMonths } from './migrations/0021-changed-months.ts';
import { addChangedSinceChecks } from './migrations/0023-changed-since-checks.ts';
import { addReasonsOfBankRows } from './migrations/0026-reasons-of-bank-rows.ts';
import { addDeletedPayments } from './migrations/0027-deleted-payments.ts';
import { addColorsOfDefaultCategories } from './migrations/0029-colors-of-default-categories.ts';
import {
  chargesOfKnownRows,
  codesAndBrowsersOfSessions,
  endedPayments,
  endsOfBankRows,
  matchedAgain,
  pricesOfPurchases,
  ratesOfRows,
} from './migrations/added-columns.ts';

/** Forward only; a released migration is never changed. Those that only add columns stand in one file. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-initial': { up: createDataModel },
  '0002-recurring-transfers': { up: addRecurringTransfers },
  '0003-bank-imports': { up: addBankImports },
  '0004-rules': { up: addRules },
  '0005-budgets': { up: addBudgets },
  '0006-figures-of-accounts': { up: addFiguresOfAccounts },
  '0007-categories-of-accounts': { up: addCategoriesOfAccounts },
  '0008-deleted-budgets': { up: addDeletedBudgets },
  '0009-reminders': { up: addReminders },
  '0010-api-tokens': { up: addApiTokens },
  '0011-second-factor': { up: addSecondFactor },
  '0012-imports-matched-again': matchedAgain,
  '0013-prices-of-purchases': pricesOfPurchases,
  '0014-codes-and-browsers-of-sessions': codesAndBrowsersOfSessions,
  '0015-push-subscriptions': { up: addPushSubscriptions },
  '0016-next-in-goals': { up: addNextInGoals },
  '0017-openid-connect': { up: addOpenIdConnect },
  '0018-passkeys': { up: addPasskeys },
  '0019-known-bank-rows': { up: addKnownBankRows },
  '0020-incomes-and-unrated': { up: addIncomesAndUnrated },
  '0021-changed-months': { up: addChangedMonths },
  '0022-rates-of-rows': ratesOfRows,
  '0023-changed-since-checks': { up: addChangedSinceChecks },
  '0024-ended-payments': endedPayments,
  '0025-charges-of-known-rows': chargesOfKnownRows,
  '0026-reasons-of-bank-rows': { up: addReasonsOfBankRows },
  '0027-deleted-payments': { up: addDeletedPayments },
  '0028-ends-of-bank-rows': endsOfBankRows,
  '0029-colors-of-default-categories': { up: addColorsOfDefaultCategories },
  '0030-no-changed-months': { up: dropChangedMonths },
};

export const KNOWN_MIGRATIONS = Object.keys(MIGRATIONS);

function migratorOf(db: Kysely<never>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
}

/** Whether an earlier version made the database; false for an empty one, and for what a newer one has migrated too. */
export async function isOfEarlierVersion(db: Kysely<never>): Promise<boolean> {
  const applied = (await migratorOf(db).getMigrations()).map(({ executedAt }) => executedAt !== undefined);
  if (!applied.includes(true) || !applied.includes(false)) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.every(({ name }) => KNOWN_MIGRATIONS.includes(name));
}

/**
 * Migrates under the engine's lock, so that several nodes may start at once.
 * @throws Error when the database was created by a newer version
 */
export async function migrate(db: Kysely<never>): Promise<void> {
  const migrator = migratorOf(db);
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (String(error).includes('is missing')) {
    throw new Error('it was made by a newer Pruta; install that version or a later one');
  }
  throw error;
}
