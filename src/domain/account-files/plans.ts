import type { Db } from '../../db/open.ts';
import type {
  BankFileAccountRow,
  BankMappingRow,
  DeletedPaymentRow,
  GoalRow,
  NotDuplicatesRow,
  NotTransferRow,
  ReminderSettingsRow,
  RuleRow,
  SentReminderRow,
} from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { fileAccounts, fileMappings } from '../bank-files/file-memory.ts';
import { type FileBudget, fileBudgets, fileGoals } from '../budgets/account-file.ts';
import { fileNotDuplicates } from '../insights/not-duplicates.ts';
import { fileDeletedInstallments } from '../money-accounts/cards/deleted-installments.ts';
import { fileReminders, fileSent } from '../reminders/settings.ts';
import { type Replaceable, undoReplacing } from '../replaceable.ts';
import { fileRules } from '../rules/account-file.ts';
import { fileNotTransfers } from '../transactions/transfers/not-transfers.ts';
import type { Ownerless } from './rows.ts';

/** What the file of an account has beside its money, where it has it. Its order is that of importing. */
interface PlanRows {
  rules: RuleRow;
  budgets: FileBudget;
  goals: GoalRow;
  reminders: ReminderSettingsRow;
  sent_reminders: SentReminderRow;
  not_duplicates: NotDuplicatesRow;
  not_transfers: NotTransferRow;
  deleted_payments: DeletedPaymentRow;
  bank_mappings: BankMappingRow;
  bank_file_accounts: BankFileAccountRow;
}

type Name = keyof PlanRows;

/** By the name of their list. */
export type Plans = { [Each in Name]?: Ownerless<PlanRows[Each]>[] };

const PARTS: { [Each in Name]: Replaceable<PlanRows[Each]> } = {
  rules: fileRules,
  budgets: fileBudgets,
  goals: fileGoals,
  reminders: fileReminders,
  sent_reminders: fileSent,
  not_duplicates: fileNotDuplicates,
  not_transfers: fileNotTransfers,
  deleted_payments: fileDeletedInstallments,
  bank_mappings: fileMappings,
  bank_file_accounts: fileAccounts,
};

const namesIn = (plans: Plans) => (Object.keys(PARTS) as Name[]).filter((name) => plans[name]);

/** Each part by itself, whatever its rows are. */
const partsIn = (plans: Plans, user_id: string) =>
  namesIn(plans).map((name) => ({
    name,
    part: PARTS[name] as Replaceable<object>,
    rows: (plans[name] ?? []).map((row) => ({ ...row, user_id })),
  }));

/** Puts these in place of the person's own ones. @returns those */
export async function importPlans(tx: Tx, userId: string, plans: Plans): Promise<Plans> {
  const replaced: Record<string, object[]> = {};
  for (const { name, part, rows } of partsIn(plans, userId)) {
    replaced[name] = await part.find(tx, userId);
    await part.replace(tx, userId, rows);
  }
  return replaced;
}

/**
 * Removes what nobody has changed since its import, and restores what the import had replaced.
 * @returns how many rules, budgets and goals stay because somebody has changed them, and the categories that they have
 */
export async function undoPlans(
  tx: Tx,
  userId: string,
  { imported, replaced }: { imported: Plans; replaced: Plans },
): Promise<{ kept: Record<'rules' | 'budgets' | 'goals', number>; categories: string[] }> {
  const kept = { rules: 0, budgets: 0, goals: 0 };
  const categories: string[] = [];
  for (const { name, part, rows } of partsIn(imported, userId)) {
    const before = (replaced[name] ?? []).map((row) => ({ ...row, user_id: userId }));
    const left = await undoReplacing(tx, userId, part, { imported: rows, replaced: before });
    if (name in kept) kept[name as keyof typeof kept] = left.length;
    categories.push(...left.flatMap((row) => part.categoriesOf?.(row) ?? []));
  }
  return { kept, categories };
}

/** Whether the person has rules, budgets or goals, for which those of a file come. */
export async function hasPlans(db: Db, userId: string): Promise<boolean> {
  for (const part of [fileRules, fileBudgets, fileGoals])
    if ((await part.find(db, userId)).length > 0) return true;
  return false;
}
