import * as v from 'valibot';
import type { AccountRow, CategoryRow, TransactionRow } from '../../../db/tables.ts';
import { CURRENCIES, type Currency } from '../../../i18n/currencies.ts';
import { formatter, SIGNS } from '../../../i18n/format.ts';
import { directed, isolated } from '../../../i18n/isolated.ts';
import { LOCALES, type Locale, localeOfText } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/translate.ts';
import { amountField, amountStyle, readAmount } from '../../amount-text.ts';
import { localNow, plusDays, todayOf } from '../../calendar.ts';
import { categoryName, categoryNames } from '../../categories/name.ts';
import { categoriesById, isChoosable } from '../../categories/read.ts';
import { findFittingCategory } from '../../categories/suggestions/fitting.ts';
import type { Reading } from '../../context.ts';
import { currencyUnits, hundredthsOf, namesOfOthers } from '../../currency-names.ts';
import { errorsOfIssues, type FieldError } from '../../error.ts';
import { ratesOn } from '../../exchange/day-rate.ts';
import { folded } from '../../folded-text.ts';
import type { Foreign } from '../../foreign-amount.ts';
import { lineChoices } from '../../money-accounts/choices/choices.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountName } from '../../money-accounts/name.ts';
import { accountsById, isOpen } from '../../money-accounts/read.ts';
import { QUICK_DESCRIPTION } from '../create.ts';
import { exchanged } from '../money.ts';
import { transactionFormSchema } from '../schema.ts';
import { transferFormSchema } from '../transfers/schema.ts';
import { RECURRING } from './date-words.ts';
import { knownWords } from './known-words.ts';
import { type LineReader, parseLine } from './parse-line.ts';
import { orderOf } from './read-date.ts';
import type { Route } from './transfer-words.ts';

type ReadLine = Awaited<ReturnType<typeof readLine>>;

/** The fields of a line, checked like the form of a transaction or transfer. */
interface UnderstoodLine extends Pick<ReadLine, 'isUnsure' | 'unknownCategory' | 'isRecurring'> {
  /** As the form of a transaction takes them. */
  fields: ReturnType<typeof lineFields>;
  /** Undefined if the fields are invalid. */
  input?: v.InferOutput<ReturnType<typeof transactionFormSchema>>;
  /** If the line is a transfer, that instead. */
  transfer?: Awaited<ReturnType<typeof understandTransfer>>['transfer'];
  /** What was understood, part by part, in the viewer's language; empty if there are errors. */
  words: string[];
  errors: FieldError[];
}

/** @param writtenAt when the line was written: `yesterday` is meant as it was then */
export async function understandLine(
  context: Reading,
  line: string,
  writtenAt = context.now,
): Promise<UnderstoodLine> {
  const parsed = await readLine({ ...context, now: writtenAt }, line);
  const fields = lineFields(parsed);
  if (parsed.route) return { fields, ...(await understandTransfer(context, parsed, parsed.route)) };
  const { account } = parsed;
  const currency = account ? currencyOf(account, context.viewer) : context.viewer.currency;
  // Who has one account has one currency.
  const schema = transactionFormSchema(
    todayOf(context),
    { ...amountStyle(context.viewer), currency },
    { takesOther: account !== undefined },
  );
  const { success, output, issues } = v.safeParse(schema, fields);
  const isForeign = success && typeof output.amount === 'object';
  const ofLine = lineErrors(currency, { ...parsed, isOtherCurrency: parsed.isOtherCurrency && !isForeign });
  const isReported = new Set(ofLine.map(({ field }) => field));
  const errors = [...ofLine, ...errorsOfIssues(issues).filter(({ field }) => !isReported.has(field))];
  const { isUnsure, unknownCategory, isRecurring } = parsed;
  const words = success && errors.length === 0 ? lineInWords(context, parsed, paidIn(output, currency)) : [];
  return { isUnsure, unknownCategory, isRecurring, fields, ...(success && { input: output }), words, errors };
}

/**
 * Reads a transaction from one line with the viewer's day, notation and categories. Without a named category it gets
 * one that is certain to fit the description; it is an expense unless its sign, words or category say otherwise.
 */
async function readLine(context: Reading, line: string) {
  const categories = await categoriesById(context);
  const { accounts: choices, account: ofExpenses } = await lineChoices(context, 'expense');
  const { account: ofIncome } = await lineChoices(context, 'income');
  const accounts = choices ? await accountsById(context) : new Map<string, AccountRow>();
  const names = [...accounts.values()].flatMap((row) => namesOf(row, [...accounts.values()]));
  const isKnown = await knownWords(context, line, [...categories.values()], names);
  const read = (currency: Currency, text = line) => {
    const inCurrency = { ...context, viewer: { ...context.viewer, currency } };
    const reader = readerOf(
      inCurrency,
      [...categories.values()],
      [...accounts.values()],
      [ofExpenses, ofIncome],
    );
    return parseLine(text, { ...reader, isKnown });
  };
  const routeIn = (text: string) => read(context.viewer.currency, text).route;
  const first = read(context.viewer.currency);
  const { category: named, unknownCategory, route } = first;
  const readFor = (account: AccountRow | undefined) =>
    account?.currency && !route ? read(account.currency as Currency) : first;
  const accountOf = async (type: TransactionRow['type']) => {
    const id = first.account?.id ?? (await lineChoices(context, type, first.description)).account;
    return accounts.get(id ?? '');
  };
  const said = first.type ?? categories.get(named?.id ?? '')?.type ?? 'expense';
  const likely = await accountOf(said);
  const isNamed = named !== undefined || unknownCategory !== undefined || route !== undefined;
  const category = isNamed
    ? categories.get(named?.id ?? '')
    : await findFittingCategory(context, {
        ...readFor(likely),
        amount: minorOrNothing(readFor(likely).amount, context),
        account_id: likely?.id,
      });
  const type = first.type ?? category?.type ?? 'expense';
  const account = type === said ? likely : await accountOf(type);
  const whole = readFor(account);
  const isRecurring = RECURRING.test(whole.description);
  const parsed = {
    ...whole,
    description: isRecurring ? withoutRecurring(whole.description) : whole.description,
  };
  const description =
    parsed.description ||
    (category && categoryName(category, context.locale)) ||
    translator(context.locale)(QUICK_DESCRIPTION[type]);
  return {
    ...parsed,
    accounts,
    /** The accounts of a transfer that another line names. */
    routeIn,
    type,
    /** What is written of it. */
    written: parsed.description,
    description,
    category: category ?? null,
    account,
    isRecurring,
  };
}

const withoutRecurring = (text: string) => text.replace(RECURRING, '').replace(/\s+/g, ' ').trim();

/** The fields of a transfer, and what arrives by the day's rate where it is another currency. */
async function understandTransfer(context: Reading, parsed: ReadLine, { from, to, isOfCash }: Route) {
  const { viewer, locale } = context;
  const ends = [from, to].map(({ account }) => parsed.accounts.get(account?.id ?? ''));
  const [left, arrived] = ends.map((row) => row && currencyOf(row, viewer));
  const sent = {
    amount: parsed.amount,
    fromAccountId: from.account?.id ?? '',
    toAccountId: to.account?.id ?? '',
    date: parsed.date,
    description: parsed.written,
    ...(parsed.time && { time: parsed.time }),
  };
  const style = amountStyle(viewer);
  const styleIn = (currency = viewer.currency) => ({ ...style, currency });
  const schema = transferFormSchema(todayOf(context), { from: styleIn(left), to: styleIn(arrived) });
  const checked = v.safeParse(schema, sent);
  const isBetween = left !== undefined && arrived !== undefined && left !== arrived;
  const rate =
    isBetween && !isOfCash ? (await ratesOn(context.db, parsed.date, context.now))(left, arrived) : undefined;
  const amountTo =
    checked.success && isBetween && rate !== undefined
      ? exchanged(Math.abs(checked.output.amount), rate, arrived)
      : undefined;
  const ofLine: FieldError[] = [
    ...lineErrors(left ?? viewer.currency, parsed),
    ...[from, to].flatMap(({ error }) => error ?? []).map((error) => withExample(context, parsed, error)),
    ...(from.account && from.account.id === to.account?.id
      ? [{ field: 'toAccountId', message: 'errors:transferSame' as const }]
      : []),
    ...(isBetween && rate === undefined
      ? [{ field: 'amountTo', message: 'errors:transferAmountTo' as const }]
      : []),
  ];
  const isReported = new Set(ofLine.map(({ field }) => field));
  const errors = [...ofLine, ...errorsOfIssues(checked.issues).filter(({ field }) => !isReported.has(field))];
  const t = translator(locale);
  const inMoney = (minor: number, currency = viewer.currency) =>
    formatter(currency, viewer.preferences).money(minor);
  const [fromName = '', toName = ''] = ends.map((row) => row && accountName(row, locale));
  const words =
    checked.success && errors.length === 0
      ? [
          t('transactions:kind.transfer'),
          inMoney(Math.abs(checked.output.amount), left),
          ...(amountTo === undefined ? [] : [inMoney(amountTo, arrived)]),
          routeInWords(fromName, toName, locale),
          dayInWords(context, parsed),
          ...(parsed.written ? [parsed.written] : []),
        ]
      : [];
  return {
    isUnsure: parsed.isUnsure,
    unknownCategory: undefined,
    isRecurring: parsed.isRecurring,
    transfer: {
      fields: {
        ...sent,
        ...(amountTo !== undefined && {
          amountTo: amountField(amountTo, style.decimal_separator, arrived),
        }),
      },
      input: checked.success ? { ...checked.output, amountTo } : undefined,
    },
    words,
    errors,
  };
}

/** The refusal of a missing account, with the line that names both. */
function withExample({ locale }: Reading, { route, amount, accounts, routeIn }: ReadLine, error: FieldError) {
  if (error.message !== 'errors:transferFrom' && error.message !== 'errors:transferTo') return error;
  for (const missing of [...accounts.values()].filter(isOpen)) {
    const [from, to] = [route?.from, route?.to].map((end) => accounts.get(end?.account?.id ?? '') ?? missing);
    if (!from || !to || from === to) continue;
    const names = { from: accountName(from, locale), to: accountName(to, locale) };
    const example = transferLine(locale, { amount: amount || '500', ...names });
    const read = routeIn(example);
    if (read?.from.account?.id === from.id && read.to.account?.id === to.id) return { ...error, example };
  }
  return { ...error, message: 'errors:accountInvalid' as const };
}

/** After a Hebrew letter, a name in other letters has a hyphen. */
export function transferLine(locale: Locale, { amount, from, to }: Record<'amount' | 'from' | 'to', string>) {
  const after = (name: string) => (locale !== 'he' || /^[א-ת]/.test(name) ? name : `־${name}`);
  return translator(locale)('transactions:line.transfer', { amount, from: after(from), to: after(to) });
}

function readerOf(
  { viewer, now }: Reading,
  categories: CategoryRow[],
  accounts: AccountRow[],
  usual: (string | undefined)[],
): LineReader {
  const { preferences, currency } = viewer;
  const usualOf = (kind: AccountRow['kind']) =>
    usual.find((id) => accounts.some((row) => row.id === id && row.kind === kind));
  const named = (rows: AccountRow[]) =>
    rows.map((row) => ({ ...namedAccount(row, accounts), isUsual: row.id === usualOf(row.kind) }));
  return {
    today: localNow(now, preferences.timezone).date,
    order: orderOf(preferences),
    decimal_separator: preferences.decimal_separator,
    thousand_separator: preferences.thousand_separator,
    ...unitsOf(currency),
    unitsOf: ({ id }) => {
      const row = accounts.find((account) => account.id === id);
      return unitsOf(row ? currencyOf(row, viewer) : currency);
    },
    categories: categories
      .filter(isChoosable)
      .map((row) => ({ id: row.id, type: row.type, names: categoryNames(row) })),
    accounts: named(accounts.filter(isOpen)),
    archived: named(accounts.filter((row) => !isOpen(row))),
  };
}

const namedAccount = (row: AccountRow, accounts: readonly AccountRow[]) => ({
  id: row.id,
  names: namesOf(row, accounts),
  kinds: [
    ...LOCALES.map((locale) => translator(locale)(`money:kind.${row.kind}`)),
    ...(KIND_WORDS[row.kind] ?? []),
  ],
  isForeign: row.currency !== null,
});

/** All accounts, by the names that a line has for them. */
export async function accountsToName(context: Reading) {
  const accounts = [...(await accountsById(context)).values()];
  return accounts.map((row) => namedAccount(row, accounts));
}

/** Names of accounts that people write in either language: `45 coffee visa` with the account `ויזה`. */
const SPELLINGS = [
  'visa,ויזה',
  'mastercard,מסטרקארד,מאסטרקארד',
  'isracard,ישראכרט',
  'amex,american express,אמקס,אמריקן אקספרס',
  'diners,דיינרס',
  'max,מקס',
  'cal,כאל',
  'paypal,פייפאל',
  'cash,מזומן',
  'wallet,ארנק',
  'savings,חיסכון',
].map((names) => names.split(','));

const ownNames = (row: AccountRow) => LOCALES.map((locale) => accountName(row, locale));

/** Also in the other language, unless another account has that name. */
function namesOf(row: AccountRow, accounts: readonly AccountRow[]): string[] {
  const names = ownNames(row);
  const taken = new Set(accounts.flatMap(ownNames).map(folded));
  const spellings = SPELLINGS.find((all) => names.some((name) => all.includes(folded(name)))) ?? [];
  return [...names, ...spellings.filter((name) => !taken.has(name))];
}

/** Other words for a kind. */
const KIND_WORDS: Partial<Record<AccountRow['kind'], string[]>> = {
  bank: ['bank', 'checking', 'עו"ש', 'בנק'],
  credit_card: ['card', 'כרטיס', 'אשראי'],
};

function unitsOf(currency: Currency) {
  const ownUnits = currencyUnits(currency);
  return {
    currency: ownUnits,
    otherCurrencies: SYMBOLS_AND_CODES.filter((unit) => !ownUnits.includes(unit)),
    namesOfOthers: namesOfOthers(currency),
    hundredths: hundredthsOf(currency),
  };
}

const SYMBOLS_AND_CODES = Object.entries(CURRENCIES)
  .flat()
  .map(folded)
  .toSorted((one, other) => other.length - one.length);

/** What was paid, in the currency of the account or another one. */
function paidIn({ amount }: { amount?: number | Foreign | undefined }, currency: Currency): Foreign {
  return typeof amount === 'object' ? amount : { minor: Math.abs(amount ?? 0), currency };
}

function lineErrors(
  ofAccount: Currency,
  { isOtherCurrency, isImpossibleDate, unknownCategory, accountError }: ReadLine,
): FieldError[] {
  const currency = CURRENCIES[ofAccount];
  return [
    ...(isOtherCurrency ? [{ field: 'amount', message: 'errors:amountCurrency' as const, currency }] : []),
    ...(isImpossibleDate ? [{ field: 'date', message: 'errors:dateInvalid' as const }] : []),
    ...(unknownCategory ? [{ field: 'categoryId', message: 'errors:categoryUnknown' as const }] : []),
    ...(accountError ? [{ field: 'accountId', message: accountError }] : []),
  ];
}

function minorOrNothing(amount: string, { viewer }: Reading): number {
  const read = readAmount(amount, amountStyle(viewer));
  return 'minor' in read ? Math.abs(read.minor) : 0;
}

function lineFields({ type, amount, description, date, time, category, account, payments }: ReadLine) {
  return {
    type,
    amount,
    description,
    date,
    ...(time && { time }),
    categoryId: category?.id ?? '',
    ...(account && { accountId: account.id }),
    ...(payments && { installments: payments }),
  };
}

/**
 * Describes what was understood, in the viewer's language and formats: `coffee`, `−₪45.90`, `Yesterday`, `Drinks`, and
 * the account of a person who has several. The sign says the type, and a category that gave its name to the description
 * is said once. Each part is shown in its own direction.
 */
function lineInWords(
  context: Reading,
  { type, date, time, description, category, account, payments, isRecurring }: ReadLine,
  paid: Foreign,
): string[] {
  const { viewer, locale } = context;
  const t = translator(locale);
  const named = category ? categoryName(category, locale) : t('common:noCategory');
  return [
    description,
    // A part of its own, because beside a Hebrew word the sign would be drawn on the other side.
    `${SIGNS[type]}${formatter(paid.currency, viewer.preferences).money(paid.minor)}`,
    dayInWords(context, { date, time }),
    ...(named === description ? [] : [named]),
    ...(account ? [accountName(account, locale)] : []),
    ...(payments ? [t('transactions:card.inPayments', { count: Number(payments) })] : []),
    ...(isRecurring ? [t('transactions:kind.once')] : []),
  ];
}

function dayInWords(
  { viewer, now, locale }: Reading,
  { date, time }: Pick<ReadLine, 'date' | 'time'>,
): string {
  const format = formatter(viewer.currency, viewer.preferences);
  const today = todayOf({ viewer, now });
  const day = { [today]: 'today', [plusDays(today, -1)]: 'yesterday' }[date] as
    | 'today'
    | 'yesterday'
    | undefined;
  const words = day ? translator(locale)(`transactions:preset.${day}`) : format.date(date);
  return [words, time && format.time(time)].filter(Boolean).join(', ');
}

/** "Bank → Cash", from one to the other in the direction of the language, whatever that of the names. */
function routeInWords(from: string, to: string, locale: Locale): string {
  const route = (names: { from: string; to: string }) =>
    translator(locale)('transactions:transfer.route', names);
  return [from, to].every((name) => localeOfText(name) === locale)
    ? route({ from, to })
    : directed(route({ from: isolated(from), to: isolated(to) }), locale);
}
