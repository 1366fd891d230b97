import type { Db } from '../../../db/open.ts';
import type { AccountRow, TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { categoryNames } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import type { Reading } from '../../context.ts';
import { collect, type FieldError, invalid, refuse } from '../../error.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountErrors, accountOf, accountsById } from '../../money-accounts/read.ts';
import type { TransactionType } from '../../schemas.ts';
import { changedByOneName } from '../../transactions/answered-names.ts';
import { OWN_CURRENCY } from '../../transactions/fields.ts';
import { isTooFarBack } from '../../transactions/schema.ts';
import {
  absolute,
  changedMoney,
  currenciesOf,
  losesMoney,
  moneyErrors,
  requireWithin,
  type TypedMoney,
} from '../../transactions/transaction-money.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import { nextVersion } from '../../version.ts';
import { countBefore, lastBefore } from '../schedule/occurrence-dates.ts';
import { endFields } from '../schedule/rule-fields.ts';
import { localToday } from '../schedule/status.ts';
import { amountOfTransfer, byOneName } from './answered-names.ts';
import { leaving, NO_CATEGORY, resolveCategory } from './create-template.ts';
import { destination } from './destination.ts';
import { fixedRate } from './fixed-rate.ts';
import {
  asNext,
  asOn,
  CONTENT,
  type ContentChange,
  cutBefore,
  isMoving,
  mapFrom,
  type PhaseMoney,
  type PhaseValues,
  startOf,
  type Template,
  withContent,
} from './phases.ts';
import { changedRhythm, earlierFirst, hasDifferentRhythm, mergedRhythm } from './rhythm-change.ts';
import { contradictions, type TemplateChanges } from './template.schema.ts';

export interface Merged {
  after: Template;
  content: ContentChange;
  /** The first changed day; null with the past. */
  first: string | null;
  tomorrow: string;
}

/** Changes of a template; `pricedIn` is an account in whose currency their amounts are, by default that of tomorrow. */
export type AskedChanges = TemplateChanges & { pricedIn?: string };

/**
 * Merges the sent changes into each phase from the first changed day on; the days follow a new first date. `is_active`
 * is left to pause and resume.
 * @throws DomainError VALIDATION_ERROR for fields that contradict each other, NOT_FOUND for an unknown category
 */
export async function mergeChanges(
  tx: Db,
  { viewer, now }: Reading,
  before: Template,
  { pricedIn, keepFirst, ...asked }: AskedChanges,
): Promise<Merged> {
  const shown = asNext(before, now);
  const category = (await categoriesById({ db: tx, viewer })).get(shown.category_id ?? '');
  // A whole answer has its version, and says no more than a form that was left as it was.
  const basedOn = asked.basedOn ?? (asked.updated_at === shown.updated_at ? shown.updated_at : undefined);
  const { changes: sent, errors } = byOneName(
    { ...asked, basedOn },
    shown,
    category ? categoryNames(category) : NO_CATEGORY,
  );
  const accounts = await accountsById({ db: tx, viewer });
  const priced = amountsByOneName(sent, shown, accounts, viewer);
  errors.push(...priced.errors);
  const tomorrow = plusDays(localToday({ timezone: sent.timezone ?? before.timezone }, now), 1);
  const from = sent.from !== undefined && sent.from > tomorrow ? sent.from : tomorrow;
  const first = sent.scope === 'all' ? null : from;
  const current = asOn(before, from);
  const changes = onlyChanges(
    before,
    withoutKind(withoutRateEcho(priced.sent, shown, accounts, viewer)),
    now,
  );
  if (keepFirst && first === null) {
    const start = earlierFirst(asOn(before, startOf(before)), changes);
    if (start && !isTooFarBack(start, localToday(before, now))) changes.start_date ??= start;
  }
  const row = {
    ...current,
    ...fieldsOf(changes),
    ...mergedRhythm(current, changes),
    ...mergedEnd(before, changes),
  };
  errors.push(...kindErrors(before, sent));
  if (changes.start_date && isTooFarBack(changes.start_date, localToday(row, now)))
    errors.push({ field: 'start_date', message: 'errors:datePast' });
  // A stored template may have ended on its first day, which requests must not ask for.
  if (changes.start_date || hasDifferentEnd(before, row))
    errors.push(...contradictions({ ...row, start_date: changes.start_date ?? startOf(before) }));
  const { field } = leaving(sent);
  const id = changes.accountId;
  const { account_id: leaves, account_to: arrives } = current;
  errors.push(...accountErrors(accounts, { [field]: id }, { [field]: leaves }));
  const account_id = id && accounts.get(id)?.id;
  if (isMoving(row)) {
    errors.push(...accountErrors(accounts, { toAccountId: changes.toAccountId }, { toAccountId: arrives }));
    if ((changes.toAccountId ?? arrives) === (account_id ?? leaves))
      errors.push({ field: 'toAccountId', message: 'errors:transferSame' });
  }
  const category_id = isMoving(row)
    ? row.category_id
    : await collect(errors, resolveCategory(tx, row, changes));
  const sentMoney = { ...changes, accountId: account_id };
  const currenciesIn = ({ account_id, account_to }: Pick<PhaseMoney, 'account_id' | 'account_to'>) =>
    [account_id, account_to].map((id) => accounts.get(id ?? '')?.currency).join();
  const isPlaced = (changes.accountId ?? changes.toAccountId) !== undefined;
  const like = pricedIn === undefined ? current : { account_id: pricedIn, account_to: null };
  const isIn = (values: PhaseMoney) => isPlaced || currenciesIn(values) === currenciesIn(like);
  const isEach = pricedIn !== undefined && !isPlaced;
  const phases = [...before.earlier.filter(({ until }) => first === null || until >= first), before].filter(
    isIn,
  );
  const changed = await collect(
    errors,
    changedAmounts(tx, { viewer, now }, { current, phases, isEach }, sentMoney),
  );
  refuse(errors);
  const { money: charged, fields: amounts } = changed ?? { fields: {} };
  const moneyAfter = (values: PhaseMoney) => ({
    ...charged?.(values),
    ...amounts,
    ...(account_id && { account_id }),
  });
  const arriving = await changedDestination(tx, { viewer, now }, { phases, current, moneyAfter }, changes);
  const money = arriving.money ?? charged;
  const isSent = !isMoving(row) && (changes.categoryId !== undefined || Boolean(changes.category_name));
  const content: ContentChange = {
    money,
    isIn,
    fields: { ...fieldsOf(changes), ...(account_id && { account_id }), ...amounts, ...arriving.fields },
    ...(isSent && { category: { id: category_id ?? null, type: row.type } }),
  };
  const endless: Template = { ...before, end_type: 'never' };
  const hasPast = first !== null && countBefore(endless, first) > 0;
  const rhythmOf = changedRhythm(changes, {
    ...{ from: first, hasPast, start: startOf(before) },
    lastBefore: (day) => lastBefore(endless, day),
  });
  const changedPhases = mapFrom(hasPast ? cutBefore(before, from) : before, first, (values, day) => ({
    ...withContent(values, content),
    ...rhythmOf(values, day),
  }));
  const after: Template = {
    ...changedPhases,
    // With the past, the phases before a new start are dropped.
    ...(first === null && {
      earlier: changedPhases.earlier.filter(({ until }) => until >= (changes.start_date ?? '')),
    }),
    ...mergedEnd(before, changes),
    name: changes.name ?? before.name,
    updated_at: nextVersion(before, now),
  };
  return { after, content, first, tomorrow };
}

/** What was changed of the amounts, and whether any were sent. */
interface Priced {
  amount?: number | undefined;
  convertedAmount?: number | undefined;
  isPriced: boolean;
}

type Sent = Omit<TemplateChanges, 'accountAmount'> & Priced;

type Changes = Omit<Sent, 'type' | 'fromAccountId'> & { type?: TransactionType | undefined };

/** Amounts by one name each; those of a transfer are in the currency of the account that it leaves. */
function amountsByOneName(
  { accountAmount, ...sent }: TemplateChanges,
  shown: TemplateRow,
  accounts: ReadonlyMap<string, AccountRow>,
  viewer: Reading['viewer'],
): { sent: Sent; errors: FieldError[] } {
  const { amount } = sent;
  const isPriced = (accountAmount ?? amount) !== undefined;
  if (isMoving(shown)) {
    const { input, errors } = amountOfTransfer({ amount, accountAmount }, shown);
    return { sent: { ...sent, ...input, isPriced }, errors };
  }
  const from = accountOf(accounts, shown);
  const account = accounts.get(leaving(sent).id ?? '') ?? from;
  const before = currencyOf(from, viewer);
  const { changes, errors } = changedByOneName<TypedMoney>(
    { amount, accountAmount, mayEcho: true },
    { ...OWN_CURRENCY, amount: shown.amount, account_amount: shown.account_amount },
    { ...currenciesOf({ account, viewer }), before },
  );
  // Alone, an amount is meant whatever the shown phase has, because others may have another one.
  const isWorth = shown.account_amount !== null && absolute(amount) === shown.amount;
  const isBoth = amount !== undefined && accountAmount !== undefined;
  const { amount: charged = isWorth || isBoth ? undefined : (accountAmount ?? amount), convertedAmount } =
    changes;
  return { sent: { ...sent, amount: charged, convertedAmount, isPriced }, errors };
}

/** A transfer stays one, without a category, and nothing else becomes one. */
function kindErrors(before: Template, { type, toAccountId, amountTo }: TemplateChanges): FieldError[] {
  if (isMoving(before))
    return type === undefined || type === 'transfer'
      ? []
      : [{ field: 'type', message: 'errors:transferKind' }];
  return [
    ...(type === 'transfer' ? [{ field: 'type', message: 'errors:transferKind' } as const] : []),
    ...(toAccountId ? [{ field: 'toAccountId', message: 'errors:valueInvalid' } as const] : []),
    ...(amountTo ? [{ field: 'amountTo', message: 'errors:valueInvalid' } as const] : []),
  ];
}

function withoutKind(sent: Sent): Changes {
  const { type, fromAccountId: _from, ...changes } = sent;
  const named = { ...changes, accountId: leaving(sent).id };
  return type === 'expense' || type === 'income' ? { ...named, type } : named;
}

/** Where a transfer arrives and how much, where that or what leaves changes; what it is worth, by the rate of today. */
async function changedDestination(
  tx: Db,
  { viewer, now }: Pick<Reading, 'viewer' | 'now'>,
  {
    phases,
    current,
    moneyAfter,
  }: {
    phases: readonly PhaseMoney[];
    current: TemplateRow;
    moneyAfter: (values: PhaseMoney) => Partial<PhaseMoney>;
  },
  changes: Changes,
): Promise<Pick<ContentChange, 'fields' | 'money'>> {
  const { toAccountId, amountTo, accountId, isPriced, rate } = changes;
  const isSame = !isPriced && [toAccountId, amountTo, accountId, rate].every((sent) => sent === undefined);
  if (isSame || !isMoving(current)) return { fields: {} };
  const accounts = await accountsById({ db: tx, viewer });
  const account = accountOf(accounts, { ...current, ...moneyAfter(current) });
  const currencyIn = (id: string | null) => accounts.get(id ?? '')?.currency;
  const arrivesIn = currencyIn(toAccountId ?? current.account_to);
  const isKeptOf = ({ account_to }: PhaseMoney) =>
    arrivesIn === currencyIn(account_to) && arrivesIn !== account.currency;
  const arrivingOf = (values: PhaseMoney) => {
    const row = {
      ...current,
      ...moneyOf(values),
      ...moneyAfter(values),
      start_date: localToday(current, now),
    };
    return destination(tx, { account, viewer, now }, row, {
      toAccountId,
      amountTo: amountTo === undefined && isKeptOf(values) ? values.amount_to : amountTo,
      rate: rate ?? keptRate(values, accounts, { account, toAccountId, viewer }),
    });
  };
  const { account_to, amount_to, amount: worth } = await arrivingOf(current);
  const isKept = isKeptOf(current);
  const isSameAmount = amountTo === undefined && !isPriced;
  // What arrives in the person's currency says the worth.
  const isWorth = arrivesIn === null && Boolean(amountTo);
  const isAll = isWorth || isPriced;
  // Each phase keeps its own.
  const fields = {
    ...(toAccountId !== undefined && { account_to }),
    ...(!(isKept && isSameAmount) && { amount_to }),
    ...(isAll && { amount: worth }),
  };
  const isUnsaid =
    arrivesIn === null ? amountTo === null || !isKept : currencyIn(current.account_to) === null;
  if (isAll || !isUnsaid) return { fields };
  const known = new Map<string, Partial<PhaseMoney>>();
  for (const phase of phases)
    known.set(keyOf(phase), { ...moneyAfter(phase), amount: (await arrivingOf(phase)).amount });
  return { fields, money: (values) => known.get(keyOf(values)) ?? {} };
}

/** The rate that a phase has fixed: the person's currency for one of what leaves, as long as that stays in its currency. */
function keptRate(
  phase: PhaseMoney,
  accounts: ReadonlyMap<string, AccountRow>,
  {
    account,
    toAccountId,
    viewer,
  }: { account: AccountRow; toAccountId?: string | undefined } & Pick<Reading, 'viewer'>,
): string | undefined {
  const currencyIn = (id: string) => accounts.get(id)?.currency ?? null;
  const { account_id, account_to } = phase;
  // What arrives in the person's currency follows the rate of the day, or is said.
  const arriving = account_to === null ? [] : [account_to, toAccountId ?? account_to];
  const isFixed =
    currencyIn(account_id) === account.currency && arriving.every((id) => currencyIn(id) !== null);
  return isFixed ? fixedRate(phase, viewer.currency) : undefined;
}

/**
 * The amounts of a template whose amount changes, the same in all phases; or what each phase has in an account of
 * another currency.
 * @param isEach whether each phase keeps its rate
 */
async function changedAmounts(
  tx: Db,
  { viewer, now }: Pick<Reading, 'viewer' | 'now'>,
  { current, phases, isEach }: { current: TemplateRow; phases: readonly PhaseMoney[]; isEach: boolean },
  { amount, convertedAmount, isPriced, accountId, toAccountId, rate }: Changes,
): Promise<Pick<ContentChange, 'fields' | 'money'>> {
  if (!isPriced && [accountId, rate].every((sent) => sent === undefined)) return { fields: {} };
  const accounts = await accountsById({ db: tx, viewer });
  const accountIn = ({ account_id }: PhaseMoney) =>
    accountOf(accounts, { account_id: accountId ?? account_id });
  // What it has applies to a new amount too.
  const isKept = rate === undefined && amount !== undefined && convertedAmount === undefined;
  const changed = async (phase: PhaseMoney, typed: TypedMoney = { amount, convertedAmount, rate }) => {
    const account = accountIn(phase);
    const place = { account, from: accountOf(accounts, phase), viewer, now };
    const kept = isKept ? keptRate(phase, accounts, { account, toAccountId, viewer }) : undefined;
    const row = { ...OWN_CURRENCY, amount: phase.amount, account_amount: phase.account_amount };
    const money = await changedMoney(
      tx,
      place,
      row,
      { ...typed, rate: typed.rate ?? kept },
      localToday(current, now),
    );
    // One that stays may be of a currency that was chosen before.
    const isEcho = absolute(amount) === inAccount(phase) && account.id === phase.account_id;
    refuse(moneyErrors(isEcho ? { ...typed, amount: undefined } : typed, place, money));
    if (losesMoney(money, place)) throw invalid({ field: 'amount', message: 'errors:amountForAccount' });
    requireWithin(money, typed);
    return { amount: money.amount, account_amount: money.account_amount };
  };
  const known = new Map<string, Partial<PhaseMoney>>();
  const hasSameCharge = (phase: PhaseMoney) => phase.account_amount === current.account_amount;
  if (isPriced && !isEach) {
    const fields = await changed(current);
    const isWorth = amount === undefined && accountId === undefined && current.account_amount !== null;
    if (!isWorth || phases.every(hasSameCharge)) return { fields };
    // Another worth is a new rate for what each phase charges.
    const rated = { rate: fixedRate(fields, viewer.currency) };
    for (const phase of phases)
      known.set(keyOf(phase), hasSameCharge(phase) ? fields : await changed(phase, rated));
  } else
    for (const phase of phases)
      if (isPriced || rate !== undefined || accountOf(accounts, phase).currency !== accountIn(phase).currency)
        known.set(keyOf(phase), await changed(phase));
  if (known.size === 0) return { fields: {} };
  return { fields: {}, money: (values) => known.get(keyOf(values)) ?? {} };
}

const moneyOf = ({ account_id, amount, account_amount, account_to, amount_to }: PhaseMoney): PhaseMoney => ({
  account_id,
  amount,
  account_amount,
  account_to,
  amount_to,
});

const keyOf = (values: PhaseMoney) => JSON.stringify(moneyOf(values));

/** A rate that is sent as it was shown does not apply to other accounts or beside a new worth, nor changes what was shown. */
function withoutRateEcho(
  sent: Sent,
  shown: TemplateRow,
  accounts: ReadonlyMap<string, AccountRow>,
  viewer: Reading['viewer'],
): Sent {
  const { rate, basedOn, convertedAmount, toAccountId = shown.account_to } = sent;
  const fixed = keptRate(shown, accounts, { account: accountOf(accounts, shown), viewer });
  const isElsewhere =
    (leaving(sent).id ?? shown.account_id) !== shown.account_id || toAccountId !== shown.account_to;
  const isEcho = rate !== undefined && fixed !== undefined && Number(rate) === Number(fixed);
  const isOther = isElsewhere || convertedAmount !== undefined;
  return isEcho && (isOther || basedOn === shown.updated_at) ? { ...sent, rate: undefined } : sent;
}

/**
 * The sent fields that are changes. A start equal to the current one is no change. A form sends untouched fields too,
 * so fields that equal the shown ones are dropped when `basedOn` is the shown version.
 */
function onlyChanges(before: Template, sent: Changes, now: Date): Changes {
  const shown = asNext(before, now);
  const { start_date, ...others } = sent;
  const isMoved =
    start_date !== undefined && start_date !== startOf(before) && start_date !== shown.start_date;
  const changes = { ...others, ...(isMoved && { start_date }) };
  if (sent.basedOn !== shown.updated_at) return changes;
  const { day_of_month, day_of_week, ...fields } = changes;
  // A new start sets the days, unless they are sent with it.
  const days = isMoved ? { day_of_month, day_of_week } : without({ day_of_month, day_of_week }, shown);
  const {
    categoryId: category_id,
    accountId: account_id,
    toAccountId: account_to,
    amountTo,
    amount,
    convertedAmount,
    isPriced: _sent,
    ...renamed
  } = fields;
  const amount_to = amountTo ? Math.abs(amountTo) : amountTo;
  const charged = amount && Math.abs(amount);
  const {
    category_id: category,
    account_id: account,
    account_to: to,
    amount_to: arriving,
    ...remaining
  } = without({ ...renamed, category_id, account_id, account_to, amount_to }, shown);
  // The same amount in another account is a change.
  const isNew = charged !== undefined && (account !== undefined || charged !== inAccount(shown));
  return {
    ...remaining,
    ...days,
    ...(isNew && { amount }),
    convertedAmount,
    isPriced: isNew || convertedAmount !== undefined,
    ...(category !== undefined && { categoryId: category }),
    ...(account !== undefined && { accountId: account }),
    ...(to !== undefined && { toAccountId: to }),
    ...(arriving !== undefined && { amountTo: arriving }),
  } as Changes;
}

function without<Fields extends object>(fields: Fields, row: TemplateRow): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== row[name as keyof TemplateRow]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The sent content without the category, which must be checked against the type, and without what belongs to accounts. */
function fieldsOf(changes: Changes): ContentChange['fields'] {
  const { description, notes, type, timezone, preferred_time } = changes;
  const fields = { description, notes, type, timezone, preferred_time };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function mergedEnd(before: TemplateRow, changes: TemplateChanges) {
  const { end_type, end_date, max_occurrences } = changes;
  const isCleared =
    (before.end_type === 'date' && end_date === null) ||
    (before.end_type === 'occurrences' && max_occurrences === null);
  const implied = end_date ? 'date' : isCleared ? 'never' : before.end_type;
  return endFields({
    end_type: end_type ?? implied,
    end_date: end_date === undefined ? before.end_date : end_date,
    max_occurrences: max_occurrences === undefined ? before.max_occurrences : max_occurrences,
  });
}

export function isDifferent(one: Template, other: Template): boolean {
  return (
    one.name !== other.name ||
    hasDifferentContent(one, other) ||
    hasDifferentSchedule(one, other) ||
    hasDifferentEnd(one, other)
  );
}

export function hasDifferentContent(one: Template, other: Template): boolean {
  return differOnAnyDay(one, other, (values, others) =>
    CONTENT.some((field) => values[field] !== others[field]),
  );
}

export function hasDifferentSchedule(one: Template, other: Template): boolean {
  return differOnAnyDay(one, other, hasDifferentRhythm);
}

function differOnAnyDay(
  one: Template,
  other: Template,
  differ: (values: PhaseValues, others: PhaseValues) => boolean,
): boolean {
  const lasts = new Set([...one.earlier, ...other.earlier].map(({ until }) => until)).add('9999-12-31');
  return [...lasts].some((day) => differ(asOn(one, day), asOn(other, day)));
}

export function hasDifferentEnd(
  one: Pick<TemplateRow, (typeof END)[number]>,
  other: Pick<TemplateRow, (typeof END)[number]>,
): boolean {
  return END.some((field) => one[field] !== other[field]);
}

const END = ['end_type', 'end_date', 'max_occurrences'] as const satisfies (keyof TemplateRow)[];
