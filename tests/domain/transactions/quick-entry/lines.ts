import { currencyUnits, hundredthsOf, namesOfOthers } from '../../../../src/domain/currency-names.ts';
import type { LineReader } from '../../../../src/domain/transactions/quick-entry/parse-line.ts';

/** The meaning of a line, beside its amount and description. By default an expense of today. */
export interface Meant {
  type?: 'income';
  /** Local date. */
  date?: string;
  /** HH:MM. */
  time?: string;
  /** In English. */
  category?: string;
  isOtherCurrency?: true;
  /** Whether the amount may be another number of the line, so that the person is asked. */
  isUnsure?: true;
  /** Differences from `READER`. */
  by?: Partial<LineReader>;
}

/** The line, its amount as the form takes it, its description, and the rest. */
export type Row = [line: string, amount: string, description: string, meant?: Meant];

export const CATEGORIES = [
  { id: '1', type: 'income' as const, names: ['Salary', 'משכורת'] },
  { id: '2', type: 'expense' as const, names: ['Coffee', 'קפה'] },
  { id: '3', type: 'expense' as const, names: ['Eating out', 'מסעדות'] },
  { id: '4', type: 'income' as const, names: ['Other', 'אחר'] },
  { id: '5', type: 'expense' as const, names: ['Other', 'אחר'] },
];

/** In Israel, on a Sunday. */
export const READER: LineReader = {
  today: '2026-11-22',
  order: 'day-first',
  decimal_separator: '.',
  thousand_separator: ',',
  currency: ['shekels', 'shekel', 'שקלים', 'שקל', 'ש"ח', 'ils', 'nis', 'שח', '₪'],
  otherCurrencies: ['cn¥', 'c$', 'usd', 'eur', '$', '€', '¥'],
  namesOfOthers: ['dollars', 'דולרים', 'דולר', 'euros', 'euro', 'יורו', 'cents', 'סנט'],
  hundredths: ['אגורה', 'אגורות'],
  categories: CATEGORIES,
};

/** Readers who write 1 234,50 or 1.234,50, or dates with the month first. */
const SPACES = { by: { decimal_separator: ',', thousand_separator: ' ' } } as const;
const COMMA = { by: { decimal_separator: ',', thousand_separator: '.' } } as const;
const MONTH_FIRST = { by: { order: 'month-first' } } as const;

/** Readers with dollars, and with pounds. */
const DOLLARS = {
  by: {
    currency: ['dollars', 'dollar', 'us$', 'usd', '$'],
    otherCurrencies: ['ils', '₪', '€'],
    namesOfOthers: ['shekels', 'euros'],
    hundredths: ['cents', 'cent'],
  },
};
const POUNDS = { by: { currency: ['pounds', 'pound', 'gbp', '£'], hundredths: ['pence'] } };

/** Everything that people of a currency write beside an amount. */
const having = (currency: 'ILS' | 'USD' | 'GBP' | 'CAD') => ({
  by: {
    currency: currencyUnits(currency),
    namesOfOthers: namesOfOthers(currency),
    hundredths: hundredthsOf(currency),
  },
});
const SHEKELS = having('ILS');

const income = { type: 'income' } as const;
const isUnsure = true;
const isOtherCurrency = true;
const on = (date: string) => ({ date });
const at = (time: string) => ({ time });

export const ENGLISH: Row[] = [
  ['coffee 12,50', '12.50', 'coffee'],
  ['.99 gum', '.99', 'gum'],
  ['Lunch with Dana 45', '45', 'Lunch with Dana'],
  ['12.50, coffee, yesterday', '12.50', 'coffee', on('2026-11-21')],
  ['paid 12 for coffee', '12', 'paid for coffee'],
  // Thousands.
  ['1,234.56 rent', '1234.56', 'rent'],
  ['1.5k laptop', '1500', 'laptop'],
  ['laptop 4.55k', '4550', 'laptop'],
  ['1,5k laptop', '1500', 'laptop', COMMA],
  ['1 million house', '1000000', 'house'],
  ['1.200 thousand rent', '1.200', 'thousand rent'],
  ['2 thousand rent', '2000', 'rent'],
  ['₪4k rent', '4000', 'rent'],
  ['rent 12\u2009200.50', '12200.50', 'rent'],
  ['car 12 500 nis', '12500', 'car'],
  ['rent 1 234,50', '1234,50', 'rent', SPACES],
  ["1'200 rent", '1200', 'rent'],
  ['1.234,50 rent', '1234,50', 'rent', COMMA],
  ['rent 1,200', '1,200', 'rent', COMMA],
  ['12.- coffee', '12', 'coffee'],
  ['coffee 12,-', '12', 'coffee'],
  ['12.– coffee', '12', 'coffee'],
  ['euro 2028 shirt 300', '300', 'euro 2028 shirt'],
  ['5 dollar shop', '5', 'dollar shop'],
  ['gum 50 cents', '50 cents', 'gum', { isOtherCurrency }],
  ['hotel 300 shekels', '300 shekels', 'hotel', { ...DOLLARS, isOtherCurrency }],
  ['hotel 300 swiss francs', '300 swiss francs', 'hotel', { ...SHEKELS, isOtherCurrency }],
  ['tea 300 yuan', '300 yuan', 'tea', { ...SHEKELS, isOtherCurrency }],
  ['pub 12 quid', '12 quid', 'pub', { ...SHEKELS, isOtherCurrency }],
  ['tea 80 p', '0.80', 'tea', having('GBP')],
  ['coffee 5 bucks', '5', 'coffee', having('USD')],
  ['gas 4.50 canadian dollars', '4.50', 'gas', having('CAD')],
  ['gas 4.50 us dollars', '4.50 us dollars', 'gas', { ...having('CAD'), isOtherCurrency }],
  ['bread ₪7 and 50 agorot', '7.50', 'bread', SHEKELS],
  ['coffee 5 and a half', '5.50', 'coffee'],
  ['$-12 coffee', '12', 'coffee', DOLLARS],
  ['2 pounds apples 5', '2', 'apples 5', { ...POUNDS, isUnsure }],
  // Which number is the amount.
  ['lunch 50 at 12.30', '12.30', 'lunch 50', { isUnsure }],
  ['usb 3.0 cable 25', '3.0', 'usb cable 25', { isUnsure }],
  ['size 42.5 shoes 350', '42.5', 'size shoes 350', { isUnsure }],
  ['cola 1.50 bottle 8', '1.50', 'cola bottle 8', { isUnsure }],
  ['season 2/3 book 40', '40', 'season 2/3 book'],
  ['page 3/12 print 4', '4', 'page 3/12 print'],
  ['payment 3/12 400', '400', 'payment 3/12'],
  ['400 installment 3/12 fridge', '400', 'installment 3/12 fridge'],
  ['30 coffee 2 go', '30', 'coffee 2 go'],
  ['insurance 2027 1800', '1800', 'insurance 2027'],
  ['24 eggs 18', '18', '24 eggs', { isUnsure }],
  ['60 groceries 2', '2', '60 groceries', { isUnsure }],
  ['45 coffee 2 cups', '45', 'coffee 2 cups'],
  ['pizza x2 90', '90', 'pizza x2'],
  ['"7 Eleven" 20', '20', '7 Eleven'],
  ['milk 2 liters 14', '14', 'milk 2 liters'],
  ['500 g cheese 32', '32', '500 g cheese'],
  ['6 pack beer 40', '40', '6 pack beer'],
  ['600 gym 3 months', '600', 'gym 3 months'],
  ['parking 2 hours 30', '30', 'parking 2 hours'],
  ['room 12 450', '450', 'room 12'],
  ['shoes size 42 350', '350', 'shoes size 42'],
  ['tip 15% 20', '20', 'tip 15%'],
  ['50/50 split 70', '70', '50/50 split'],
  ['24/7 shop 30', '30', '24/7 shop'],
  ['1/2 kg cheese 20', '20', '1/2 kg cheese'],
  ['order 12345678 80', '80', 'order 12345678'],
  ['call 0541234567 30', '30', 'call 0541234567'],
  ['invoice #12 300', '300', 'invoice #12'],
  ['1984 book 45', '45', '1984 book'],
  ['parking 12 + 3', '3', 'parking 12', { isUnsure }],
  ['table 400 delivery 50', '50', 'table 400 delivery', { isUnsure }],
  ['apartment 4000 city tax 200', '200', 'apartment 4000 city tax', { isUnsure }],
  // Signs and currencies.
  ['₪50 groceries', '50', 'groceries'],
  ['groceries ILS 50', '50', 'groceries'],
  ['$12 book', '$12', 'book', { isOtherCurrency: true }],
  ['book 12$ ', '12$', 'book', { isOtherCurrency: true }],
  ['coffee EUR 4.50', 'EUR 4.50', 'coffee', { isOtherCurrency: true }],
  ['-50 lunch', '50', 'lunch'],
  ['lunch −50', '50', 'lunch'],
  ['+50 found in a coat', '50', 'found in a coat', income],
  // Income.
  ['+5000 salary', '5000', 'salary', income],
  ['Salary 9000 yesterday', '9000', 'Salary', { ...income, date: '2026-11-21' }],
  ['year-end bonus 1000', '1000', 'year-end bonus', income],
  ['refund fee 20', '20', 'refund fee'],
  ['got paid 500', '500', 'got paid', income],
  ['received a bill 300', '300', 'received a bill'],
  ['salary to the nanny 3000', '3000', 'salary to the nanny'],
  ['no refund 30', '30', 'no refund'],
  ['bonus card 30', '30', 'bonus card'],
  ['cashback 12', '12', 'cashback', income],
  ['cash back 20', '20', 'cash back', income],
  ['pension fund 500', '500', 'pension fund'],
  ['winnings 100', '100', 'winnings', income],
  ['sold out tickets 400', '400', 'sold out tickets'],
  ['bonus track cd 20', '20', 'bonus track cd'],
  ['wage slip 5', '5', 'wage slip'],
  ['tax on dividend 40', '40', 'tax on dividend'],
  ['income protection insurance 90', '90', 'income protection insurance'],
  // Dates.
  ["yesterday's lunch 40", '40', 'lunch', on('2026-11-21')],
  ['taxi 60 last night', '60', 'taxi', on('2026-11-21')],
  ['yesterday evening pizza 60', '60', 'pizza', on('2026-11-21')],
  ['dentist 300 tomorrow morning', '300', 'dentist', on('2026-11-23')],
  ['flight 1200 2026/10/15', '1200', 'flight', on('2026-10-15')],
  ['flight 1200 15-oct', '1200', 'flight', on('2026-10-15')],
  ['15-Oct-2025 flight 1200', '1200', 'flight', on('2025-10-15')],
  ['flight 1200 15/oct/25', '1200', 'flight', on('2025-10-15')],
  ['gym 199 on the 15th of the month', '199', 'gym', on('2026-11-15')],
  ['rent 1200 first of november', '1200', 'rent', on('2026-11-01')],
  ['rent 1200 on the first of the month', '1200', 'rent', on('2026-11-01')],
  ['taxi 60 two nights ago', '60', 'taxi', on('2026-11-20')],
  ['insurance 1800 half a year ago', '1800', 'insurance', on('2026-05-22')],
  ['covid-19 test 50', '50', 'covid-19 test'],
  ['the day before yesterday 30 taxi', '30', 'taxi', on('2026-11-20')],
  ['two days ago 30 taxi', '30', 'taxi', on('2026-11-20')],
  ['30 taxi eleven days ago', '30', 'taxi', on('2026-11-11')],
  ['30 taxi two weeks ago', '30', 'taxi', on('2026-11-08')],
  ['insurance 1800 a year ago', '1800', 'insurance', on('2025-11-22')],
  ['dentist 300 in a week', '300', 'dentist', on('2026-11-29')],
  ['dentist 300 three days from now', '300', 'dentist', on('2026-11-25')],
  ['rent 1200 next month', '1200', 'rent', on('2026-12-22')],
  ['rent 1200 the 1st', '1200', 'rent', on('2026-11-01')],
  ['rent 1200 on the 15th', '1200', 'rent', { date: '2026-11-15', by: { today: '2026-11-10' } }],
  ['rent 1200 on the 30th', '1200', 'rent', { date: '2026-10-30', by: { today: '2026-11-02' } }],
  ['1200 rent on the 15th', '1200', 'rent', { date: '2026-10-15', by: { today: '2026-10-31' } }],
  ['lunch 40 on Mon', '40', 'lunch', on('2026-11-16')],
  ['lunch 40 fri', '40', 'lunch', on('2026-11-20')],
  ['30 sun cream', '30', 'sun cream'],
  ['lunch 40 this monday', '40', 'lunch', on('2026-11-23')],
  ['lunch 12 nov 2', '2', 'lunch', { date: '2026-11-12', isUnsure }],
  ['Black Friday shoes 300', '300', 'Black Friday shoes'],
  ['15th of November lunch 40', '40', 'lunch', on('2026-11-15')],
  ['12.11. miete 800', '800', 'miete', on('2026-11-12')],
  ['lunch 40 15/11/26', '40', 'lunch', on('2026-11-15')],
  ['lunch 40 2026-11-15', '40', 'lunch', on('2026-11-15')],
  ['lunch 40 15-11-2026', '40', 'lunch', on('2026-11-15')],
  ['lunch 40 2/11', '40', 'lunch', { date: '2026-02-11', ...MONTH_FIRST }],
  ['may 20 rent 1200', '1200', 'rent', on('2026-05-20')],
  // Times.
  ['coffee 12 at 8:30 yesterday', '12', 'coffee', { time: '08:30', date: '2026-11-21' }],
  ['taxi 60 at 11pm', '60', 'taxi', at('23:00')],
  ['taxi 60 11:15 PM', '60', 'taxi', at('23:15')],
  ['7 am bus 6', '6', 'bus', at('07:00')],
  ['coffee at 8', '', 'coffee', at('08:00')],
  ['10 tea at 15', '10', 'tea', { ...at('15:00'), isUnsure }],
  // Categories.
  ['45 lunch #Eating out yesterday', '45', 'lunch', { category: 'Eating out', date: '2026-11-21' }],
  ['2 coffees 30 #cof', '30', '2 coffees', { category: 'Coffee' }],
];

export const HEBREW: Row[] = [
  ['קפה ב12', '12', 'קפה'],
  ['קפה ב 12', '12', 'קפה'],
  ['לחם ב8.90', '8.90', 'לחם'],
  ['לחם ב-8.90', '8.90', 'לחם'],
  ['לחם ב-₪8', '8', 'לחם'],
  ['קפה, 12', '12', 'קפה'],
  ['קפה: 12', '12', 'קפה'],
  // Thousands.
  ['1,234.56 שכירות', '1234.56', 'שכירות'],
  ['1 234.56 שכירות', '1234.56', 'שכירות'],
  ['שכירות 3.5 אלף', '3500', 'שכירות'],
  ['שכירות 3 אלף שקל', '3000', 'שכירות'],
  ['שכירות 5 אלפים', '5000', 'שכירות'],
  ['שכירות ב-4 אלף', '4000', 'שכירות'],
  ['שכירות אלפיים שקל', '2000', 'שכירות'],
  ['1 מיליון דירה', '1000000', 'דירה'],
  ['אלף שקל מתנה', '1000', 'מתנה'],
  ['שכירות 4k', '4000', 'שכירות'],
  ['1.200 שכירות', '1.200', 'שכירות'],
  // Which number is the amount.
  ['קפה 50 ב-12.30', '12.30', 'קפה 50', { isUnsure }],
  ['תשלום 3/12 400', '400', 'תשלום 3/12'],
  ['תשלום 3 מתוך 12 400', '400', 'תשלום 3 מתוך 12'],
  ['ספר 20 דולר', '20 דולר', 'ספר', { isOtherCurrency }],
  ["לחם 7 שקל ו-90 אג'", '7.90', 'לחם', SHEKELS],
  ['לחם 7 שקלים ותשעים אגורות', '7', 'לחם ותשעים אגורות', { isUnsure }],
  ['לחם ₪7 ו-50 אגורות', '7.50', 'לחם'],
  ['7₪ 50 אגורות לחם', '7.50', 'לחם'],
  ['מלון 300 פרנק', '300 פרנק', 'מלון', { ...SHEKELS, isOtherCurrency }],
  ['מלון 300 ליש"ט', '300 ליש"ט', 'מלון', { ...SHEKELS, isOtherCurrency }],
  ['מלון 300 יואן', '300 יואן', 'מלון', { ...SHEKELS, isOtherCurrency }],
  ['שכירות 3 וחצי אלף', '3500', 'שכירות'],
  ['בתשלום 1/3 מקרר 400', '400', 'בתשלום 1/3 מקרר'],
  ["מקרר תש' 3/12 400", '400', "מקרר תש' 3/12"],
  ['פעימה 2/4 קבלן 5000', '5000', 'פעימה 2/4 קבלן'],
  ['לחם 5 אגורות', '0.05', 'לחם'],
  ['אתמול בערב פיצה 60', '60', 'פיצה', on('2026-11-21')],
  ['מונית 80 אתמול בלילה', '80', 'מונית', on('2026-11-21')],
  ['הלילה מונית 80', '80', 'מונית'],
  ['קרן פנסיה 500', '500', 'קרן פנסיה'],
  ['מכירת אופניים 600', '600', 'מכירת אופניים', income],
  ['דמי אבטלה 5000', '5000', 'דמי אבטלה', income],
  ['2 פיצות 90', '90', '2 פיצות'],
  ['24 ביצים 18', '18', '24 ביצים', { isUnsure }],
  ['חצי קילו תפוחים 12', '12', 'חצי קילו תפוחים'],
  ['500 גרם גבינה 32', '32', '500 גרם גבינה'],
  ['פיצה ל4 120', '120', 'פיצה ל4'],
  ['ביטוח 2027 1800', '1800', 'ביטוח 2027'],
  ['אוטובוס קו 480 16', '16', 'אוטובוס קו 480'],
  ['חלב 2 ליטר 14', '14', 'חלב 2 ליטר'],
  ['600 חדר כושר 3 חודשים', '600', 'חדר כושר 3 חודשים'],
  ['מלון 3 לילות 1200', '1200', 'מלון 3 לילות'],
  ['נעליים מידה 42 350', '350', 'נעליים מידה 42'],
  ['טיפ 15% 20', '20', 'טיפ 15%'],
  ['חשבונית 12345678 300', '300', 'חשבונית 12345678'],
  ['כרטיס ל-2 אנשים 80', '80', 'כרטיס ל-2 אנשים'],
  // Signs and currencies.
  ['₪50 סופר', '50', 'סופר'],
  ['50 ש״ח סופר', '50', 'סופר'],
  ["50 ש''ח סופר", '50', 'סופר'],
  ['סופר 50שח', '50', 'סופר'],
  ['\u200f45 \u200fלחם', '45', 'לחם'],
  ['ספר $12', '$12', 'ספר', { isOtherCurrency: true }],
  ['-50 צהריים', '50', 'צהריים'],
  ['+50 מתנה מסבתא', '50', 'מתנה מסבתא', income],
  // Income.
  ['9,000 משכורת', '9000', 'משכורת', income],
  ['משכורת למטפלת 3000', '3000', 'משכורת למטפלת'],
  ['שילמתי משכורת 3000', '3000', 'שילמתי משכורת'],
  ['בונוס 1000', '1000', 'בונוס', income],
  ['החזר לדנה 50', '50', 'החזר לדנה'],
  ['בלי החזר 30', '30', 'בלי החזר'],
  ['זיכוי 45 מזארה', '45', 'זיכוי מזארה', income],
  ['מס הכנסה 800', '800', 'מס הכנסה'],
  ['קיבלתי דוח 250', '250', 'קיבלתי דוח'],
  ['קצבת ילדים 180', '180', 'קצבת ילדים', income],
  ['החזרי הלוואה 700', '700', 'החזרי הלוואה'],
  ['זכייה בלוטו 1000', '1000', 'זכייה בלוטו', income],
  ['מס על דיבידנד 90', '90', 'מס על דיבידנד'],
  ['שכר דירה 4000', '4000', 'שכר דירה'],
  ['+12,000 משכורת 1.11 #משכורת', '12000', 'משכורת', { ...income, date: '2026-11-01', category: 'Salary' }],
  // Dates.
  ['אמש פיצה 60', '60', 'פיצה', on('2026-11-21')],
  ['שלשום 12 קפה', '12', 'קפה', on('2026-11-20')],
  ['רופא שיניים 300 מחר', '300', 'רופא שיניים', on('2026-11-23')],
  ['רופא שיניים 300 מחרתיים', '300', 'רופא שיניים', on('2026-11-24')],
  ['קפה 12 בשני', '12', 'קפה', on('2026-11-16')],
  ['קפה 12 ביום ב׳', '12', 'קפה', on('2026-11-16')],
  ['קפה 12 ביום שישי שעבר', '12', 'קפה', on('2026-11-20')],
  ['קפה 12 ביום ראשון הבא', '12', 'קפה', on('2026-11-29')],
  ['קפה 12 שני שעבר', '12', 'קפה', on('2026-11-16')],
  ['קפה 12 יום שני הקרוב', '12', 'קפה', on('2026-11-23')],
  ['קפה 12 בתאריך 3.11', '12', 'קפה', on('2026-11-03')],
  ['קפה 12 הערב', '12', 'קפה'],
  ['שכירות 1200 בראשון לחודש', '1200', 'שכירות', on('2026-11-01')],
  ['שכירות 1200 באחד לחודש', '1200', 'שכירות', on('2026-11-01')],
  ['שכירות 1200 אחד בנובמבר', '1200', 'שכירות', on('2026-11-01')],
  ['קפה 12 במוצ"ש', '12', 'קפה', on('2026-11-21')],
  ['קפה 12 במוצאי שבת', '12', 'קפה', on('2026-11-21')],
  ['ביטוח 1800 לפני חצי שנה', '1800', 'ביטוח', on('2026-05-22')],
  ['קפה 12 בשבת', '12', 'קפה', on('2026-11-21')],
  ['קפה 12 לפני שלושה ימים', '12', 'קפה', on('2026-11-19')],
  ['קפה 12 לפני שבועיים', '12', 'קפה', on('2026-11-08')],
  ['קפה 12 שבוע שעבר', '12', 'קפה', on('2026-11-15')],
  ['קפה 12 בשבוע שעבר', '12', 'קפה', on('2026-11-15')],
  ['שכירות 1200 לפני חודש', '1200', 'שכירות', on('2026-10-22')],
  ['שכירות 1200 לפני חודשיים', '1200', 'שכירות', on('2026-09-22')],
  ['שכירות 1200 בחודש הבא', '1200', 'שכירות', on('2026-12-22')],
  ['ביטוח 1800 לפני שנה', '1800', 'ביטוח', on('2025-11-22')],
  ['רופא 300 עוד יומיים', '300', 'רופא', on('2026-11-24')],
  ['רופא 300 בעוד 3 ימים', '300', 'רופא', on('2026-11-25')],
  ['שכירות 1200 ב־15 בנובמבר', '1200', 'שכירות', on('2026-11-15')],
  ['שכירות 1200 15.11', '1200', 'שכירות', on('2026-11-15')],
  ['15/11 שכירות 1200', '1200', 'שכירות', on('2026-11-15')],
  // Times.
  ['ב-8:30 קפה 12', '12', 'קפה', at('08:30')],
  ['קפה 12 ב־8 בבוקר', '12', 'קפה', at('08:00')],
  ['הופעה 150 ב 21:00', '150', 'הופעה', at('21:00')],
  ['קפה 12 בשעה 8', '12', 'קפה', at('08:00')],
  ['קפה 12 אתמול ב-17:45', '12', 'קפה', { time: '17:45', date: '2026-11-21' }],
  ['צהריים 45 ב-1 בצהריים', '45', 'צהריים', at('13:00')],
  // Categories.
  ['45 המבורגר #מסעדות אתמול', '45', 'המבורגר', { category: 'Eating out', date: '2026-11-21' }],
  ['2 קפה 30 #קפה', '30', '2 קפה', { category: 'Coffee' }],
];
