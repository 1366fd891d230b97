import type { TransactionRow } from '../../../db/tables.ts';
import { chargedAmount } from '../../charged.ts';
import type { Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { changeTransaction, readForChange } from '../../transactions/change.ts';
import { differences, type FieldName } from '../../transactions/fields.ts';
import type { TypedMoney } from '../../transactions/money.ts';
import type { Entry } from '../../transactions/present.ts';
import { readTransaction } from '../../transactions/read.ts';
import type { TransactionChanges } from '../../transactions/schema.ts';
import { localToday } from '../schedule/status.ts';
import { changeTemplate } from '../templates/change.ts';
import { type Template, valuesOn } from '../templates/phases.ts';
import type { TemplateChanges } from '../templates/schema.ts';
import { findTemplate } from '../templates/templates.queries.ts';
import { occurrenceDate } from './read.ts';
import type { OccurrenceScope } from './schema.ts';

/**
 * Changes an occurrence alone (`single`), with all later ones (`future`), or with all of its template (`all`). Only the
 * changed fields apply to the others, amounts only in accounts of the same currency, and only `all` changes the past:
 * with `future`, an occurrence of today or before changes together with those from tomorrow on. Fields that a template
 * lacks (date, payee) change this occurrence only and mark it as edited, so that the template does not change it again.
 * A payment of a purchase changes alone, with the later ones, or with all, and without a choice (`usual`) with all where its
 * category has changed and its amount has not. Any other transaction changes alone.
 * @returns also the id that undoes the change, and, unless a template has changed, how many have
 * @throws DomainError NOT_FOUND, CONFLICT (409), or VALIDATION_ERROR when its template was deleted, and for what was paid
 * in another currency than that of its foreign account, which a template lacks
 */
export async function changeOccurrence(
  context: Writing,
  target: { id: string; type?: TransactionRow['type'] },
  sent: TransactionChanges & TypedMoney,
  scope: OccurrenceScope | 'usual',
): Promise<Entry & { undoId?: string | null; updated?: number }> {
  if (scope === 'single' || scope === 'usual') return changeTransaction(context, target, sent, scope);
  return inLedger(context, async (ledger, inside) => {
    const { before, after, account, changes } = await readForChange(ledger, context, target, sent);
    if (before.template_id === null) return changeTransaction(inside, target, sent, scope);
    const template = await findTemplate(ledger.tx, before.user_id, before.template_id);
    if (!template) throw invalid({ field: 'scope', message: 'errors:seriesGone' });
    if (account.currency !== null && after.original_currency !== account.currency) {
      const field = foreignField(sent, changes, before, after);
      if (field) throw invalid({ field, message: 'errors:seriesCurrency' });
    }
    const from = occurrenceDate(before);
    const isPast = scope === 'future' && from <= localToday(template, context.now);
    const deletion = newDeletion(context.now);
    const isOwn = isPast || isIndividual(before, after);
    const own = isOwn ? await changeTransaction(inside, target, sent, 'single', deletion) : undefined;
    // The time as typed: daylight saving may skip it on the day of this occurrence only.
    const typed = { ...after, time: sent.time ?? after.time };
    const { name } = template;
    const { description } = valuesOn(template, from);
    const { amount, originalAmount, rate, convertedAmount } = changes;
    const saysRate = (rate ?? convertedAmount) !== undefined;
    const isRated = saysRate && after.account_amount !== null && after.rate !== before.rate;
    const isPriced = saysRate || Boolean(amount ?? originalAmount);
    const templateChanges = {
      ...toTemplateChanges({ name, description }, before, typed, { isPriced }),
      ...(isRated && after.rate !== null && { rate: after.rate }),
    };
    const range = { scope, pricedIn: account.id, ...(scope === 'future' && { from }) };
    const changed =
      Object.keys(templateChanges).length > 0
        ? await changeTemplate(inside, template.id, { ...templateChanges, ...range }, deletion)
        : undefined;
    return {
      ...(await readTransaction(inside, before.id)),
      undoId: own?.undoId ?? changed?.undoId ?? null,
    };
  });
}

/** The template's name for each field; fields that are missing here belong to a single occurrence. */
const TEMPLATE_FIELDS: Partial<Record<FieldName, keyof TemplateChanges>> = {
  type: 'type',
  amount: 'accountAmount',
  description: 'description',
  category_id: 'categoryId',
  account_id: 'accountId',
  time: 'preferred_time',
  timezone: 'timezone',
  notes: 'notes',
};

// `changeTemplate` skips occurrences that were edited individually, so this one is changed separately.
function isIndividual(before: TransactionRow, after: TransactionRow): boolean {
  return before.is_detached === 1 || differences(before, after).some((name) => !(name in TEMPLATE_FIELDS));
}

/**
 * The field by which a change says what was paid, or its rate, in another currency than that of the account.
 * @param said the same by one name each
 */
function foreignField(
  sent: TypedMoney,
  said: TypedMoney,
  before: TransactionRow,
  after: TransactionRow,
): string | undefined {
  const isPaid =
    after.original_amount !== before.original_amount || after.original_currency !== before.original_currency;
  if (isPaid && sent.original?.amount !== undefined) return 'original.currency';
  if (isPaid && sent.originalAmount) return 'originalCurrency';
  const { rate, convertedAmount } = said;
  if (after.rate === before.rate) return undefined;
  if (rate !== undefined) return sent.rate === undefined ? 'original.rate' : 'rate';
  if (convertedAmount === undefined) return undefined;
  return sent.convertedAmount === undefined ? 'amount' : 'convertedAmount';
}

function toTemplateChanges(
  template: Pick<Template, 'name' | 'description'>,
  before: TransactionRow,
  after: TransactionRow,
  { isPriced }: { isPriced: boolean },
): TemplateChanges {
  const changed = differences(before, after);
  const changes = changed.flatMap((name) => {
    const field = TEMPLATE_FIELDS[name];
    // With another rate alone, each price of the template stays, and with another account what it is worth.
    const isSame =
      before.account_id === after.account_id ? chargedAmount(before) === chargedAmount(after) : !isPriced;
    if (name === 'amount' && isSame) return [];
    const value = name === 'amount' ? chargedAmount(after) : after[name];
    return field ? [[field, value]] : [];
  });
  // A name that equals the description was not chosen separately, so it follows the description.
  if (changed.includes('description') && template.name === template.description)
    changes.push(['name', after.description]);
  return Object.fromEntries(changes);
}
