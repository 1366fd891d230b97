import type { AccountRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { daysApart, plusDays } from '../../calendar.ts';
import { nameKey } from '../../categories/words.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading } from '../../context.ts';
import { decimalsError } from '../../currency.ts';
import { newId, sideIdOf } from '../../id.ts';
import { opposite } from '../../ledger/reserved-categories.ts';
import { readBills } from '../../money-accounts/cards/charges.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountName } from '../../money-accounts/name.ts';
import { isOpen } from '../../money-accounts/read.ts';
import { pauseIfDue } from '../../throttle.ts';
import { DAYS_BETWEEN_SIDES } from '../../transactions/transfers/transfer.ts';
import { paysCard } from '../layouts/words.ts';
import { minorOf, spanOf } from '../preview/lines.ts';
import { isFresh, type PlacedFile, type PlannedRow, type TransferPlan } from '../preview/planned.ts';
import { AT_ONCE } from './buckets.ts';
import { isOfOtherCompany } from './card-company.ts';
import type { KnownRow } from './existing.queries.ts';
import { textOf } from './offered.ts';
import { daysAround, isFree, Sides } from './sides.ts';
import { nearestOf, type RatesOfDay, ratesOfDays, transferAmounts } from './transfer-amounts.ts';

interface Around extends Pick<PlacedFile, 'found'> {
  accounts: ReadonlyMap<string, AccountRow>;
  /** Existing transactions, in all accounts. */
  sides: readonly KnownRow[];
}

/** Marks the transfers among unmatched rows. */
export async function findTransfers(
  context: Reading,
  rows: readonly PlannedRow[],
  around: Around,
): Promise<void> {
  const fresh = rows.filter(isFresh);
  if (fresh.length === 0) return;
  const joined = fresh.flatMap(({ transfer }) =>
    transfer?.decision === 'transfer' && transfer.sideId !== null ? transfer : [],
  );
  const free = new Set(joined.length > 0 ? around.sides.filter(isFree).map(({ id }) => id) : []);
  for (const transfer of joined) if (!free.has(transfer.sideId ?? '')) transfer.sideId = null;
  await joinNamed(context, fresh, around);
  await pauseIfDue();
  await joinCards(context, rows, around);
  await pauseIfDue();
  await joinOthers(context, rows, around);
}

/** How many rows of one day are compared with one another; only an attack has more. */
const COMPARED_MOST = 500;

type Original = Pick<KnownRow, 'original_amount' | 'original_currency'>;

type Joining = Pick<Reading, 'db' | 'viewer' | 'now' | 'locale'>;

/**
 * Finds the other sides of transfers whose other account a rule or a person has named: among existing transactions and the
 * other rows, so that none is created twice. Between currencies a row may state only one amount: an amount near its
 * converted one is the other side, and a person decides about less certain ones. While no rate is known, the row stays an
 * expense or an income.
 * @param isChosen whether a person chose these transfers, so that near amounts are accepted
 */
export async function joinOthers(
  { db, viewer, now, locale }: Joining,
  rows: readonly PlannedRow[],
  around: Pick<Around, 'accounts' | 'sides'>,
  isChosen = false,
): Promise<void> {
  const fresh = rows.filter(isFresh);
  const alone = fresh.filter(({ transfer }) => transfer?.decision === 'transfer' && transfer.sideId === null);
  if (alone.length === 0) return;
  const sides = await Sides.of(around.sides, rows);
  const ratesOf: RatesOfDay = ratesOfDays(db, now);
  const made = new Set(fresh.flatMap(({ transfer }) => transfer?.sideId ?? []));
  const isPaired = ({ madeId }: PlannedRow) => madeId !== undefined && made.has(sideIdOf(madeId));
  const others = Map.groupBy(
    fresh,
    ({ account, content }) => `${account.id} ${content.type} ${content.currency} ${content.date}`,
  );
  for (const planned of alone) {
    const { account, content } = planned;
    const transfer = planned.transfer as TransferPlan;
    const other = around.accounts.get(transfer.accountId ?? '');
    if (!other || isPaired(planned) || transfer.decision !== 'transfer') continue;
    const currencies = { own: currencyOf(account, viewer), other: currencyOf(other, viewer) };
    const values = { account: accountName(other, locale) };
    const moved = await transferAmounts({ ...content, other_amount: transfer.amount }, currencies, ratesOf);
    if (!moved) {
      planned.transfer = { ...transfer, decision: 'import', why: 'noRate', values };
      continue;
    }
    const type = opposite(content.type);
    const apart = ({ date }: { date: string }) => daysApart(content.date, date);
    const partners = daysAround(content.date)
      .flatMap(
        (day) => others.get(`${other.id} ${type} ${currencies.other} ${day}`)?.slice(0, COMPARED_MOST) ?? [],
      )
      .filter(
        (row) =>
          !isPaired(row) &&
          (row.transfer === null ||
            (row.transfer.decision === 'transfer' &&
              row.transfer.accountId === account.id &&
              row.transfer.sideId === null)),
      );
    const join = (partner: PlannedRow) => {
      planned.madeId ??= newId(now);
      const sideId = sideIdOf(planned.madeId);
      made.add(sideId);
      partner.transfer = {
        amount: null,
        sideId,
        accountId: account.id,
        decision: 'leave_out',
        why: 'otherRow',
        values: { line: content.line },
      };
    };
    // Whether a row became a transfer by a rule.
    const isByRule = (row: PlannedRow) => row.transfer !== null;
    if (moved.isStated) {
      const [partner] = partners
        .filter((row) => row.content.amount === moved.other)
        .sort(
          (one, another) =>
            Number(isByRule(another)) - Number(isByRule(one)) || apart(one.content) - apart(another.content),
        );
      const isSure = partner !== undefined && isByRule(partner);
      transfer.sideId = isSure ? null : sides.take(other.id, type, moved.other, content.date);
      if (transfer.sideId !== null) continue;
      if (partner) join(partner);
      if (partner || currencies.own === currencies.other) continue;
    }
    const isStatedBy = ({ original_amount, original_currency }: Original) =>
      original_amount === moved.own && original_currency === currencies.own;
    const found = nearestOf(
      [...sides.around(other.id, type, content.date).slice(0, COMPARED_MOST), ...partners],
      moved.other,
      (one) =>
        'content' in one
          ? {
              amount: one.content.amount,
              apart: apart(one.content),
              isByRule: isByRule(one),
              isStated: isStatedBy(one.content),
            }
          : { amount: chargedAmount(one), apart: apart(one), isByRule: false, isStated: isStatedBy(one) },
    );
    if (!found) continue;
    if (!found.isSure && !isChosen)
      planned.transfer = { ...transfer, decision: 'leave_out', why: 'nearSide', values };
    else if ('content' in found.one) {
      transfer.amount = found.one.content.amount;
      join(found.one);
    } else transfer.sideId = sides.use(found.one);
  }
}

/** Rows that name the other account, as the exports of other apps do, sometimes once for each side. */
async function joinNamed(context: Reading, rows: readonly PlannedRow[], around: Around): Promise<void> {
  const accountNamed = namedAccounts(context, around);
  const otherSides = Map.groupBy(
    rows.filter(({ hints }) => hints.transfer),
    ({ account, content }) => `${account.id} ${content.type} ${content.date}`,
  );
  for (const [index, planned] of rows.entries()) {
    if (index % AT_ONCE === 0) await pauseIfDue();
    const { account, content, transfer } = planned;
    const named = planned.hints.transfer;
    if (!named || transfer) continue;
    const other = accountNamed.get(nameKey(named.account));
    if (!other) continue;
    const values = { account: accountName(other, context.locale) };
    if (other.id === account.id) {
      planned.transfer = {
        ...NO_SIDE,
        accountId: other.id,
        decision: 'leave_out',
        why: 'oneAccount',
        values,
      };
      continue;
    }
    const currency = currencyOf(other, context.viewer);
    const amount = amountNamed(named, currency);
    const partner = otherSides
      .get(`${other.id} ${opposite(content.type)} ${content.date}`)
      ?.find(
        (one) =>
          one.transfer === null &&
          accountNamed.get(nameKey(one.hints.transfer?.account ?? ''))?.id === account.id &&
          (other.currency !== account.currency || one.content.amount === content.amount),
      );
    const isStated = other.currency !== account.currency && partner?.content.currency === currency;
    const arrives = isStated ? partner.content.amount : amount;
    if (partner) {
      planned.madeId = newId(context.now);
      partner.transfer = {
        amount: null,
        sideId: sideIdOf(planned.madeId),
        accountId: account.id,
        decision: 'leave_out',
        why: 'otherRow',
        values: { line: content.line },
      };
    }
    planned.transfer = {
      decision: 'transfer',
      accountId: other.id,
      amount: other.currency === account.currency ? null : arrives,
      sideId: null,
      why: 'named',
      values,
    };
  }
}

function amountNamed(named: { amount?: string; currency?: string }, currency: Currency): number | null {
  const isOther = named.currency !== undefined && named.currency.toUpperCase() !== currency;
  const minor = named.amount === undefined || isOther ? 0 : minorOf(named.amount);
  return minor > 0 && !decimalsError(minor, currency) ? minor : null;
}

const NO_SIDE = { amount: null, sideId: null };

/**
 * A transfer to the account that a rule names. If that was archived or deleted, the row stays an expense or an income of its
 * own account, whose balance would be wrong without it.
 */
export function byRule(to: AccountRow | undefined, { locale }: Pick<Reading, 'locale'>): TransferPlan {
  const plan = { ...NO_SIDE, accountId: to?.id ?? null };
  if (!to) return { ...plan, decision: 'import', why: 'ruleGone', values: null };
  return isOpen(to)
    ? { ...plan, decision: 'transfer', why: 'rule', values: null }
    : {
        ...plan,
        decision: 'import',
        why: 'ruleArchived',
        values: { account: accountName(to, locale) },
      };
}

/** Accounts by name: those of the file, and those of the person. */
export function namedAccounts(
  { locale }: Reading,
  { found, accounts }: Pick<Around, 'found' | 'accounts'>,
): Map<string, AccountRow> {
  const named = new Map<string, AccountRow>();
  for (const account of accounts.values()) named.set(nameKey(accountName(account, locale)), account);
  for (const { name, number, iban, account_id } of found) {
    const account = accounts.get(account_id ?? '');
    for (const said of [name, number, iban]) if (said && account) named.set(nameKey(said), account);
  }
  return named;
}

/** A bank's rows that pay a card: of the amount of its bill, on its charge date or near it. */
async function joinCards(
  context: Reading,
  rows: readonly PlannedRow[],
  { accounts, sides: there }: Around,
): Promise<void> {
  const cards = [...accounts.values()].filter((card) => card.kind === 'credit_card' && isOpen(card));
  const paying = rows.filter(
    (row) =>
      isFresh(row) &&
      row.transfer === null &&
      row.content.type === 'expense' &&
      row.account.kind !== 'credit_card',
  );
  if (cards.length === 0 || paying.length === 0) return;
  const ofCards = there.filter(
    (row) => row.type === 'income' && cards.some(({ id }) => id === row.account_id),
  );
  const sides = await Sides.of(ofCards, rows);
  const span = spanOf(paying.map(({ content }) => content.date));
  const range = { from: plusDays(span.from, -DAYS_BETWEEN_SIDES), to: plusDays(span.to, DAYS_BETWEEN_SIDES) };
  const all = Map.groupBy(await readBills(context, cards, range), ({ card }) => card.id);
  for (const card of cards) {
    const bills = (all.get(card.id) ?? []).filter(({ date, amount }) => {
      const isPaid = ({ account_id, type, transfer_id, ...row }: KnownRow) =>
        account_id === card.id &&
        type === 'income' &&
        transfer_id !== null &&
        chargedAmount(row) === amount &&
        row.date >= plusDays(date, -DAYS_BETWEEN_SIDES) &&
        row.date <= plusDays(date, DAYS_BETWEEN_SIDES);
      return !ofCards.some(isPaid);
    });
    const values = { account: accountName(card, context.locale) };
    for (const [index, planned] of paying.entries()) {
      if (index % AT_ONCE === 0) await pauseIfDue();
      const { account, content } = planned;
      const isSame =
        card.currency === account.currency && content.currency === currencyOf(card, context.viewer);
      if (planned.transfer || !isSame) continue;
      const bill = bills.find(
        ({ date, amount }) =>
          amount === content.amount &&
          date >= plusDays(content.date, -DAYS_BETWEEN_SIDES) &&
          date <= plusDays(content.date, DAYS_BETWEEN_SIDES),
      );
      if (!bill || isOfOtherCompany(card.name, textOf(planned))) continue;
      if (card.pays_from !== account.id && !paysCard(textOf(planned))) continue;
      bills.splice(bills.indexOf(bill), 1);
      planned.transfer = {
        ...NO_SIDE,
        accountId: card.id,
        decision: 'transfer',
        sideId: sides.take(card.id, 'income', content.amount, content.date),
        why: 'bill',
        values,
      };
    }
  }
}
