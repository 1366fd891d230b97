import type { Db } from '../../../db/open.ts';
import type { AccountRow, TemplateRow } from '../../../db/tables.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { type FieldError, invalid, refuse } from '../../error.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountOf } from '../../money-accounts/read.ts';
import { changedByOneName } from '../../transactions/field-aliases.ts';
import { OWN_CURRENCY } from '../../transactions/fields.ts';
import {
  absolute,
  changedMoney,
  currenciesOf,
  losesMoney,
  moneyErrors,
  requireWithin,
  type TypedMoney,
} from '../../transactions/money.ts';
import { localToday } from '../schedule/status.ts';
import { destination } from './destination.ts';
import { amountOfTransfer, type ColumnChanges } from './field-aliases.ts';
import { fixedRate } from './fixed-rate.ts';
import { type ContentChange, isMoving, type PhaseMoney } from './phases.ts';

/** Changes with `amount` as what the account is charged, and whether any amounts were sent. */
export type PricedChanges = Omit<ColumnChanges, 'accountAmount'> & {
  convertedAmount?: number | undefined;
  isPriced: boolean;
};

/** A person and their accounts by id. */
export type Owner = Pick<Reading, 'viewer'> & { accounts: ReadonlyMap<string, AccountRow> };

/** Amounts by one name each; those of a transfer are in the currency of the account that it leaves. */
export function amountsByOneName(
  { accountAmount, ...sent }: ColumnChanges,
  shown: TemplateRow,
  { viewer, accounts }: Owner,
): { changes: PricedChanges; errors: FieldError[] } {
  const { amount } = sent;
  const isPriced = (accountAmount ?? amount) !== undefined;
  if (isMoving(shown)) {
    const { input, errors } = amountOfTransfer({ amount, accountAmount }, shown);
    return { changes: { ...sent, ...input, isPriced }, errors };
  }
  const from = accountOf(accounts, shown);
  const account = accounts.get(sent.account_id ?? '') ?? from;
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
  return { changes: { ...sent, amount: charged, convertedAmount, isPriced }, errors };
}

/** A rate that is sent as it was shown does not apply to other accounts or beside a new worth, nor changes what was shown. */
export function withoutRateEcho(changes: PricedChanges, shown: TemplateRow, owner: Owner): PricedChanges {
  const { rate, basedOn, convertedAmount } = changes;
  const { account_id = shown.account_id, account_to = shown.account_to } = changes;
  const fixed = keptRate(shown, owner, { account: accountOf(owner.accounts, shown) });
  const isElsewhere = account_id !== shown.account_id || account_to !== shown.account_to;
  const isEcho = rate !== undefined && fixed !== undefined && Number(rate) === Number(fixed);
  const isOther = isElsewhere || convertedAmount !== undefined;
  return isEcho && (isOther || basedOn === shown.updated_at) ? { ...changes, rate: undefined } : changes;
}

/**
 * The amounts of a template whose amount changes, the same in all phases; or what each phase has in an account of
 * another currency.
 * @param isEach whether each phase keeps its rate
 */
export async function changedAmounts(
  tx: Db,
  { viewer, accounts, now }: Owner & Pick<Reading, 'now'>,
  { current, phases, isEach }: { current: TemplateRow; phases: readonly PhaseMoney[]; isEach: boolean },
  { amount, convertedAmount, isPriced, account_id, account_to, rate }: PricedChanges,
): Promise<Pick<ContentChange, 'fields' | 'money'>> {
  if (!isPriced && [account_id, rate].every((sent) => sent === undefined)) return { fields: {} };
  const accountIn = (phase: PhaseMoney) =>
    accountOf(accounts, { account_id: account_id ?? phase.account_id });
  // What it has applies to a new amount too.
  const isKept = rate === undefined && amount !== undefined && convertedAmount === undefined;
  const changed = async (phase: PhaseMoney, typed: TypedMoney = { amount, convertedAmount, rate }) => {
    const account = accountIn(phase);
    const place = { account, from: accountOf(accounts, phase), viewer, now };
    const kept = isKept ? keptRate(phase, { viewer, accounts }, { account, account_to }) : undefined;
    const row = { ...OWN_CURRENCY, amount: phase.amount, account_amount: phase.account_amount };
    const money = await changedMoney(
      tx,
      place,
      row,
      { ...typed, rate: typed.rate ?? kept },
      localToday(current, now),
    );
    // One that stays may be of a currency that was chosen before.
    const isEcho = absolute(amount) === chargedAmount(phase) && account.id === phase.account_id;
    refuse(moneyErrors(isEcho ? { ...typed, amount: undefined } : typed, place, money));
    if (losesMoney(money, place)) throw invalid({ field: 'amount', message: 'errors:amountForAccount' });
    requireWithin(money, typed);
    return { amount: money.amount, account_amount: money.account_amount };
  };
  const moneyByPhase = new Map<string, Partial<PhaseMoney>>();
  const hasSameCharge = (phase: PhaseMoney) => phase.account_amount === current.account_amount;
  if (isPriced && !isEach) {
    const fields = await changed(current);
    const isWorth = amount === undefined && account_id === undefined && current.account_amount !== null;
    if (!isWorth || phases.every(hasSameCharge)) return { fields };
    // Another worth is a new rate for what each phase charges.
    const rated = { rate: fixedRate(fields, viewer.currency) };
    for (const phase of phases)
      moneyByPhase.set(keyOf(phase), hasSameCharge(phase) ? fields : await changed(phase, rated));
  } else
    for (const phase of phases)
      if (isPriced || rate !== undefined || accountOf(accounts, phase).currency !== accountIn(phase).currency)
        moneyByPhase.set(keyOf(phase), await changed(phase));
  if (moneyByPhase.size === 0) return { fields: {} };
  return { fields: {}, money: (values) => moneyByPhase.get(keyOf(values)) ?? {} };
}

/** Where a transfer arrives and how much, where that or what leaves changes; what it is worth, by the rate of today. */
export async function changedDestination(
  tx: Db,
  { viewer, accounts, now }: Owner & Pick<Reading, 'now'>,
  {
    phases,
    current,
    moneyAfter,
  }: {
    phases: readonly PhaseMoney[];
    current: TemplateRow;
    moneyAfter: (values: PhaseMoney) => Partial<PhaseMoney>;
  },
  { account_id, account_to, amount_to, isPriced, rate }: PricedChanges,
): Promise<Pick<ContentChange, 'fields' | 'money'>> {
  const isSame = !isPriced && [account_to, amount_to, account_id, rate].every((sent) => sent === undefined);
  if (isSame || !isMoving(current)) return { fields: {} };
  const account = accountOf(accounts, { ...current, ...moneyAfter(current) });
  const currencyIn = (id: string | null) => accounts.get(id ?? '')?.currency;
  const arrivesIn = currencyIn(account_to ?? current.account_to);
  const isKeptOf = (phase: PhaseMoney) =>
    arrivesIn === currencyIn(phase.account_to) && arrivesIn !== account.currency;
  const arrivingOf = (values: PhaseMoney) => {
    const row = {
      ...current,
      ...moneyOf(values),
      ...moneyAfter(values),
      start_date: localToday(current, now),
    };
    return destination(tx, { account, viewer, now }, row, {
      toAccountId: account_to,
      amountTo: amount_to === undefined && isKeptOf(values) ? values.amount_to : amount_to,
      rate: rate ?? keptRate(values, { viewer, accounts }, { account, account_to }),
    });
  };
  const arriving = await arrivingOf(current);
  const isKept = isKeptOf(current);
  const isSameAmount = amount_to === undefined && !isPriced;
  // What arrives in the person's currency says the worth.
  const isWorth = arrivesIn === null && Boolean(amount_to);
  const isAll = isWorth || isPriced;
  // Each phase keeps its own.
  const fields = {
    ...(account_to !== undefined && { account_to: arriving.account_to }),
    ...(!(isKept && isSameAmount) && { amount_to: arriving.amount_to }),
    ...(isAll && { amount: arriving.amount }),
  };
  const isUnsaid =
    arrivesIn === null ? amount_to === null || !isKept : currencyIn(current.account_to) === null;
  if (isAll || !isUnsaid) return { fields };
  const moneyByPhase = new Map<string, Partial<PhaseMoney>>();
  for (const phase of phases)
    moneyByPhase.set(keyOf(phase), { ...moneyAfter(phase), amount: (await arrivingOf(phase)).amount });
  return { fields, money: (values) => moneyByPhase.get(keyOf(values)) ?? {} };
}

/** The rate that a phase has fixed: the person's currency for one of what leaves, as long as that stays in its currency. */
function keptRate(
  phase: PhaseMoney,
  { viewer, accounts }: Owner,
  { account, account_to }: { account: AccountRow; account_to?: string | undefined },
): string | undefined {
  const currencyIn = (id: string) => accounts.get(id)?.currency ?? null;
  // What arrives in the person's currency follows the rate of the day, or is said.
  const arriving = phase.account_to === null ? [] : [phase.account_to, account_to ?? phase.account_to];
  const isFixed =
    currencyIn(phase.account_id) === account.currency && arriving.every((id) => currencyIn(id) !== null);
  return isFixed ? fixedRate(phase, viewer.currency) : undefined;
}

const moneyOf = ({ account_id, amount, account_amount, account_to, amount_to }: PhaseMoney): PhaseMoney => ({
  account_id,
  amount,
  account_amount,
  account_to,
  amount_to,
});

const keyOf = (values: PhaseMoney) => JSON.stringify(moneyOf(values));
