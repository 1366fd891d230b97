import type { UserRow } from '../../db/tables.ts';
import { recordOwn } from '../activity/record.ts';
import { exportedOpenings } from '../bank-files/carry-out/stated-balances.ts';
import { exportedBankRows, exportedFileAccounts, exportedMappings } from '../bank-files/file-memory.ts';
import { exportedBudgets, exportedGoals } from '../budgets/account-file.ts';
import { readCategories } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { inSlot } from '../export/concurrent-exports.ts';
import {
  accountOf,
  categoryOf,
  documentHead,
  profileOf,
  settingsOf,
  templateOf,
  transactionOf,
  writeDocument,
} from '../export/document.ts';
import { exportedNotDuplicates } from '../insights/not-duplicates.ts';
import { exportedDeletedInstallments } from '../money-accounts/cards/deleted-installments.ts';
import { exportedChecks } from '../money-accounts/checks/account-file.ts';
import { accountsById } from '../money-accounts/read.ts';
import { presentOnboarding } from '../onboarding/onboarding.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import { exportedFeed } from '../reminders/calendar-feed.ts';
import { exportedReminders, exportedSent } from '../reminders/settings.ts';
import { listRestrictions } from '../restrictions/restrictions.ts';
import { exportedRules } from '../rules/account-file.ts';
import { listApiTokens } from '../sessions/api-tokens.ts';
import { listKnownDevices } from '../sessions/known-devices.ts';
import { listPushBrowsers } from '../sessions/push-subscriptions.ts';
import { listSessions } from '../sessions/sessions.ts';
import { readAllTransactions } from '../transactions/read.ts';
import { exportedNotTransfers } from '../transactions/transfers/not-transfers.ts';
import { listConsents } from './consents.ts';
import { listPasskeys } from './passkeys/manage.ts';
import { findPictureOf } from './picture/picture.queries.ts';
import { readProfile } from './profile.ts';
import { findMailedLinks, requireUser } from './users.queries.ts';

/**
 * Streams all data stored about the viewer as one JSON text, which can be imported into an empty account (decision
 * 0082).
 * @throws DomainError RATE_LIMITED (429) from the first chunk, while two other exports of the viewer are being sent
 */
export function exportAccount(context: Writing): AsyncGenerator<string> {
  return inSlot(context.viewer.id, () => writeAccount(context));
}

async function* writeAccount(context: Writing): AsyncGenerator<string> {
  const { db, viewer, now, locale } = context;
  await recordOwn(context, 'exported');
  const user = await requireUser(db, viewer.id);
  const head = {
    ...documentHead(now, viewer.currency),
    profile: profileOf(user, await findPictureOf(db, viewer.id)),
    settings: settingsOf(user),
    reminders: { settings: await exportedReminders(context) },
    ...(await signInOf(context, user)),
  };
  yield* writeDocument(head, transactionsOf(context), async () => ({
    accounts: [...(await accountsById(context)).values()].map((row) => accountOf(row, context)),
    categories: (await readCategories(context)).map((row) => categoryOf(row, locale)),
    recurring_templates: (await listTemplates(context)).map(templateOf),
    rules: await exportedRules(context),
    budgets: await exportedBudgets(context),
    goals: await exportedGoals(context),
    sent_reminders: await exportedSent(context),
    not_duplicates: await exportedNotDuplicates(context),
    not_transfers: await exportedNotTransfers(context),
    deleted_payments: await exportedDeletedInstallments(context),
    bank_mappings: await exportedMappings(context),
    bank_file_accounts: await exportedFileAccounts(context),
  }));
}

async function* transactionsOf(context: Reading) {
  for await (const entries of readAllTransactions(context)) {
    const rows = entries.map(({ row }) => row);
    const bankRows = new Map([
      ...(await exportedBankRows(context, rows)),
      ...(await exportedOpenings(context.db, rows)),
    ]);
    const checks = await exportedChecks(context, rows);
    yield entries.map((entry) =>
      transactionOf(entry, context.locale, {
        bankRows: bankRows.get(entry.row.id),
        checks: checks.get(entry.row.id),
      }),
    );
  }
}

// Omits the hashes of links and devices, by which they could be used or recognized.
async function signInOf(context: Reading, user: UserRow) {
  const { db, viewer } = context;
  return {
    user: await readProfile(context),
    setup_guide: presentOnboarding(user, context.now),
    google_id: user.google_id,
    oidc_id: user.oidc_id,
    restrictions: await listRestrictions(context),
    sessions: await listSessions(context),
    api_tokens: await listApiTokens(context),
    passkeys: await listPasskeys(context),
    consents: await listConsents(context),
    calendar: await exportedFeed(context),
    push_browsers: await listPushBrowsers(context),
    known_devices: await listKnownDevices(context),
    mailed_links: await findMailedLinks(db, viewer.id),
  };
}
