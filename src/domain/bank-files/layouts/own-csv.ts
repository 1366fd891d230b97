import { unescaped } from '../../export/csv.ts';
import { isZero } from '../formats/statement.ts';
import type { App, AppRow } from './app-layout.ts';

/** The columns of our own CSV file in the languages in which it is written; a test holds them to its texts. */
const HEADERS = [
  {
    ...{ date: 'date', type: 'type', amount: 'amount', currency: 'currency', description: 'description' },
    ...{ payee: 'payee', category: 'category', account: 'account', notes: 'notes', isRecurring: 'recurring' },
    ...{ chargeDate: 'charged on', installment: 'payment number', installments: 'number of payments' },
    price: 'purchase price',
    ...{ accountAmount: 'account amount', accountCurrency: 'account currency' },
    ...{ originalAmount: 'original amount', originalCurrency: 'original currency', id: 'id' },
    ...{ amountTo: 'amount received', currencyTo: 'currency received' },
  },
  {
    ...{ date: 'תאריך', type: 'סוג', amount: 'סכום', currency: 'מטבע', description: 'תיאור' },
    ...{ payee: 'בית עסק', category: 'קטגוריה', account: 'חשבון', notes: 'הערות', isRecurring: 'קבועות' },
    ...{ chargeDate: 'תאריך החיוב', installment: 'מספר התשלום', installments: 'מספר תשלומים' },
    price: 'מחיר הקנייה',
    ...{ accountAmount: 'סכום בחשבון', accountCurrency: 'מטבע החשבון' },
    ...{ originalAmount: 'סכום מקורי', originalCurrency: 'מטבע מקורי', id: 'מזהה' },
    ...{ amountTo: 'סכום שהתקבל', currencyTo: 'מטבע שהתקבל' },
  },
] as const;

const TYPES = {
  expense: /^(?:expense|הוצאה)$/i,
  opening: /^(?:opening(?: balance)?|יתרת פתיחה)$/i,
  transfer: /^(?:transfer|העברה)$/i,
};

/** Between the accounts of a transfer, first the one that it leaves, whichever way the arrow points. */
const ROUTE = /^(.+) [→←] (.+)$/;

/** The CSV file that we write, with the columns that a person cannot have named by chance. */
export const OWN_CSV: App[] = HEADERS.map((names): App => {
  const { date, type, amount, currency, description, isRecurring, id } = names;
  return {
    kind: 'csv',
    required: [date, type, amount, currency, description, isRecurring, id],
    amounts: [amount, names.price, names.accountAmount, names.originalAmount, names.amountTo],
    dates: { column: date, isAsked: true },
    currencyOf: (field) => ({
      account: unescaped(field(names.account)),
      currency: field(names.accountCurrency),
    }),
    row(field, { currencyOf }) {
      const text = (name: string) => unescaped(field(name));
      const kind = field(type);
      const inAccount = { amount: field(names.accountAmount), currency: field(names.accountCurrency) };
      const inOwn = { amount: field(amount), currency: field(currency) };
      const [, from = '', to = ''] = ROUTE.exec(text(names.account)) ?? [];
      const said: AppRow = {
        account: text(names.account),
        isOnlyAccount: text(names.account) === '',
        date: field(date),
        ...inOwn,
        description: text(description),
        memo: text(names.notes),
      };
      if (TYPES.opening.test(kind)) return { ...said, skip: 'openingBalance' };
      if (TYPES.transfer.test(kind)) {
        if (to === '') return { ...said, fail: 'transfer' };
        const isForeign = inAccount.currency !== '';
        const leaves = isForeign && currencyOf(from) === inAccount.currency ? inAccount : inOwn;
        // Where neither is in the person's currency.
        const received = { amount: field(names.amountTo), currency: field(names.currencyTo) };
        const arrives =
          received.currency !== '' ? received : leaves === inOwn && isForeign ? inAccount : inOwn;
        return {
          ...said,
          account: from,
          isOnlyAccount: false,
          amount: `-${leaves.amount}`,
          currency: leaves.currency,
          transfer: { account: to, ...(!isZero(arrives.amount) && arrives) },
        };
      }
      const charged = inAccount.currency === '' ? inOwn : inAccount;
      const original = { amount: field(names.originalAmount), currency: field(names.originalCurrency) };
      // On a day without a rate only what was paid is known.
      const money = original.currency !== '' && isZero(charged.amount) ? original : charged;
      // That is in the person's currency.
      const price = charged === inOwn && !isZero(field(names.price)) ? { total: field(names.price) } : {};
      const [n, of] = [field(names.installment), field(names.installments)].map(Number);
      return {
        ...said,
        ...money,
        amount: TYPES.expense.test(kind) ? `-${money.amount}` : money.amount,
        payee: text(names.payee),
        category: text(names.category),
        chargeDate: field(names.chargeDate),
        ...(n && of && { installment: { n, of, ...price } }),
        ...(original.currency && original.currency !== money.currency && { original }),
      };
    },
  };
});
