import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusDays } from '../../../../src/domain/calendar.ts';
import { type LineReader, parseLine } from '../../../../src/domain/transactions/quick-entry/parse-line.ts';
import { formatter } from '../../../../src/i18n/format.ts';
import { DATE_FORMATS, DEFAULT_PREFERENCES } from '../../../../src/i18n/preferences.ts';
import { CATEGORIES, READER } from './lines.ts';

const [salary, coffee, eating, otherIn, otherOut] = CATEGORIES;
const TODAY = READER.today;
const NOTHING = {
  type: undefined,
  amount: '',
  isOtherCurrency: false,
  isUnsure: false,
  time: undefined,
  description: '',
  date: TODAY,
  isImpossibleDate: false,
  category: undefined,
  unknownCategory: undefined,
};
const parsed = (line: string, reader: Partial<LineReader> = {}) => parseLine(line, { ...READER, ...reader });

describe('a transaction in one line', () => {
  test.each([
    [
      '+12,000 משכורת 1.11 #Salary',
      { type: 'income', amount: '12000', description: 'משכורת', date: '2026-11-01', category: salary },
    ],
    // Kept as typed, for the form's fields to ask about.
    ['1.200 coffee', { amount: '1.200', description: 'coffee' }],
    ['coffee 12.50', { amount: '12.50', description: 'coffee' }],
    ['  ', {}],
    ['coffee yesterday', { description: 'coffee', date: '2026-11-21' }],
    ['5 ביום שני constructor', { amount: '5', description: 'constructor', date: '2026-11-16' }],
    ['-12 refund returned', { type: 'expense', amount: '12', description: 'refund returned' }],
    ['− 12 lunch', { type: 'expense', amount: '12', description: 'lunch' }],
    ['₪45 lunch', { amount: '45', description: 'lunch' }],
    ['lunch 45₪', { amount: '45', description: 'lunch' }],
    ['45 ש"ח לחם', { amount: '45', description: 'לחם' }],
    ['45 שח לחם', { amount: '45', description: 'לחם' }],
    ['לחם 45שח', { amount: '45', description: 'לחם' }],
    // A certain date counts before a number that may be one.
    [
      'ice-cream 16.09 #coffee 7 days ago',
      { amount: '16.09', type: 'expense', description: 'ice-cream', date: '2026-11-15', category: coffee },
    ],
    ['1.11 20 November', { amount: '1.11', date: '2026-11-20' }],
    ['Friday 5 shoes yesterday', { amount: '5', description: 'Friday shoes', date: '2026-11-21' }],
    // It means chess, too.
    ['45 שח', { amount: '45', description: 'שח' }],
    ['45 שח אתמול', { amount: '45', description: 'שח', date: '2026-11-21' }],
    ['45 ש"ח', { amount: '45' }],
    ['NIS 45 bread', { amount: '45', description: 'bread' }],
    ['+₪45 gift', { type: 'income', amount: '45', description: 'gift' }],
    ['1e3 things', { description: '1e3 things' }],
  ])('%s', (line, said) => {
    expect(parsed(line)).toEqual({ ...NOTHING, ...said });
  });

  test.each([
    ['5 x today', '2026-11-22'],
    ['5 x YESTERDAY', '2026-11-21'],
    ['5 x tomorrow', '2026-11-23'],
    ['5 day before yesterday x', '2026-11-20'],
    ['5 אתמול x', '2026-11-21'],
    ['שלשום 5 x', '2026-11-20'],
    ['5 x מחרתיים', '2026-11-24'],
    ['5 x 3 days ago', '2026-11-19'],
    ['5 x a week ago', '2026-11-15'],
    ['5 x לפני 3 ימים', '2026-11-19'],
    ['5 x לפני יומיים', '2026-11-20'],
    ['5 x לפני שבועיים', '2026-11-08'],
    ['5 x monday', '2026-11-16'],
    ['5 x sunday', '2026-11-22'],
    ['5 x last sunday', '2026-11-15'],
    ['5 x next sunday', '2026-11-29'],
    ['5 x on Friday', '2026-11-20'],
    ['5 x ביום שני', '2026-11-16'],
    ['5 ביום שישי שעבר x', '2026-11-20'],
    ['5 x ביום ראשון הבא', '2026-11-29'],
    ['5 x בשבת', '2026-11-21'],
    ['5 x 1 November', '2026-11-01'],
    ['5 x nov 3rd', '2026-11-03'],
    ['5 x 1 בנובמבר 2025', '2025-11-01'],
    ['5 x 2026-11-01', '2026-11-01'],
    ['5 x 1/11', '2026-11-01'],
    ['5 x 1/11/25', '2025-11-01'],
    ['5 x ב-1.11', '2026-11-01'],
    ['5 x 1.12', '2026-12-01'],
    ['5 x 25.12', '2025-12-25'],
    ['5 x 29.2', '2024-02-29'],
    ['1.11 5 x', '2026-11-01'],
    ['1.11 x 4.50', '2026-11-01'],
  ])('the date of %s', (line, date) => {
    expect(parsed(line)).toMatchObject({
      date,
      amount: line.includes('4.50') ? '4.50' : '5',
      description: 'x',
    });
  });

  test.each([
    ['Black Friday shoes 300', 'Black Friday shoes'],
    ['300 "Friday"', 'Friday'],
    ['300 first day ago', 'first day ago'],
    ['300 x 32/1', 'x 32/1'],
  ])('no date in %s', (line, description) => {
    expect(parsed(line)).toMatchObject({ date: TODAY, amount: '300', description });
  });

  test('numbers that may be a date are the amount if nothing else is', () => {
    expect(parsed('coffee 1.11')).toMatchObject({ amount: '1.11', date: TODAY });
    expect(parsed('5.10 coffee 1.11')).toMatchObject({ amount: '5.10', date: '2026-11-01' });
    expect(parsed('rent may 20')).toMatchObject({ amount: '20', date: TODAY, description: 'rent may' });
    expect(parsed('rent may 20 1200')).toMatchObject({
      amount: '1200',
      date: '2026-05-20',
      description: 'rent',
    });
  });

  test.each([
    ['70 fuel 31.2', '70', 'fuel 31.2'],
    ['70 דלק 30.02', '70', 'דלק 30.02'],
    ['31.4 70 fuel', '31.4', '70 fuel'],
    ['fuel 31.2', '31.2', 'fuel'],
    ['70 fuel 31.20', '31.20', '70 fuel'],
    ['70 fuel 32.1', '32.1', '70 fuel'],
    ['₪31.2 70 fuel', '31.2', '70 fuel'],
  ])(
    'a date that does not exist is no clearer an amount than another number: %s',
    (line, amount, description) => {
      for (const order of ['day-first', 'month-first'] as const)
        expect(parsed(line, { order })).toMatchObject({ date: TODAY, amount, description });
    },
  );

  test.each([
    'rent 31/2',
    '70 fuel 31/2',
    '70 fuel 31.2.2026',
    '70 fuel 30/2/2026',
    '70 x 2/31',
    '70 fuel 30 february',
    'feb 30th fuel 70',
    '70 דלק ב-31 בנובמבר',
    '70 שכר ב-31/4',
  ])('what can only be meant as a date and is none is said: %s', (line) => {
    for (const order of ['day-first', 'month-first'] as const)
      expect(parsed(line, { order }).isImpossibleDate).toBe(true);
  });

  test.each([
    '70 split 50/50',
    '70 x 3/4',
    '70 x 24/7',
    '70 x 0/5',
    '70 "x 31/2"',
    '70 x 31.2',
    '70 x 31/2/2',
  ])('what may be meant otherwise is not: %s', (line) => {
    expect(parsed(line).isImpossibleDate).toBe(false);
  });

  test.each([
    ['$5 x', '$5', 'x'],
    ['x 5$', '5$', 'x'],
    ['5C$ x', '5C$', 'x'],
    ['USD 5 x', 'USD 5', 'x'],
    ['לחם 5.50 €', '5.50 €', 'לחם'],
    ['$5 x 3 cups', '$5', 'x 3 cups'],
    ['-€5 x', '-€5', 'x', 'expense'],
    ['+ $5 x', '+ $5', 'x', 'income'],
  ])(
    'an amount in another currency is kept as it was typed: %s',
    (line, amount, description, type?: string) => {
      expect(parsed(line)).toEqual({ ...NOTHING, type, amount, isOtherCurrency: true, description });
    },
  );

  test('an amount with the person’s own currency counts before one in another', () => {
    expect(parsed('₪18 book $5')).toMatchObject({
      amount: '18',
      isOtherCurrency: false,
      description: 'book $5',
    });
    expect(parsed('5 dollar tree')).toMatchObject({ amount: '5', isOtherCurrency: false });
    expect(parsed('C$5 x', { currency: ['c$'], otherCurrencies: ['$'] })).toMatchObject({ amount: '5' });
  });

  test('dates with a slash follow the person, and the only order that exists', () => {
    expect(parsed('5 x 2/11', { order: 'month-first' }).date).toBe('2026-02-11');
    expect(parsed('5 x 13/11', { order: 'month-first' }).date).toBe('2026-11-13');
    expect(parsed('5 x 11/13').date).toBe('2026-11-13');
    expect(parsed('5 x 2.11', { order: 'month-first' }).date).toBe('2026-11-02');
  });

  test.each([
    ['5 x #coffee', { category: coffee, type: 'expense' }],
    ['5 x #cof', { category: coffee, type: 'expense' }],
    ['#קפה 5 x', { category: coffee, type: 'expense' }],
    ['5 #Eating out x', { category: eating, type: 'expense' }],
    ['5 x #eating_OUT', { category: eating, type: 'expense' }],
    ['500 x #salary', { category: salary, type: 'income' }],
    ['-500 x #salary', { category: salary, type: 'expense' }],
    ['+5 x #other', { category: otherIn, type: 'income' }],
    ['5 x #other', { category: otherOut, type: 'expense' }],
    ['5 x #Holidays', { category: undefined, unknownCategory: 'Holidays', type: undefined }],
  ])('the category of %s', (line, said) => {
    expect(parsed(line)).toMatchObject({ description: 'x', ...said });
  });

  test('amounts in the notation of the person', () => {
    expect(parsed('1.234,50 x', { decimal_separator: ',', thousand_separator: '.' }).amount).toBe('1234,50');
    expect(parsed('1,5 x', { decimal_separator: ',', thousand_separator: '.' }).amount).toBe('1,5');
    expect(parsed('12 000 x', { thousand_separator: ' ' })).toMatchObject({
      amount: '12000',
      description: 'x',
    });
    expect(parsed('12 000 x')).toMatchObject({ amount: '12000', description: 'x' });
  });

  test('what is written in any order and notation is read back', () => {
    const whole = fc.record({
      sign: fc.constantFrom('+', '-'),
      minor: fc.integer({ min: 1, max: 99_999_999 }),
      days: fc.integer({ min: -1825, max: 365 }),
      format: fc.constantFrom(...DATE_FORMATS),
      separators: fc.constantFrom(['.', ','], [',', '.'], [',', ' '], ['.', "'"], ['.', '']),
      order: fc.shuffledSubarray(['amount', 'date', 'description', 'category'], { minLength: 4 }),
      category: fc.constantFrom(...READER.categories),
    });
    fc.assert(
      fc.property(whole, ({ sign, minor, days, format, separators, order, category }) => {
        const [decimal_separator, thousand_separator] = separators as ['.', ','];
        const preferences = {
          ...DEFAULT_PREFERENCES,
          date_format: format,
          decimal_separator,
          thousand_separator,
        };
        const written = formatter('ILS', preferences);
        const date = plusDays(TODAY, days);
        const pieces: Record<string, string> = {
          amount: sign + written.money(minor),
          date: written.date(date),
          description: 'bread and wine',
          category: `#${category.names[1]}`,
        };
        const line = order.map((name) => pieces[name]).join(' ');
        const said = parseLine(line, {
          ...READER,
          order: format.startsWith('DD') ? 'day-first' : 'month-first',
          decimal_separator,
          thousand_separator,
        });
        const amount = (minor / 100).toFixed(2);
        expect(said).toMatchObject({
          amount: amount.replace('.', decimal_separator),
          date,
          description: 'bread and wine',
          type: sign === '+' ? 'income' : 'expense',
        });
        expect(said.category?.names).toEqual(category.names);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a line of a person who groups thousands by spaces', () => {
  test.each([
    ['467 763.50 rent', { amount: '467763.50', description: 'rent' }],
    ['467 763nis rent', { amount: '467763', description: 'rent' }],
    ['₪12 000 rent', { amount: '12000', description: 'rent' }],
    ['-12 000 rent', { type: 'expense' as const, amount: '12000', description: 'rent' }],
    // A word that ends in a digit is not part of a number.
    ['x2 945 823.69₪', { amount: '945823.69', description: 'x2' }],
    ['win11 250', { amount: '250', description: 'win11' }],
    // Neither is the day of a month.
    ['rent November 8 250', { amount: '250', description: 'rent', date: '2026-11-08' }],
    ['rent 8 November 1 250', { amount: '1250', description: 'rent', date: '2026-11-08' }],
    ['rent November 8 1 250', { amount: '1250', description: 'rent', date: '2026-11-08' }],
  ])('%s', (line, expected) => {
    expect(parsed(line, { thousand_separator: ' ' })).toEqual({ ...NOTHING, ...expected });
  });
});

const CASH_KIND = ['Cash', 'מזומן'];
const BANK = { id: 'b', names: ['Main account', 'חשבון ראשי'], kinds: ['Bank account', 'חשבון בנק'] };
const WALLET = { id: 'w', names: ['Wallet'], kinds: CASH_KIND };
const VISA = { id: 'v', names: ['Visa Gold'], kinds: ['Credit card', 'כרטיס אשראי'] };
const VISA_BLUE = { id: 'x', names: ['Visa Blue'], kinds: VISA.kinds };
const ACCOUNTS = [BANK, WALLET, VISA, VISA_BLUE];

describe('an account in one line', () => {
  test.each([
    ['its name', '45 coffee @wallet', WALLET],
    ['its name in the other language', '45 coffee @חשבון_ראשי yesterday', BANK],
    ['its name of several words', '@visa gold 45 coffee', VISA],
    ['the beginning of its name', '45 @wal coffee', WALLET],
    ['the beginning of a word of its name', '45 coffee @blue', VISA_BLUE],
    ['its kind', '45 coffee @cash', WALLET],
    ['its kind in the other language', '45 קפה @מזומן', WALLET],
  ])('is named by %s: %s', (_by, line, account) => {
    const read = parsed(line, { accounts: ACCOUNTS });
    expect(read).toMatchObject({ account, amount: '45' });
    expect(read.accountError).toBeUndefined();
    expect(read.description).toMatch(/^(coffee|קפה)$/);
  });

  test.each([
    ['unknown', '45 coffee @nothing', 'errors:accountUnknown'],
    ['of several', '45 coffee @visa', 'errors:accountAmbiguous'],
    ['of a kind that several have', '45 coffee @credit', 'errors:accountAmbiguous'],
  ])('is refused if its name is %s', (_why, line, accountError) => {
    const read = parsed(line, { accounts: ACCOUNTS });
    expect(read).toMatchObject({ accountError, amount: '45', description: 'coffee' });
    expect(read.account).toBeUndefined();
  });

  test('is only meant where there is a choice, and not in quotation marks or by a number', () => {
    expect(parsed('45 lunch @wallet')).toMatchObject({ description: 'lunch @wallet' });
    expect(parsed('45 lunch "@wallet"', { accounts: ACCOUNTS })).toMatchObject({
      description: 'lunch @wallet',
    });
    expect(parsed('45 lunch @7', { accounts: ACCOUNTS }).accountError).toBeUndefined();
  });

  const CARD = { id: 'c', names: ['ויזה'], kinds: VISA.kinds };
  const KEPT = { id: 's', names: ['Savings', 'חיסכון'], kinds: ['Savings', 'חיסכון'] };
  const NAMED = [...ACCOUNTS, CARD, KEPT, { id: '4', names: ['Cal 4580'], kinds: VISA.kinds }];

  test.each([
    ['120 דלק ויזה', 'דלק', 'ויזה'],
    ['ויזה 120 דלק אתמול', 'דלק', 'ויזה'],
    ['120 דלק בויזה', 'דלק', 'ויזה'],
    ['120 דלק בוויזה', 'דלק', 'ויזה'],
    ['120 דלק ב־ויזה', 'דלק', 'ויזה'],
    ['120 דלק ב ויזה', 'דלק', 'ויזה'],
    ['120 דלק מהויזה', 'דלק', 'ויזה'],
    ['120 דלק על הוויזה', 'דלק', 'ויזה'],
    ['120 דלק בכרטיס ויזה', 'דלק', 'ויזה'],
    ['בויזה 50', '', 'ויזה'],
    ['החזר 50 לויזה', 'החזר', 'ויזה'],
    ['+9000 לחשבון ראשי', '', 'Main account'],
    ['45 coffee wallet', 'coffee', 'Wallet'],
    ['45 coffee from my wallet', 'coffee', 'Wallet'],
    ['45 coffee by wallet', 'coffee', 'Wallet'],
    ['coffee on visa gold 45 yesterday', 'coffee', 'Visa Gold'],
    ['shoes visa blue 300 in 3 payments', 'shoes', 'Visa Blue'],
    ['coffee 45 cal 4580', 'coffee', 'Cal 4580'],
    ['20 from wallet', '', 'Wallet'],
    ['20 wallet #coffee', '', 'Wallet'],
    ['wallet 20 tea by visa blue', 'wallet tea', 'Visa Blue'],
  ])('is named by all of its name without a mark: %s', (line, description, name) => {
    const { account, description: said } = parsed(line, { accounts: NAMED });
    expect([said, account?.names[0]]).toEqual([description, name]);
  });

  const CASH = { id: 'w', names: ['Cash', 'מזומן'], kinds: CASH_KIND };
  const NUMBERED = [
    WALLET,
    ...['401k', 'N26', '529 plan', '3 kids', 'ילדים 3'].map((name) => ({
      id: name,
      names: [name],
      kinds: [],
    })),
  ];

  test.each([
    ['45 coffee 401k', 'coffee', '45', '401k'],
    ['coffee 45 401k', 'coffee', '45', '401k'],
    ['45 coffee by 401k', 'coffee', '45', '401k'],
    ['20 bus with 401k', 'bus', '20', '401k'],
    ['200 bonus on 401k', 'bonus', '200', '401k'],
    ['coffee 45 by n26', 'coffee', '45', 'N26'],
    ['45 coffee n26', 'coffee', '45', 'N26'],
    ['45 קפה מ401k', 'קפה', '45', '401k'],
    ['45 shoes by 3 kids', 'shoes', '45', '3 kids'],
    ['45 shoes 529 plan', 'shoes', '45', '529 plan'],
    ['45 נעליים מילדים 3', 'נעליים', '45', 'ילדים 3'],
  ])('is named by a name with a number, which is no amount: %s', (line, description, amount, name) => {
    const { account, ...read } = parsed(line, { accounts: NUMBERED });
    expect([read.description, read.amount, account?.names[0]]).toEqual([description, amount, name]);
    expect(read.isUnsure).toBe(false);
  });

  test.each([
    ['401k lunch', '401000', 'lunch'],
    ['529 lunch', '529', 'lunch'],
    ['3 lunch', '3', 'lunch'],
  ])(
    'leaves the number of its name to the amount where there is no other: %s',
    (line, amount, description) => {
      expect(parsed(line, { accounts: NUMBERED })).toMatchObject({ amount, description });
    },
  );

  test.each([
    ['200 from cash to main account', 'w', 'b'],
    ['200 ממזומן לחשבון ראשי אתמול', 'w', 'b'],
    ['from main account to n26 200', 'b', 'N26'],
    ['200 מחשבון ראשי אל n26', 'b', 'N26'],
  ])(
    'is an end of a transfer without its verb where both are named and nothing else is: %s',
    (line, from, to) => {
      const { route, amount } = parsed(line, { accounts: [BANK, CASH, ...NUMBERED] });
      expect([route?.from.account?.id, route?.to.account?.id, amount]).toEqual([from, to, '200']);
    },
  );

  const USUAL = { ...BANK, kinds: [...BANK.kinds, 'בנק'], isUsual: true };
  const BANKS = [USUAL, { ...USUAL, id: 'o', names: ['Joint'], isUsual: false }];

  test.each([
    ['משיכת מזומן 400', 'b'],
    ['משכתי מזומן 400 אתמול', 'b'],
    ['cash withdrawal 400', 'b'],
    ['withdrew cash 400 from main account', 'b'],
    ['withdrew 400 from the main account', 'b'],
    ['withdraw 400', 'b'],
    ['withdraw 400 in cash', 'b'],
    ['withdraw cash 400', 'b'],
    ['משיכה 400', 'b'],
    ['משיכה 400 מחשבון ראשי', 'b'],
    ['משיכה 400 במזומן', 'b'],
    ['משיכת מזומן 400 מהחשבון הראשי', 'b'],
    ['משיכת מזומן 400 מהבנק', 'b'],
    ['משכתי 400 למזומן מהבנק', 'b'],
  ])('arrives at the cash that is withdrawn: %s', (line, from) => {
    for (const accounts of [
      [USUAL, CASH],
      [...BANKS, CASH, VISA],
    ]) {
      const { route, amount, description } = parsed(line, { accounts });
      const read = [route?.from.account?.id, route?.to.account?.id, amount, description];
      expect(read).toEqual([from, 'w', '400', '']);
    }
  });

  test.each([
    ['הפקדתי 300 מהמזומן', 'b'],
    ['הפקדה 300 מזומן', 'b'],
    ['הפקדת מזומן 300', 'b'],
    ['deposit 300 cash', 'b'],
    ['deposited 300 from cash to the bank', 'b'],
    ['cash deposit 300', 'b'],
    ['deposit 300 cash to joint', 'o'],
  ])('is left by the cash that is deposited: %s', (line, to) => {
    const { route, amount, description } = parsed(line, { accounts: [...BANKS, CASH, VISA] });
    const read = [route?.from.account?.id, route?.to.account?.id, amount, description];
    expect(read).toEqual(['w', to, '300', '']);
  });

  const PEOPLE = [...BANKS, CASH, CARD, KEPT];

  test.each([
    ['took out 200 cash', 'b', 'w', ''],
    ['take out 200', 'b', 'w', ''],
    ['atm 200', 'b', 'w', ''],
    ['כספומט 200', 'b', 'w', ''],
    ['הוצאתי 200 מהכספומט', 'b', 'w', ''],
    ['cash withdrawal 200 by ויזה', 'c', 'w', ''],
    ['משיכת מזומן 200 בוויזה', 'c', 'w', ''],
    ['withdraw 200 cash @joint', 'o', 'w', ''],
    ['הפקדתי 200 מזומן בבנק', 'w', 'b', ''],
    ['move 200 to savings', 'b', 's', ''],
    ['move 200 from joint to my savings', 'o', 's', ''],
    ['put 200 into savings', 'b', 's', ''],
    ['put 200 in savings', 'b', 's', ''],
    ['deposit 200 to savings', 'b', 's', ''],
    ['200 to savings', 'b', 's', ''],
    ['200 לחיסכון', 'b', 's', ''],
    ['הפקדה 200 לחיסכון', 'b', 's', ''],
    ['200 main account to savings', 'b', 's', ''],
    ['birthday 200 to savings', 'b', 's', 'birthday'],
    ['birthday 200 from joint to savings', 'o', 's', 'birthday'],
    ['200 מתנה ממזומן לחיסכון', 'w', 's', 'מתנה'],
    ['save 200', 'b', 's', ''],
    ['חסכתי 200', 'b', 's', ''],
    ['pay ויזה 200', 'b', 'c', ''],
    ['paid ויזה 200 from joint', 'o', 'c', ''],
    ['שילמתי ויזה 200', 'b', 'c', ''],
    ['transfer 200 to savings', 'b', 's', ''],
    ['העברתי 200 לחיסכון', 'b', 's', ''],
    ['transfer 200 savings', 'b', 's', ''],
    ['transfer 200 from savings', 's', 'b', ''],
    ['העברה 200 מחיסכון', 's', 'b', ''],
    ['got 200 from savings', 's', 'b', ''],
    ['got 200 from savings to cash', 's', 'w', ''],
    ['קיבלתי 200 מהחיסכון', 's', 'b', ''],
  ])('is an end of a transfer where words of moving or the account say so: %s', (line, from, to, said) => {
    const { route, amount, description } = parsed(line, { accounts: PEOPLE });
    const read = [route?.from.account?.id, route?.to.account?.id, amount, description];
    expect(read).toEqual([from, to, '200', said]);
  });

  test.each([
    'cash withdrawal commission 8',
    'cash withdrawal charge 5',
    'ATM cash withdrawal surcharge 3',
    'עמלות משיכת מזומן 8',
    'חיוב משיכת מזומן 8',
    'atm fee 8',
    'cash withdrawal 400 #coffee',
    'put 50 petrol',
    'taxi 30 to the bank',
    'gift 100 to dana',
    '80 dinner cash',
    'paid 80 ויזה',
    'paid 80 gas ויזה',
    'take out pizza 60',
    'save the date cards 60',
    'deposit 3000 for apartment',
    'refund 80 to savings',
    'got 20 interest from savings',
    'קיבלתי 20 ריבית מהחיסכון',
    'got 200 from mom',
    'transfer fee 5 savings',
    'transfer 200 dana from savings',
    'שילמתי 30 לבנק',
    '+80 to savings',
  ])('is no end of a transfer in %s', (line) => {
    expect(parsed(line, { accounts: PEOPLE }).route).toBeUndefined();
  });

  test('is asked for where the other is unknown', () => {
    const { route } = parsed('200 from dana to savings', { accounts: PEOPLE });
    expect(route?.from.error).toMatchObject({ message: 'errors:transferUnknown', name: 'dana' });
  });

  test('is asked about where payments are written too', () => {
    const { route, isUnsure } = parsed('200 from savings to main account in 3 payments', {
      accounts: PEOPLE,
    });
    expect([route?.from.account?.id, isUnsure]).toEqual(['s', true]);
  });

  test('is no end of one where a payee has its name', () => {
    const isKnown = (text: string, name: string) => text.includes(`to ${name}`);
    expect(parsed('gift 100 to savings', { accounts: PEOPLE, isKnown }).route).toBeUndefined();
  });

  test.each(['refund cash withdrawal 400', 'החזר משיכת מזומן 400', '+400 cash withdrawal', 'deposit 400'])(
    'is asked for where money comes from elsewhere: %s',
    (line) => {
      const { route } = parsed(line, { accounts: PEOPLE });
      expect(route?.from.error?.message).toBe('errors:transferFrom');
    },
  );

  test('is asked for where there are several of cash', () => {
    const accounts = [BANK, WALLET, { ...WALLET, id: '2', names: ['Drawer'] }];
    expect(parsed('משיכת מזומן 400', { accounts }).route).toMatchObject({
      from: { account: BANK },
      to: { error: { field: 'toAccountId', message: 'errors:transferTo' } },
    });
    expect(parsed('withdraw 400 to drawer', { accounts }).route?.to.account?.id).toBe('2');
    expect(parsed('deposit 400 from drawer', { accounts }).route?.from.account?.id).toBe('2');
  });

  test('is asked for where several accounts may have it', () => {
    const bank = { ...BANK, kinds: [...BANK.kinds, 'בנק'] };
    const other = { ...bank, id: 'o', names: ['Joint'] };
    const { route } = parsed('משיכת מזומן 400', { accounts: [BANK, CASH, VISA, other] });
    expect(route).toMatchObject({ from: { error: { field: 'fromAccountId' } }, to: { account: CASH } });
    const dollars = { ...other, isForeign: true };
    for (const accounts of [
      [bank, CASH, VISA],
      [dollars, bank, CASH, VISA],
    ])
      expect(parsed('משיכת מזומן 400', { accounts }).route?.from.account).toBe(bank);
    expect(parsed('העברה 500 מהבנק למזומן', { accounts: [dollars, bank, CASH] })).toMatchObject({
      route: { from: { account: bank }, to: { account: CASH } },
    });
    const said = parsed('משיכת מזומן 400 מחשבון ראשי', { accounts: [bank, CASH, VISA, other] });
    expect(said).toMatchObject({ route: { from: { account: bank } }, description: '' });
  });

  test.each([
    ['its fee is paid', 'עמלת משיכת מזומן 8', [BANK, CASH]],
    ['no account is of cash', 'משיכת מזומן 400', [BANK, VISA]],
    ['it is of somebody', 'withdraw 400 dana', [BANK, CASH]],
    ['it is of savings', 'withdraw 400 savings', [BANK, CASH]],
  ])('is no withdrawal where %s', (_why, line, accounts) => {
    expect(parsed(line, { accounts }).route).toBeUndefined();
  });

  test.each(['200 from cash to somebody'])('is no end of a transfer without its verb: %s', (line) => {
    expect(parsed(line, { accounts: [BANK, CASH, ...NUMBERED] }).route).toBeUndefined();
  });

  test.each([
    ['transfer 500 from wallet to 401k', 'w', '401k'],
    ['transfer 500 from wallet to 529 plan', 'w', '529 plan'],
    ['transfer 500 from n26 to 3 kids', 'N26', '3 kids'],
    ['transfer from 3 kids to n26 500', '3 kids', 'N26'],
    ['העברה 500 מ n26 ל3 kids', 'N26', '3 kids'],
    ['העברה 500 מ-401k לילדים 3', '401k', 'ילדים 3'],
  ])('is an end of a transfer by a name with a number: %s', (line, from, to) => {
    const { route, amount } = parsed(line, { accounts: NUMBERED });
    expect([route?.from.account?.id, route?.to.account?.id, amount]).toEqual([from, to, '500']);
  });

  test.each([
    ['its name is all there is', 'wallet 60', 'wallet'],
    ['only a part of its name is written', '45 visa coffee', 'visa coffee'],
    ['its kind is written', '45 coffee cash', 'coffee cash'],
    ['another is named as clearly', '45 ויזה wallet קפה', 'ויזה wallet קפה'],
    ['it is in quotation marks', '45 coffee "wallet"', 'coffee wallet'],
    ['the money is withdrawn or paid to it', 'עמלת ויזה 12', 'עמלת ויזה'],
    ['it is a longer word', '45 קפה בויזהון', 'קפה בויזהון'],
  ])('is not named where %s: %s', (_why, line, description) => {
    const { account, description: said } = parsed(line, { accounts: NAMED });
    expect([said, account]).toEqual([description, undefined]);
  });

  test('is not named by what a category or payee is known by, but after a word that says so', () => {
    const isKnown = (text: string, name: string) => text.includes(`${name} שיא`);
    const by = { accounts: NAMED, isKnown };
    expect(parsed('500 ויזה שיא', by)).toMatchObject({ description: 'ויזה שיא' });
    expect(parsed('500 שיא בויזה', by)).toMatchObject({ description: 'שיא', account: CARD });
  });

  test('stands beside a category', () => {
    const read = parsed('45 @wallet #coffee', { accounts: ACCOUNTS });
    expect(read).toMatchObject({ account: WALLET, category: coffee, amount: '45', description: '' });
  });
});

describe('payments in one line', () => {
  test.each([
    ['1200 in 10 payments shoes', '10', 'shoes'],
    ['shoes 1200 in 3 installments @visa blue', '3', 'shoes'],
    ['1200 ב־10 תשלומים נעליים', '10', 'נעליים'],
    ['1200 ב-10 תשלומים נעליים', '10', 'נעליים'],
    ['נעליים 1200 ב 10 תשלומים', '10', 'נעליים'],
    ['10 תשלומים 1200 נעליים', '10', 'נעליים'],
  ])('are how many the amount is divided into: %s', (line, payments, description) => {
    expect(parsed(line, { accounts: ACCOUNTS })).toMatchObject({ amount: '1200', payments, description });
  });

  test('are words of the description for people who have one account', () => {
    const read = parsed('1200 in 10 payments shoes');
    expect(read.payments).toBeUndefined();
    expect(read.description).toContain('payments');
  });
});
