import type { Db } from '../../../db/open.ts';
import type { TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import { categoryNames } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { collect, type FieldError, refuse } from '../../error.ts';
import { accountErrors, accountsById } from '../../money-accounts/read.ts';
import { isTooFarBack } from '../../transactions/schema.ts';
import { nextVersion } from '../../version.ts';
import { countBefore, lastBefore } from '../schedule/occurrence-dates.ts';
import { endFields } from '../schedule/rule-fields.ts';
import { localToday } from '../schedule/status.ts';
import { NO_CATEGORY, resolveCategory } from './create.ts';
import { byOneName, leaving } from './field-aliases.ts';
import {
  amountsByOneName,
  changedAmounts,
  changedDestination,
  type Owner,
  type PricedChanges,
  withoutRateEcho,
} from './money.ts';
import {
  asNext,
  asOn,
  CONTENT,
  type ContentChange,
  cutBefore,
  isMoving,
  mapFrom,
  type Phase,
  type PhaseMoney,
  type PhaseValues,
  startOf,
  type Template,
  withContent,
} from './phases.ts';
import { changedRhythm, earlierFirst, hasDifferentRhythm, mergedRhythm } from './rhythm-change.ts';
import { contradictions, type TemplateChanges } from './schema.ts';

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
  { pricedIn, ...asked }: AskedChanges,
): Promise<Merged> {
  const owner = { viewer, now, accounts: await accountsById({ db: tx, viewer }) };
  const { changes, errors, from, first, tomorrow } = await changesOf(tx, owner, before, asked);
  const current = asOn(before, from);
  const row = {
    ...current,
    ...fieldsOf(changes),
    ...mergedRhythm(current, changes),
    ...mergedEnd(before, changes),
  };
  errors.push(
    ...dayErrors(before, row, changes, now),
    ...placeErrors(current, changes, leaving(asked).field, owner),
  );
  const { account_id, category_id: categoryId, category_name } = changes;
  const isCategorised = !isMoving(row) && (categoryId !== undefined || Boolean(category_name));
  const id = isMoving(row)
    ? null
    : await collect(errors, resolveCategory(tx, row, { categoryId, category_name }));
  const affected = phasesOf(before, current, { ...owner, first, pricedIn }, changes);
  const charged = await collect(
    errors,
    changedAmounts(
      tx,
      owner,
      { ...affected, current },
      {
        ...changes,
        account_id: owner.accounts.get(account_id ?? '')?.id,
      },
    ),
  );
  refuse(errors);
  const moneyAfter = (values: PhaseMoney) => ({
    ...charged?.money?.(values),
    ...charged?.fields,
    ...(account_id && { account_id }),
  });
  const { phases, isIn } = affected;
  const arriving = await changedDestination(tx, owner, { phases, current, moneyAfter }, changes);
  const content: ContentChange = {
    money: arriving.money ?? charged?.money,
    isIn,
    fields: { ...fieldsOf(changes), ...charged?.fields, ...arriving.fields },
    ...(isCategorised && { category: { id: id ?? null, type: row.type } }),
  };
  return { after: changedTemplate(before, { changes, content, from, first, now }), content, first, tomorrow };
}

/** The sent fields that are changes, what is wrong with them by themselves, and the first changed day. */
async function changesOf(
  tx: Db,
  { now, ...owner }: Owner & Pick<Reading, 'now'>,
  before: Template,
  { keepFirst, ...asked }: TemplateChanges,
) {
  const shown = asNext(before, now);
  const category = (await categoriesById({ db: tx, viewer: owner.viewer })).get(shown.category_id ?? '');
  // A whole answer has its version, and says no more than a form that was left as it was.
  const basedOn = asked.basedOn ?? (asked.updated_at === shown.updated_at ? shown.updated_at : undefined);
  const named = byOneName({ ...asked, basedOn }, shown, category ? categoryNames(category) : NO_CATEGORY);
  const priced = amountsByOneName(named.changes, shown, owner);
  const sent = priced.changes;
  const tomorrow = plusDays(localToday({ timezone: sent.timezone ?? before.timezone }, now), 1);
  const from = sent.from !== undefined && sent.from > tomorrow ? sent.from : tomorrow;
  const first = sent.scope === 'all' ? null : from;
  const changes = onlyChanges(before, withoutRateEcho(sent, shown, owner), now);
  if (keepFirst && first === null) {
    const start = earlierFirst(asOn(before, startOf(before)), changes);
    if (start && !isTooFarBack(start, localToday(before, now))) changes.start_date ??= start;
  }
  const errors = [...named.errors, ...priced.errors, ...kindErrors(before, asked.type, sent)];
  return { changes, errors, from, first, tomorrow };
}

/** The phases in whose currencies the changed amounts are, and whether each of them keeps its rate. */
function phasesOf(
  before: Template,
  current: TemplateRow,
  {
    accounts,
    first,
    pricedIn,
  }: Pick<Owner, 'accounts'> & { first: string | null; pricedIn?: string | undefined },
  { account_id, account_to }: PricedChanges,
) {
  const isPlaced = (account_id ?? account_to) !== undefined;
  const currenciesIn = (values: Pick<PhaseMoney, 'account_id' | 'account_to'>) =>
    [values.account_id, values.account_to].map((id) => accounts.get(id ?? '')?.currency).join();
  const like = pricedIn === undefined ? current : { account_id: pricedIn, account_to: null };
  const isIn = (values: PhaseMoney) => isPlaced || currenciesIn(values) === currenciesIn(like);
  const changing = before.earlier.filter(({ until }) => first === null || until >= first);
  return { phases: [...changing, before].filter(isIn), isIn, isEach: pricedIn !== undefined && !isPlaced };
}

interface Change extends Pick<Merged, 'content' | 'first'> {
  changes: PricedChanges;
  /** The first day that is not kept as it was. */
  from: string;
  now: Date;
}

function changedTemplate(before: Template, { changes, content, from, first, now }: Change): Template {
  const endless: Template = { ...before, end_type: 'never' };
  const hasPast = first !== null && countBefore(endless, first) > 0;
  const rhythmOf = changedRhythm(changes, {
    ...{ from: first, hasPast, start: startOf(before) },
    lastBefore: (day) => lastBefore(endless, day),
  });
  const changed = mapFrom(hasPast ? cutBefore(before, from) : before, first, (values, day) => ({
    ...withContent(values, content),
    ...rhythmOf(values, day),
  }));
  const isKept = ({ until }: Phase) => first !== null || until >= (changes.start_date ?? '');
  return {
    ...changed,
    // With the past, the phases before a new start are dropped.
    earlier: changed.earlier.filter(isKept),
    ...mergedEnd(before, changes),
    name: changes.name ?? before.name,
    updated_at: nextVersion(before, now),
  };
}

/** A transfer stays one, without a category, and nothing else becomes one. */
function kindErrors(
  before: Template,
  type: TemplateChanges['type'],
  { account_to, amount_to }: PricedChanges,
): FieldError[] {
  if (isMoving(before))
    return type === undefined || type === 'transfer'
      ? []
      : [{ field: 'type', message: 'errors:transferKind' }];
  return [
    ...(type === 'transfer' ? [{ field: 'type', message: 'errors:transferKind' } as const] : []),
    ...(account_to ? [{ field: 'toAccountId', message: 'errors:valueInvalid' } as const] : []),
    ...(amount_to ? [{ field: 'amountTo', message: 'errors:valueInvalid' } as const] : []),
  ];
}

/** What is wrong with a new first day or end. */
function dayErrors(
  before: Template,
  row: TemplateRow,
  { start_date }: PricedChanges,
  now: Date,
): FieldError[] {
  const isPast = start_date && isTooFarBack(start_date, localToday(row, now));
  // A stored template may have ended on its first day, which requests must not ask for.
  const isChecked = start_date || hasDifferentEnd(before, row);
  return [
    ...(isPast ? [{ field: 'start_date', message: 'errors:datePast' } as const] : []),
    ...(isChecked ? contradictions({ ...row, start_date: start_date ?? startOf(before) }) : []),
  ];
}

/** What is wrong with the accounts that the money leaves, by the name by which that was sent, and where it arrives. */
function placeErrors(
  current: TemplateRow,
  { account_id, account_to }: PricedChanges,
  leavingField: string,
  { accounts }: Owner,
): FieldError[] {
  const errors = accountErrors(
    accounts,
    { [leavingField]: account_id },
    { [leavingField]: current.account_id },
  );
  if (!isMoving(current)) return errors;
  const { account_to: arrives } = current;
  errors.push(...accountErrors(accounts, { toAccountId: account_to }, { toAccountId: arrives }));
  const leaves = accounts.get(account_id ?? '')?.id ?? current.account_id;
  if ((account_to ?? arrives) === leaves)
    errors.push({ field: 'toAccountId', message: 'errors:transferSame' });
  return errors;
}

/**
 * The sent fields that are changes. A start equal to the current one is no change. A form sends untouched fields too,
 * so fields that equal the shown ones are dropped when `basedOn` is the shown version.
 */
function onlyChanges(before: Template, sent: PricedChanges, now: Date): PricedChanges {
  const shown = asNext(before, now);
  const { start_date, ...others } = sent;
  const isMoved =
    start_date !== undefined && start_date !== startOf(before) && start_date !== shown.start_date;
  const changes = { ...others, ...(isMoved && { start_date }) };
  if (sent.basedOn !== shown.updated_at) return changes;
  const { amount, convertedAmount, day_of_month, day_of_week, ...fields } = changes;
  const days = { day_of_month, day_of_week };
  const changed = without(fields, shown);
  // The same amount in another account is a change.
  const isNew =
    amount !== undefined && (changed.account_id !== undefined || Math.abs(amount) !== chargedAmount(shown));
  return {
    ...changed,
    // A new start sets the days, unless they are sent with it.
    ...(isMoved ? days : without(days, shown)),
    amount: isNew ? amount : undefined,
    convertedAmount,
    isPriced: isNew || convertedAmount !== undefined,
  };
}

function without<Fields extends object>(fields: Fields, row: TemplateRow): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== row[name as keyof TemplateRow]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The sent content without amounts, where the money arrives, and the category, which must be checked against the type. */
function fieldsOf(changes: PricedChanges): ContentChange['fields'] {
  const { description, notes, type, account_id, timezone, preferred_time } = changes;
  const fields = { description, notes, type, account_id, timezone, preferred_time };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function mergedEnd(before: TemplateRow, { end_type, end_date, max_occurrences }: PricedChanges) {
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
