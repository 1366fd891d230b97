import type { Db } from '../../../db/open.ts';
import type { TemplateRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { LOCALES } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/translate.ts';
import { localNow, plusDays } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import { findNamed } from '../../categories/free-name.ts';
import { categoryForType, OTHER_TYPE } from '../../categories/read.ts';
import { nameKey } from '../../categories/words.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError, errorsThrownBy, type FieldError, firstOfEach, invalid, refuse } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import { isReserved, opposite } from '../../ledger/reserved-categories.ts';
import { requireUnlockedWork } from '../../money-accounts/checks/lock.ts';
import { accountErrors, accountsById, firstOpen } from '../../money-accounts/read.ts';
import { typeOfSigns } from '../../transactions/create.ts';
import { atSentNames, recordedByOneName } from '../../transactions/field-aliases.ts';
import { moneyErrors, recurringMoney, type TypedMoney } from '../../transactions/money.ts';
import { datesToGenerate, generate, withProgress } from '../generation/generate.ts';
import { ruleFrom } from '../schedule/rule-fields.ts';
import { destination, destinationErrors } from './destination.ts';
import { amountOfTransfer, arrivingAt, leaving } from './field-aliases.ts';
import { isMoving, type Template } from './phases.ts';
import { contradictions, DEFAULTS, type TemplateInput } from './schema.ts';
import { saveTemplate } from './templates.queries.ts';

/** Limits the database transaction that creates templates; the remaining occurrences stay due. */
const GENERATED_AT_ONCE = 200;

/**
 * Creates a template and generates its occurrences from its first day up to ninety days ahead. If there are very many,
 * `catchUp` generates the remaining ones outside of this database transaction.
 * @returns the number of all of them
 * @throws DomainError VALIDATION_ERROR, NOT_FOUND for an unknown category, or LOCKED (409) for dates that were checked
 * against the bank
 */
export async function createTemplate(
  context: Writing,
  input: TemplateInput,
): Promise<{ template: Template; generated: number }> {
  return inLedger(context, async (ledger) => {
    const row = await completeTemplate(ledger.tx, context, input);
    const [template = row] = await addTemplates(ledger, context, [row]);
    return { template, generated: datesToGenerate(row, context.now, Infinity).dates.length };
  });
}

/** `index` is the position in the bulk request; an item with errors is not created. */
export type TemplateItem =
  | { index: number; input: TemplateInput; errors?: never }
  | { index: number; errors: FieldError[]; valid: Partial<TemplateInput> };

interface Created {
  templates: Template[];
  pending: number;
  errors: { index: number; errors: FieldError[] }[];
}

export async function createTemplates(context: Writing, items: TemplateItem[]): Promise<Created> {
  return inLedger(context, async (ledger) => {
    const rows: Template[] = [];
    const errors: Created['errors'] = [];
    for (const item of items) {
      const completed = item.errors
        ? firstOfEach([...item.errors, ...(await templateErrors({ ...context, db: ledger.tx }, item.valid))])
        : await tryToComplete(ledger.tx, context, item.input);
      if (Array.isArray(completed)) errors.push({ index: item.index, errors: completed });
      else rows.push(completed);
    }
    const templates = await addTemplates(ledger, context, rows);
    const pending = templates.filter(({ due_at }) => due_at !== null && due_at <= context.now.toISOString());
    return { templates, pending: pending.length, errors };
  });
}

async function addTemplates(ledger: Ledger, context: Writing, rows: Template[]): Promise<Template[]> {
  const { now } = context;
  const due = rows.map((row) => withProgress(row, row.generated_until));
  if (due.some(isMoving)) await createTransferCategories(ledger.tx, ledger.userId, now);
  for (const template of due) await saveTemplate(ledger.tx, template);
  const generated = await requireUnlockedWork(context, ledger, () =>
    generate(ledger, due, now, GENERATED_AT_ONCE),
  );
  return generated.templates;
}

async function tryToComplete(
  tx: Tx,
  context: Reading,
  input: TemplateInput,
): Promise<Template | FieldError[]> {
  try {
    return await completeTemplate(tx, context, input);
  } catch (error) {
    if (error instanceof DomainError && error.extra.fields) return error.extra.fields;
    throw error;
  }
}

/** The row of a new template with its defaults. @throws DomainError VALIDATION_ERROR, NOT_FOUND for its category */
export async function completeTemplate(
  db: Db,
  { viewer, now }: Reading,
  sent: TemplateInput,
): Promise<Template> {
  const { rate } = sent;
  const { toAccountId, errors } = arrivingAt(sent);
  const isTransfer = sent.type === 'transfer';
  const priced = isTransfer ? amountOfTransfer(sent) : recordedByOneName<TypedMoney>(sent);
  const { amount: charged, convertedAmount } = priced.input;
  const input = { ...sent, amount: charged, toAccountId };
  const timezone = input.timezone ?? viewer.preferences.timezone;
  const start = input.start_date ?? localNow(now, timezone).date;
  const description = input.description ?? input.name ?? '';
  // A transfer is stored as what it is in the account that it leaves.
  const type = sent.type === 'transfer' ? 'expense' : (sent.type ?? typeOfSigns(input));
  const accounts = await accountsById({ db, viewer });
  const { field, id } = leaving(input);
  const account = accounts.get(id ?? '') ?? firstOpen([...accounts.values()]);
  const row: Template = {
    user_id: viewer.id,
    id: newId(now),
    name: input.name ?? description,
    description,
    notes: input.notes ?? null,
    amount: Math.abs(input.amount ?? 0),
    account_amount: null,
    type,
    category_id: null,
    account_id: account.id,
    account_to: null,
    amount_to: null,
    ...ruleFrom(start, input),
    is_active: input.is_active === false ? 0 : 1,
    timezone,
    preferred_time: input.preferred_time ?? DEFAULTS.preferred_time,
    generated_until: plusDays(start, -1),
    due_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    earlier: [],
  };
  const place = { account, viewer, now };
  const typed = { amount: row.amount, convertedAmount, rate };
  refuse([
    ...errors,
    ...priced.errors,
    ...accountErrors(accounts, { [field]: id }),
    ...atSentNames(moneyErrors(isTransfer ? { amount: row.amount } : typed, place), sent),
    ...contradictions(row),
    // Its accounts say the direction.
    ...(isTransfer && typeOfSigns(sent) === 'expense'
      ? [{ field: 'amount', message: 'errors:amountMin' } as const]
      : []),
    ...(isTransfer
      ? destinationErrors(accounts, place, row, input)
      : input.toAccountId
        ? [{ field: 'toAccountId', message: 'errors:valueInvalid' } as const]
        : await errorsThrownBy(resolveCategory(db, row, input))),
  ]);
  const { amount, account_amount } = await recurringMoney(db, place, typed, start);
  const complete = { ...row, amount, account_amount };
  if (isTransfer) return { ...complete, ...(await destination(db, place, complete, input)) };
  return { ...complete, category_id: await resolveCategory(db, row, input) };
}

/**
 * What is wrong with a new template, but for contradictions, which depend on parts that may be invalid. Those are missing.
 */
export function templateErrors(context: Reading, sent: Partial<TemplateInput>): Promise<FieldError[]> {
  const plain = { description: '?', end_type: undefined, end_date: undefined, max_occurrences: undefined };
  return errorsThrownBy(completeTemplate(context.db, context, { ...sent, ...plain }));
}

/** The category sent by id or name, otherwise that of `row`. @throws DomainError NOT_FOUND, VALIDATION_ERROR */
export async function resolveCategory(
  db: Db,
  row: Pick<TemplateRow, 'user_id' | 'type' | 'category_id'>,
  {
    categoryId,
    category_name,
  }: { categoryId?: string | null | undefined; category_name?: string | undefined },
): Promise<string | null> {
  if (categoryId === undefined && category_name) return idOfName(db, row, category_name);
  const isSent = categoryId !== undefined;
  const target = isSent ? { ...row, category_id: categoryId } : row;
  // An opening balance cannot recur.
  if (isReserved(target.category_id))
    throw invalid({ field: 'categoryId', message: 'errors:categoryOpening' });
  return (await categoryForType(db, target, { isSent }))?.id ?? null;
}

async function idOfName(
  db: Db,
  { user_id, type }: Pick<TemplateRow, 'user_id' | 'type'>,
  name: string,
): Promise<string | null> {
  const match = await findNamed(db, user_id, { name, type });
  if (match) return match.id;
  if (NO_CATEGORY.map(nameKey).includes(nameKey(name))) return null;
  const other = await findNamed(db, user_id, { name, type: opposite(type) });
  throw invalid({ ...(other ? OTHER_TYPE : UNKNOWN_NAME), field: 'category_name' });
}

/** What responses show as the name of a missing category; clients may send it back. */
export const NO_CATEGORY = LOCALES.map((locale) => translator(locale)('recurring:generalCategory'));

const UNKNOWN_NAME = { message: 'errors:categoryUnknown' } as const;
