import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cell, Table } from '../../../src/domain/bank-files/bank-file.ts';
import { readCsv } from '../../../src/domain/bank-files/formats/csv.ts';
import { detect, type Format } from '../../../src/domain/bank-files/formats/detect.ts';
import { readHtml } from '../../../src/domain/bank-files/formats/html.ts';
import { readXls } from '../../../src/domain/bank-files/formats/xls.ts';
import { readXlsx } from '../../../src/domain/bank-files/formats/xlsx.ts';
import { LAYOUTS } from '../../../src/domain/bank-files/layouts/banks.ts';
import type { LayoutRole } from '../../../src/domain/bank-files/layouts/layout.ts';
import { paysCard } from '../../../src/domain/bank-files/layouts/words.ts';
import { lineOf } from '../../../src/domain/bank-files/preview/lines.ts';
import { readTable } from '../../../src/domain/bank-files/reading/read.ts';
import { EXAMPLES, expectedOf, expectReading } from './expected.ts';
import { csvOf, htmlOf, type Lines, rowsAsText, sheetsOf } from './tables.ts';

const READERS: Partial<Record<Format, (bytes: Uint8Array) => Table>> = {
  csv: readCsv,
  html: readHtml,
  xls: readXls,
  xlsx: readXlsx,
};

const day = (date: string) => ({ date });

const KINDS = ['csv', ...LAYOUTS.map(({ kind }) => kind)];

test.each(
  readdirSync(EXAMPLES)
    .filter((name) => !name.endsWith('.expected.json'))
    .filter((name) => KINDS.includes(expectedOf(name).kind)),
)('reads the example %s', (name) => {
  const bytes = readFileSync(new URL(name, EXAMPLES));
  const table = READERS[detect(bytes)]?.(bytes);
  if (!table) throw new Error(`${name} is no table`);
  expectReading(readTable(table), expectedOf(name));
});

describe('accounts of banks', () => {
  test("Leumi: today's movements in a table of their own are pending, and the balance is that of the booked ones", () => {
    const file = readTable(
      htmlOf([
        ['בנק לאומי'],
        ['חשבון', '999-12345/67'],
        ['תנועות היום'],
        ['תאריך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה בש"ח'],
        ['30/06/2026', 'קניה', '1', '20.00', '\u00a0', '9,434.11'],
        ['תנועות בחשבון'],
        ['לתקופה: 01/06/26 - 30/06/26'],
        ['תאריך', 'תאריך ערך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה בש״ח', 'תאור מורחב', '  הערה'],
        ['28/06/26', '28/06/26', 'ישראכרט', '5', '3,120.44', '\u00a0', '9,454.11', 'חיוב', '\u00a0'],
        ['08/06/26', '09/06/26', 'ביט', '6', '0', '85.00', '12,574.55', '\u00a0', 'מרות'],
      ]),
    );
    expect(rowsAsText(file)).toEqual([
      '2026-06-30 -20.00 קניה',
      '2026-06-28 -3120.44 ישראכרט',
      '2026-06-08 85.00 ביט',
    ]);
    expect(file.rows.map(({ isPending }) => isPending ?? false)).toEqual([true, false, false]);
    expect(file.rows[2]).toMatchObject({ memo: 'מרות', valueDate: '2026-06-09' });
    expect(file.closingBalance).toBe('9454.11');
    expect(file.accounts).toEqual([{ name: 'בנק לאומי', number: '999-12345/67' }]);
  });

  test('Hapoalim: dates as text, the newest first, columns in another order and one missing', () => {
    const file = readTable(
      sheetsOf({
        תנועות: [
          ['מספר חשבון: 12-999-654321'],
          ['זכות', 'חובה', '\u200fתאריך', 'הפעולה ', "יתרה בש''ח", 'לטובת', 'עבור', 'עמודה חדשה'],
          ['', '1,200.50', '27/07/2026', 'ישראכרט', 11724.5, '', '', 'x'],
          ['', 49.9, '26/07/2026', 'חיוב לכרטיס ויזה', 12925, '', '', ''],
          [250, '', '2/7/26', 'העברה', 12974.9, 'דורית', 'מתנה', ''],
        ],
      }),
    );
    expect(file.kind).toBe('hapoalim');
    expect(rowsAsText(file)).toEqual([
      '2026-07-27 -1200.50 ישראכרט',
      '2026-07-26 -49.9 חיוב לכרטיס ויזה',
      '2026-07-02 250 העברה',
    ]);
    expect(file.rows[2]).toMatchObject({ payee: 'דורית', memo: 'מתנה' });
    expect(file.closingBalance).toBe('11724.5');
  });

  test('Discount as CSV, and Mercantile by its name', () => {
    const file = readTable(
      csvOf(
        [
          'בנק מרכנתיל',
          'חשבון 0999-0001234567',
          'תאריך,יום ערך,תיאור התנועה,₪ זכות/חובה ,₪ יתרה ,אסמכתה,עמלה,ערוץ ביצוע',
          '30/08/2026,31/08/2026,חיוב ישראכרט,"-1,988.10","7,959.23",91001,,אינטרנט',
          '27/08/26,27/08/2026,הפקדה,"1,350.00","9,947.33",91000,12.00,',
          'המידע אינו מהווה אישור של הבנק,,,,,,,',
        ].join('\n'),
      ),
    );
    expect(file.kind).toBe('discount');
    expect(file.accounts).toEqual([{ name: 'בנק מרכנתיל', number: '0999-0001234567' }]);
    expect(rowsAsText(file)).toEqual(['2026-08-30 -1988.10 חיוב ישראכרט', '2026-08-27 1350.00 הפקדה']);
    expect(file).toMatchObject({ currency: 'ILS', closingBalance: '7959.23', skipped: [], errors: [] });
  });

  test('Beinleumi: columns from right to left, blanks for empty cells, a balance only at the end of a day', () => {
    const lines: Lines = [
      ['הבנק הבינלאומי'],
      ['חשבון', ' 999-456789'],
      [' ', 'יתרה', 'תאריך ערך', 'זכות', 'חובה', 'תאור', 'אסמכתא', 'סוג פעולה', 'תאריך'],
      [' ', 3333.33, ' ', ' ', ' ', 'יתרת פתיחה', ' ', ' ', day('2026-02-01')],
      [' ', ' ', day('2026-02-01'), ' ', 300, 'משיכה מכספומט', 301, 'כספומט', day('2026-02-01')],
      [' ', 578.23, day('2026-02-02'), ' ', 2455.1, '4471 - כרטיס אשראי', 302, 'חיוב', 44592],
      [' ', ' ', 44594, 1.06, ' ', 'ריבית זכות', 303, 'ריבית', 44594],
    ];
    const file = readTable({ ...sheetsOf({ Activities: lines }, 'xls'), is1904: true });
    expect(file.kind).toBe('beinleumi');
    expect(rowsAsText(file)).toEqual([
      '2026-02-01 -300 משיכה מכספומט',
      '2026-02-01 -2455.1 4471 - כרטיס אשראי',
      '2026-02-03 1.06 ריבית זכות',
    ]);
    expect(file.rows[1]).toMatchObject({
      ...{ memo: 'חיוב', reference: '302', valueDate: '2026-02-02' },
    });
    expect(file).toMatchObject({
      openingBalance: '3333.33',
      closingBalance: '578.23',
      skipped: [{ line: 4, reason: 'openingBalance' }],
    });
    expect(file.accounts).toEqual([{ name: 'הבנק הבינלאומי', number: '999-456789' }]);
  });

  test('Beinleumi in its other order, and Yahav', () => {
    const other = readTable(
      sheetsOf({
        גיליון1: [
          ['חשבון 999-456789'],
          ['תאריך', 'סוג פעולה', 'תיאור', 'אסמכתא', 'זכות', 'חובה', 'תאריך ערך', 'יתרה'],
          [day('2026-02-03'), 'זיכוי', 'משכורת', 1, 11800, ' ', day('2026-02-03'), 12000],
          [day('2026-02-01'), 'חיוב', 'קניה', 2, ' ', 100, day('2026-02-01'), 200],
        ],
      }),
    );
    expect(other).toMatchObject({ kind: 'beinleumi', closingBalance: '12000' });
    expect(rowsAsText(other)).toEqual(['2026-02-03 11800 משכורת', '2026-02-01 -100 קניה']);
    const yahav = readTable(
      sheetsOf({
        'תנועות עו"ש': [
          ['חשבון: 999-111222'],
          null,
          [
            'יתרה משוערכת(₪)',
            'זכות(₪)',
            'חובה(₪)',
            'תיאור פעולה',
            'אסמכתא',
            '',
            '',
            'תאריך ערך',
            '',
            'תאריך',
          ],
          [1000, 0, 50.5, 'העברה', '77', '', '', '01/02/2026', '', '01/02/2026'],
          [1050.5, 200, 0, 'הפקדה', '78', '', '', '31/01/2026', '', '31/01/2026'],
        ],
      }),
    );
    expect(yahav).toMatchObject({ kind: 'yahav', closingBalance: '1000' });
    expect(yahav.accounts).toEqual([{ name: 'בנק יהב', number: '999-111222' }]);
    expect(rowsAsText(yahav)).toEqual(['2026-02-01 -50.5 העברה', '2026-01-31 200 הפקדה']);
  });

  test('rows that cannot be read are named, and totals and rows of nothing have their reason', () => {
    const file = readTable(
      sheetsOf({
        תנועות: [
          ['תאריך', 'הפעולה', 'חובה', 'זכות', 'יתרה'],
          ['01/07/2026', 'קניה', '10.00', '', ''],
          ['31/06/2026', 'אין יום כזה', '10.00', '', ''],
          ['02/07/2026', 'לא סכום', 'עשר', '', ''],
          ['02/07/2026', 'שני צדדים', '10.00', '20.00', ''],
          ['03/07/2026', 'אפס', '0.00', '0.00', ''],
          ['03/07/2026', 'הודעה', '', '', ''],
          ['', 'סה"כ', '10.00', '0.00', ''],
        ],
      }),
    );
    expect(rowsAsText(file)).toEqual(['2026-07-01 -10.00 קניה']);
    expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'date'],
      [4, 'amount'],
      [5, 'amount'],
    ]);
    expect(file.skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'zero'],
      [7, 'empty'],
      [8, 'total'],
    ]);
  });
});

const MAX = [
  ...['תאריך עסקה', 'שם בית העסק', 'קטגוריה', '4 ספרות אחרונות של כרטיס האשראי', 'סוג עסקה', 'סכום חיוב'],
  ...['מטבע חיוב', 'סכום עסקה מקורי', 'מטבע עסקה מקורי', 'תאריך חיוב', 'הערות', 'תיוגים'],
];
const ISRACARD = [
  ...['תאריך רכישה', 'שם בית עסק', 'סכום עסקה', 'מטבע עסקה', 'סכום חיוב', 'מטבע חיוב'],
  ...["מס' שובר", 'פירוט נוסף'],
];

describe('cards', () => {
  test('Max: five sheets, two cards, a charge in dollars, yen without a sign, a sheet for information', () => {
    const top: Lines = [['כל המשתמשים (2)'], ['כל הכרטיסים (2)'], ['09/2026'], MAX];
    const file = readTable(
      sheetsOf({
        'עסקאות במועד החיוב': [
          ...top,
          [
            '03-08-2026',
            'אגוז',
            'קפה',
            '7716',
            'רגילה',
            23.5,
            '₪',
            23.5,
            '₪',
            '10-09-2026',
            '',
            'חופשה, ילדים',
          ],
          ['03-08-2026', 'אגוז', 'קפה', 42, 'רגילה', 12, '₪', 12, '₪', '10-09-2026'],
          null,
          ['סך הכל'],
          ['35.50₪'],
        ],
        'עסקאות חו"ל ומט"ח': [
          ...top,
          ['05-08-2026', 'TOKYO', '', '7716', 'רגילה', 37.1, '₪', 1500, '', '10-09-2026'],
          ['05-08-2026', 'IN DOLLARS', '', '7716', 'רגילה', 10, '$', 10, '$', '02-09-2026'],
        ],
        'עסקאות בחיוב מיידי': [
          ...top,
          ['06-08-2026', 'SHOP', '', '7716', 'חיוב מיידי', 37.1, '₪', 37.1, '₪', '07-08-2026'],
        ],
        'עסקאות שאושרו וטרם נקלטו': [
          ...top,
          ['07-09-2026', 'FONTS', '', '7716', 'רגילה', '', '', 19, '$'],
          ['סך הכל'],
          ['0₪'],
        ],
        'עסקאות לידיעה': [
          ...top,
          ['06-08-2026', 'INFO', '', '7716', 'רגילה', 37.1, '₪', 37.1, '₪', '07-08-2026'],
        ],
      }),
    );
    expect(rowsAsText(file)).toEqual([
      ...['2026-08-03 -23.5 אגוז', '2026-08-03 -12 אגוז', '2026-08-05 -37.1 TOKYO'],
      ...['2026-08-05 -10 IN DOLLARS', '2026-08-06 -37.1 SHOP', '2026-09-07 -19 FONTS'],
    ]);
    expect(file.accounts).toEqual([{ card: '7716' }, { card: '0042' }]);
    expect(file.rows.map(({ account }) => account)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(file.rows[0]).toMatchObject({ tags: ['חופשה', 'ילדים'], category: 'קפה' });
    expect(file.rows[2]).toMatchObject({ original: { amount: '1500', currency: 'JPY' } });
    expect(file.rows[3]).toMatchObject({ currency: 'USD', chargeDate: '2026-09-02' });
    expect(file.rows[5]).toMatchObject({ currency: 'USD', isPending: true });
    expect(file.rows[5]?.chargeDate).toBeUndefined();
    // The purchase in Tokyo is in no printed sum.
    expect(file.totals).toBeUndefined();
    expect(file.skipped.map(({ sheet, line, reason }) => [sheet, line, reason])).toEqual([
      ['עסקאות במועד החיוב', 8, 'total'],
      ['עסקאות במועד החיוב', 9, 'total'],
      ['עסקאות שאושרו וטרם נקלטו', 6, 'total'],
      ['עסקאות שאושרו וטרם נקלטו', 7, 'total'],
      ['עסקאות לידיעה', 5, 'information'],
    ]);
  });

  test('Max as CSV', () => {
    const file = readTable(
      csvOf(
        [
          MAX.join(','),
          '03-08-2026,מאפייה,מזון,7716,רגילה,"1,023.50",₪,"1,023.50",₪,10-09-2026,,',
          '04-08-2026,מאפייה,מזון,7716,רגילה,-23.50,₪,-23.50,₪,10-09-2026,ביטול עסקה,',
          'סך הכל,,,,,,,,,,,',
          '1000.00₪,,,,,,,,,,,',
        ].join('\n'),
      ),
    );
    expect(file).toMatchObject({ kind: 'max', totals: [{ chargeDate: '2026-09-10', amount: '1000.00' }] });
    expect(rowsAsText(file)).toEqual(['2026-08-03 -1023.50 מאפייה', '2026-08-04 23.50 מאפייה']);
  });

  test('Cal: line breaks of both kinds in its names, serial dates, a charge in dollars; and as CSV', () => {
    const title = 'פירוט עסקאות לחשבון דיסקונט 999-123456 לכרטיס ויזה המסתיים ב-5093';
    const file = readTable(
      sheetsOf({
        'פירוט עסקאות': [
          [title],
          ['עסקאות לחיוב ב-10/05/2026: 198.15 ₪'],
          ['תאריך\r\nעסקה', 'שם בית עסק', 'סכום\r\nעסקה', 'סכום\nחיוב', 'סוג\nעסקה', 'ענף', 'הערות'],
          [46140, 'דלק', '₪ 203.15', '₪ 203.15', 'רגילה', 'אנרגיה', ''],
          [46139, 'SHOP', '$ 3.15', '$ 3.15', 'רגילה', '', ''],
          ['27/04/2026', 'החזר', -5, -5, 'זיכוי', '', ''],
          ['26/4/26', 'קפה', '€ 8.00', '', 'רגילה', '', 'עסקה בקליטה'],
          null,
          ['סה"כ', '', '', '₪ 198.15'],
        ],
      }),
    );
    expect(file.accounts).toEqual([{ card: '5093', number: '999-123456' }]);
    expect(rowsAsText(file)).toEqual([
      '2026-04-28 -203.15 דלק',
      '2026-04-27 -3.15 SHOP',
      '2026-04-27 5 החזר',
      '2026-04-26 -8.00 קפה',
    ]);
    expect(file.rows[0]?.chargeDate).toBe('2026-05-10');
    expect(file.rows[1]?.currency).toBe('USD');
    expect(file.rows[3]).toMatchObject({ currency: 'EUR', isPending: true });
    expect(file.totals).toEqual([{ chargeDate: '2026-05-10', amount: '198.15' }]);
    const csv = readTable(
      csvOf(
        `${title}\n\n"עסקאות לחיוב ב-10/05/2026: 203.15 ₪"\n"תאריך\nעסקה",שם בית עסק,"סכום\nעסקה","סכום\nחיוב",ענף\n28/4/26,דלק,₪ 203.15,₪ 203.15,אנרגיה\n`,
      ),
    );
    expect(csv).toMatchObject({ kind: 'cal', accounts: file.accounts, totals: [{ amount: '203.15' }] });
    expect(csv.rows).toMatchObject([{ line: 8, date: '2026-04-28', chargeDate: '2026-05-10' }]);
  });

  test('Isracard: two cards in one sheet, charge days without a year, the month in words', () => {
    const lines: Lines = [
      ['פירוט עסקאות', '', 'ינואר 2026'],
      ['מסטרקארד - תכלת - 8265', '', '', '', '', '', '', '₪ 233.30'],
      ['על שם: בעל הכרטיס', '', '', '', '', '', '', 'לחיוב ב-10.01'],
      ISRACARD,
      ['20.12.25', 'ספרים', 1000, '₪', 100, '₪', '604400171', 'תשלום 2 מתוך 10'],
      ['סך חיוב בש"ח:', '', '', '', 100, '₪'],
      ['עסקאות בחו˝ל'],
      ['תאריך רכישה', 'תאריך חיוב', 'שם בית עסק', 'סכום מקורי', 'מטבע מקור', 'סכום חיוב', 'מטבע חיוב'],
      ['02.12.25', '04.12.25', 'BERLIN', 31.9, 'EUR', 133.3, '₪'],
      ['04.12.25', '04.12.25', 'TOTAL FOR DATE', '', '', 133.3, '₪'],
      ['אמריקן אקספרס - 1111', '', '', '', '', '', '', '₪ 50.00'],
      ['על שם: אחרת', '', '', '', '', '', '', 'לחיוב ב-15.01'],
      ISRACARD,
      [day('2025-12-21'), 'ירקן', 50, '₪', 50, '₪', '604400172', ''],
      ['סך חיוב בש"ח:', '', '', '', 50, '₪'],
      ['סה"כ לכל הכרטיסים', 283.3],
    ];
    const file = readTable(sheetsOf({ פירוט: lines }));
    const expected = [
      { date: '2025-12-20', account: 0, chargeDate: '2026-01-10', installment: { n: 2, of: 10 } },
      {
        date: '2025-12-02',
        account: 0,
        chargeDate: '2026-01-10',
        original: { amount: '31.9', currency: 'EUR' },
      },
      { date: '2025-12-21', account: 1, chargeDate: '2026-01-15', amount: '50' },
    ];
    expect(file.accounts).toEqual([{ card: '8265' }, { card: '1111' }]);
    expect(file.rows).toMatchObject(expected);
    expect(file.skipped.map(({ line, reason }) => [line, reason])).toEqual([
      ...[
        [6, 'total'],
        [10, 'total'],
        [15, 'total'],
        [16, 'total'],
      ],
    ]);
    expect(file.totals).toEqual([
      { chargeDate: '2026-01-10', amount: '233.30' },
      { chargeDate: '2026-01-15', amount: '50.00' },
    ]);
    // No month anywhere: the first such day after the last purchase.
    expect(readTable(sheetsOf({ פירוט: lines.slice(1) })).rows).toMatchObject(expected);
  });

  test('a fee without a date is of the day and the charge of the purchase above it, else of the charge', () => {
    const abroad = [
      'תאריך רכישה',
      'תאריך חיוב',
      'שם בית עסק',
      'סכום מקורי',
      'מטבע מקור',
      'סכום חיוב',
      'מטבע חיוב',
    ];
    const file = readTable(
      sheetsOf({
        פירוט: [
          ['ינואר 2026'],
          ['מסטרקארד - 8265', '', '', '', '', '', '₪ 141.80'],
          ['לחיוב ב-10.01'],
          ['עסקאות בחו˝ל'],
          abroad,
          ['', '', 'עמלת המרה', '', '', '1.50', '₪'],
          ['02.12.25', '04.12.25', 'BERLIN', 31.9, 'EUR', 133.3, '₪'],
          ['', '', 'עמלת המרה', '', '', 4, '₪'],
          ['', '', 'עמלת עסקת מט"ח', '', '', '3.00', '₪'],
          ['', '', 'סה"כ עמלות', '', '', 8.5, '₪'],
          ['', '', 'LONDON', 10, 'GBP', 45, '₪'],
        ],
      }),
    );
    expect(rowsAsText(file)).toEqual([
      '2026-01-10 -1.50 עמלת המרה',
      '2025-12-02 -133.3 BERLIN',
      '2025-12-02 -4 עמלת המרה',
      '2025-12-02 -3.00 עמלת עסקת מט"ח',
    ]);
    expect(file.rows.map(({ chargeDate }) => chargeDate)).toEqual(Array(4).fill('2026-01-10'));
    expect(file.skipped.map(({ line, reason }) => [line, reason])).toEqual([[10, 'total']]);
    expect(file.errors.map(({ line, reason }) => [line, reason])).toEqual([[11, 'date']]);
  });

  test('a fee without a date is of the card of the purchase above it', () => {
    const file = readTable(
      csvOf(
        [
          MAX.join(','),
          '03-08-2026,TOKYO,מזון,7716,רגילה,37.10,₪,1500,,10-09-2026,,',
          ',עמלת המרה ממט״ח,,,,1.10,₪,1.10,₪,,,',
          '04-08-2026,OSAKA,מזון,0042,רגילה,40.00,₪,1600,,02-09-2026,,',
          ',עמלת המרה ממט״ח,,,,1.20,₪,1.20,₪,,,',
        ].join('\n'),
      ),
    );
    expect(
      file.rows.map(({ date, amount, account, chargeDate }) => [date, amount, account, chargeDate]),
    ).toEqual([
      ['2026-08-03', '37.10', 0, '2026-09-10'],
      ['2026-08-03', '1.10', 0, '2026-09-10'],
      ['2026-08-04', '40.00', 1, '2026-09-02'],
      ['2026-08-04', '1.20', 1, '2026-09-02'],
    ]);
  });

  test('Isracard: an older page with older names', () => {
    const file = readTable(
      htmlOf([
        ['גולד מסטרקארד - 8265', 'מועד חיוב: 10/09/2026'],
        ['תאריך רכישה', 'שם בית עסק', 'סכום עסקה', 'מטבע מקור', 'סכום חיוב', 'מטבע לחיוב', 'מספר שובר'],
        ['06/07/2026', 'ZARA', '8.40', 'דולר', '28', 'ש"ח', '604400172'],
        ['סה"כ', '', '', '', '28.00'],
      ]),
    );
    expect(file).toMatchObject({
      kind: 'isracard',
      accounts: [{ card: '8265' }],
      currency: 'ILS',
      totals: [{ chargeDate: '2026-09-10', amount: '28.00' }],
    });
    expect(file.rows).toMatchObject([
      {
        ...{ date: '2026-07-06', amount: '28', chargeDate: '2026-09-10', reference: '604400172' },
        original: { amount: '8.40', currency: 'USD' },
      },
    ]);
  });
});

test.each<[boolean, string[]]>([
  [
    true,
    [
      ...[
        'ישראכרט בע"מ-י',
        'מקס איט פיננ-י',
        'מקס איט פיננסים',
        'כרטיסי אשראי לי כאל',
        'ויזה כ.א.ל',
        'הרשאה כאל',
      ],
      ...['4471 - כרטיס אשראי', 'חיוב ישראכרט', 'לאומי קארד בע״מ', 'אמריקן אקספרס', 'חיוב כרטיסי אשראי'],
      ...['חיוב לכרטיס ויזה', 'תשלום בכרטיס מאסטרקארד', 'CHASE CREDIT CRD AUTOPAY', 'Kreditkartenabrechnung'],
    ],
  ],
  [
    false,
    [
      ...['מסטרקרד דביט ירקן', 'דמי כרטיס ישראכרט', 'עמלת כרטיס אשראי', 'מיכאל כהן'],
      ...[
        'מקס סטוק',
        'החזר הלוואה ישראכרט',
        'ישראכרט חיוב מיידי',
        'Credit card fee',
        'CARD PAYMENT TO TESCO',
      ],
    ],
  ],
])('rows that pay a whole card: %s', (isCardPayment, texts) => {
  expect(texts.filter((text) => paysCard(text) !== isCardPayment)).toEqual([]);
});

test('Mizrahi: a star at a balance or an amount leads to a note, and the latest balance is read', () => {
  const file = readTable(
    sheetsOf({
      תנועות: [
        ['בנק מזרחי טפחות'],
        ['חשבון 999-654321'],
        ['תאריך', 'סוג תנועה', 'זכות', 'חובה', 'יתרה בש"ח', 'אסמכתא'],
        ['30/10/26', 'מזומן', '', '500.00*', '*-200.00', '2'],
        ['15/10/26', 'העברה', '250.00', '', '300.00*', '1'],
        ['* היתרה כוללת תנועות שטרם נרשמו'],
      ],
    }),
  );
  expect(rowsAsText(file)).toEqual(['2026-10-30 -500.00 מזומן', '2026-10-15 250.00 העברה']);
  expect(file).toMatchObject({ kind: 'mizrahi', closingBalance: '-200.00', errors: [] });
});

test.each(['סוג מטבע', 'מטבע החשבון', 'סוג המטבע:'])(
  'a bank’s account is in the currency of its title “%s”',
  (name) => {
    const file = readTable(
      sheetsOf({
        תנועות: [
          ['בנק לאומי'],
          ['חשבון מט"ח 999-778899/12'],
          [name, 'דולר'],
          ['תאריך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה'],
          ['31/10/26', 'עמלה', '9', '2.50', '', '997.50'],
        ],
      }),
    );
    expect(file).toMatchObject({ kind: 'leumi', currency: 'USD' });
  },
);

test('titles tell which rows are not booked, and which are taken on days of their own', () => {
  const file = readTable(
    sheetsOf({
      'פירוט עסקאות': [
        ['ישראכרט - 8265', 'לחיוב ב-10/09/2026'],
        ['עסקאות שאושרו וטרם נקלטו'],
        ISRACARD,
        ['01.09.26', 'PENDING', 10, '$', '', '', '', ''],
        ['עסקאות בחיוב מיידי'],
        ISRACARD,
        ['02.09.26', 'AT ONCE', 10, '₪', 10, '₪', '1', ''],
        ['03.09.26', 'סה"כ לתאריך', '', '', 10, '₪', '000000000', ''],
        ['עסקאות למועד חיוב'],
        ISRACARD,
        ['03.08.26', 'BOOKED', 10, '₪', 10, '₪', '2', ''],
      ],
    }),
  );
  expect(
    file.rows.map(({ description, isPending, chargeDate }) => [description, isPending, chargeDate]),
  ).toEqual([
    ['PENDING', true, undefined],
    ['AT ONCE', undefined, undefined],
    ['BOOKED', undefined, '2026-09-10'],
  ]);
  expect(file.skipped).toMatchObject([{ line: 8, reason: 'total' }]);
});

test('sums of cards count once, whether above all cards, beside a card or under it', () => {
  const row: Cell[] = ['20.08.26', 'קפה', 10, '₪', 10, '₪', '1', ''];
  const card = (digits: string, sum: string): Lines => [
    [`ישראכרט - ${digits}`, sum, 'לחיוב ב-10.09'],
    ISRACARD,
    row,
    ['סה"כ לחיוב החודש בכרטיס', 10],
  ];
  const all: Lines = [['ספטמבר 2026'], ['סה"כ לחיוב ב-10/09/2026: 20.00 ₪']];
  const totals = (lines: Lines) => readTable(sheetsOf({ פירוט: lines })).totals;
  const expected = [{ chargeDate: '2026-09-10', amount: '20.00' }];
  expect(totals([...all, ...card('1111', '₪ 10.00'), ...card('2222', '₪ 10.00')])).toEqual(expected);
  expect(totals([...all, ...card('1111', ''), ...card('2222', '')])).toEqual(expected);
  expect(totals([...all, ISRACARD, row, row])).toEqual(expected);
});

test('sums of another currency are not added to those of the charge', () => {
  const file = readTable(
    sheetsOf({
      פירוט: [
        ['ישראכרט - 8265', 'לחיוב ב-10/09/2026'],
        ISRACARD,
        ['20.08.26', 'קפה', 10, '₪', 10, '₪', '1', ''],
        ['21.08.26', 'SHOP', 5, '$', 5, '$', '2', ''],
        ['סך חיוב בש"ח:', '', '', '', 10, '₪'],
        ['סך חיוב בדולר:', '', '', '', 5, '$'],
      ],
    }),
  );
  expect(file.totals).toEqual([{ chargeDate: '2026-09-10', amount: '10.00' }]);
  expect(file.rows.map(({ currency }) => currency)).toEqual([undefined, 'USD']);
  expect(file.skipped.map(({ line }) => line)).toEqual([5, 6]);
});

test('sums of sheets are those of a charge only where all of its rows are in them', () => {
  const row = (charge: Cell, sign: string): Cell[] => [
    ...['03-08-2026', 'אגוז', '', '7716', 'רגילה', charge, sign, charge, sign],
    sign === '$' ? '05-08-2026' : '10-09-2026',
  ];
  const totals = (abroad: Lines) =>
    readTable(
      sheetsOf({
        'עסקאות במועד החיוב': [MAX, row(10, '₪'), ['סך הכל'], ['10.00₪']],
        'עסקאות חו"ל ומט"ח': [MAX, row(4, '$'), row(390, '₪'), ...abroad],
      }),
    ).totals;
  expect(totals([['סך הכל'], ['390.00₪'], ['4.00$']])).toEqual([
    { chargeDate: '2026-09-10', amount: '400.00' },
  ]);
  expect(totals([])).toBeUndefined();
});

test.each<[string, Cell[], object]>([
  [
    'a period behind the account',
    ['מספר חשבון: 999-123456 01/02/2026 - 28/02/2026'],
    { number: '999-123456' },
  ],
  ['the account in the cell beside', ['חשבון', '999-12345/67', '', '30/6/2026'], { number: '999-12345/67' }],
  ['a branch before it', ['סניף: 999 חשבון: 654321'], { number: '654321' }],
  ['the movements of it', ['תנועות בחשבון 12-999-654321'], { number: '12-999-654321' }],
  ['a sum in it', ['יתרה בחשבון: 12345.60'], {}],
  ['no account', ['תנועות בחשבון 01/02/2026 - 28/02/2026'], {}],
])('titles of accounts: %s', (_, title, account) => {
  const file = readTable(
    sheetsOf({ תנועות: [title, ['תאריך', 'הפעולה', 'חובה', 'זכות'], ['01/07/2026', 'קניה', 10, '']] }),
  );
  expect(file.accounts).toEqual(Object.keys(account).length ? [{ name: 'בנק הפועלים', ...account }] : []);
});

test.each<[string, Cell[], string | undefined, string | undefined]>([
  ['with the year', ['ישראכרט - 8265', 'לחיוב ב-10/09/2026'], '8265', '2026-09-10'],
  ['in words', ['מסטרקארד 8265', 'מועד חיוב: 10 בספטמבר 2026'], '8265', '2026-09-10'],
  ['a year is no card', ['ספטמבר - 2026', 'לחיוב ב-10.09'], undefined, '2026-09-10'],
  ['a sum is no day', ['כרטיס 8265 סה"כ חיוב 15.50 ₪'], '8265', undefined],
  ['no such day', ['ישראכרט - 8265', 'לחיוב ב-31.02'], '8265', undefined],
  ['a date cell', ['דיינרס 8265', 'תאריך חיוב', day('2026-09-10')], '8265', '2026-09-10'],
])('titles of cards: %s', (_, title, card, chargeDate) => {
  const file = readTable(
    sheetsOf({ פירוט: [title, ISRACARD, ['20.08.26', 'קפה', 10, '₪', 10, '₪', '1', '']] }),
  );
  expect(file.accounts).toEqual(card ? [{ card }] : []);
  expect(file.rows[0]?.chargeDate).toBe(chargeDate);
});

// --- Other writings of the same banks and cards: rows, then what else is certain ---

const CAL_HEADER = ['תאריך\nעסקה', 'שם בית עסק', 'סכום\nבש"ח', 'כרטיס', 'מועד\nחיוב', 'הערות'];

test.each<[string, Table, string[], object]>([
  [
    'Cal, which names sheqels, the card and the charge in each row',
    sheetsOf({
      'פירוט עסקאות': [
        ['פירוט עסקאות וזיכויים'],
        CAL_HEADER,
        [day('2026-04-12'), 'סופר', 120.5, 'ויזה 5093', day('2026-05-10'), ''],
        [day('2026-04-13'), 'איקאה', 300, 'מסטרקארד 5094', day('2026-05-10'), 'תשלום 2 מתוך 6'],
        [day('2026-05-02'), 'קפה', 14, 'ויזה 5093', '', 'עסקה בקליטה'],
      ],
    }),
    ['2026-04-12 -120.5 סופר', '2026-04-13 -300 איקאה', '2026-05-02 -14 קפה'],
    {
      kind: 'cal',
      accounts: [{ card: '5093' }, { card: '5094' }],
      rows: [
        { account: 0, chargeDate: '2026-05-10' },
        { account: 1, installment: { n: 2, of: 6 } },
        { account: 0, isPending: true },
      ],
    },
  ],
  [
    'Cal, whose currencies stand in columns without a name',
    htmlOf([
      ['פירוט עסקות לכרטיס ויזה עסקי 4321'],
      ['תאריך העסקה', 'שם בית העסק', 'סכום העסקה', '', 'סכום החיוב', '', 'פירוט נוסף'],
      ['01/07/2026', 'דלק', '150.00', '₪', '150.00', '₪', ''],
      ['02/07/2026', 'Shop', '20.00', '$', '74.10', '₪', ''],
    ]),
    ['2026-07-01 -150.00 דלק', '2026-07-02 -74.10 Shop'],
    { accounts: [{ card: '4321' }], rows: [{}, { original: { amount: '20.00', currency: 'USD' } }] },
  ],
  [
    'cards of Discount',
    sheetsOf({
      'כרטיסי אשראי': [
        ['כרטיס', 'בית עסק', 'תאריך עסקה', 'סכום העסקה', 'תאריך החיוב', 'סכום החיוב', 'מטבע העסקה'],
        ['ויזה 3344', 'APPLE', day('2026-06-03'), 10, day('2026-07-02'), 37.2, '$'],
      ],
    }),
    ['2026-06-03 -37.2 APPLE'],
    {
      currency: 'ILS',
      rows: [{ chargeDate: '2026-07-02', original: { amount: '10', currency: 'USD' } }],
    },
  ],
  [
    'cards of the First International Bank',
    sheetsOf({
      דף: [
        ['כרטיס אשראי: 9988'],
        ['מועד חיוב', '02/07/2026'],
        ['', 'תאריך עסקה', 'שם  העסק', 'סכום עסקה', 'סכום חיוב', 'פירוט'],
        ['', day('2026-06-02'), 'ריהוט', 1200, 100, 'תשלום 1 מתוך 12'],
      ],
    }),
    ['2026-06-02 -100 ריהוט'],
    { accounts: [{ card: '9988' }], rows: [{ chargeDate: '2026-07-02', installment: { n: 1, of: 12 } }] },
  ],
  [
    'Max, whose card stands in a title and whose original currency has a shorter name',
    sheetsOf({
      'עסקאות במועד החיוב': [
        ['9226-מועדון'],
        ['10/2026'],
        ['תאריך עסקה', 'שם בית העסק', 'סכום חיוב', 'סכום עסקה מקורי', 'מטבע עסקה', 'תאריך חיוב'],
        ['02-09-2026', 'APPLE', '₪ -4.12', '-1.10', '$', '10-10-2026'],
        ['03-09-2026', 'קיוסק', '76.81 ₪ -', '-76.81', '₪', '10-10-2026'],
      ],
    }),
    ['2026-09-02 4.12 APPLE', '2026-09-03 76.81 קיוסק'],
    {
      kind: 'max',
      accounts: [{ card: '9226' }],
      rows: [{ original: { amount: '1.10', currency: 'USD' } }, {}],
    },
  ],
  [
    'Hapoalim as CSV',
    csvOf(
      'תאריך,תיאור הפעולה,פרטים,חשבון,אסמכתא,תאריך ערך,חובה,זכות,יתרה לאחר פעולה,\n01/07/2026,העברה,לדנה,,123,01/07/2026,100.00,,900.00,\n',
    ),
    ['2026-07-01 -100.00 העברה'],
    { kind: 'hapoalim', closingBalance: '900.00', rows: [{ memo: 'לדנה' }] },
  ],
  [
    'Discount, with charges to come under the account',
    sheetsOf({
      'עובר ושב': [
        ['תאריך', 'יום ערך', 'תיאור התנועה ', '₪ זכות/חובה ', '₪ יתרה ', 'אסמכתה'],
        [day('2026-07-05'), day('2026-07-05'), 'משכורת', 5000, 6000, '1'],
        ['חיובים עתידיים בכרטיסי אשראי'],
        ['תאריך', 'יום ערך', 'תיאור התנועה', '₪ זכות/חובה ב', '₪ יתרה משוערת', 'הערות'],
        [day('2026-07-10'), day('2026-07-10'), 'ישראכרט', -800, 5200, ''],
      ],
    }),
    ['2026-07-05 5000 משכורת', '2026-07-10 -800 ישראכרט'],
    { closingBalance: '6000', errors: [], rows: [{}, { isPending: true }] },
  ],
  [
    'Yahav, with movements that wait in a sheet of their own',
    sheetsOf({
      'תנועות עו"ש': [
        ['יתרה משוערכת(₪)', 'זכות(₪)', 'חובה(₪)', 'תיאור פעולה', 'תאריך'],
        ['900.00', '0', '100.00', 'סופר', '01/07/2026'],
      ],
      'תנועות זמניות בהמתנה': [
        ['זכות(₪)', 'חובה(₪)', 'תיאור פעולה', 'תאריך'],
        ['0', '20.00', 'קפה', '02/07/2026'],
      ],
    }),
    ['2026-07-01 -100.00 סופר', '2026-07-02 -20.00 קפה'],
    { kind: 'yahav', rows: [{}, { isPending: true }] },
  ],
  [
    'Isracard, with sums whose currency stands beside them',
    sheetsOf({
      פירוט: [
        ['דנה - מסטרקארד 1234'],
        ['', 'מועד חיוב', '10/09/26'],
        ISRACARD,
        ['05/08/26', 'סופר', 100, '₪', 100, '₪', '1', ''],
        ['', '', '', '', '100', '₪', '', ''],
        ['תאריך רכישה', 'תאריך חיוב', 'שם בית עסק', 'סכום מקורי', 'מטבע מקור', 'סכום חיוב', 'מטבע לחיוב'],
        ['06/08/26', '08/08/26', 'NETFLIX', '12.99', 'EUR', '52.10', '₪'],
        ['', '', 'TOTAL FOR DATE', '', '', '52.10', '₪'],
      ],
    }),
    ['2026-08-05 -100 סופר', '2026-08-06 -52.10 NETFLIX'],
    {
      totals: [{ chargeDate: '2026-09-10', amount: '152.10' }],
      skipped: [
        { line: 5, reason: 'total' },
        { line: 8, reason: 'total' },
      ],
    },
  ],
  [
    'Leumi, two accounts in a column',
    csvOf(
      'חשבון,תאריך,תיאור,אסמכתא,בחובה,בזכות,היתרה בש"ח\n999-1111,05/03/26,קניה,1,5.00,,95.00\n999-2222,06/03/26,שכר,1,,7.00,107.00\n',
    ),
    ['2026-03-05 -5.00 קניה', '2026-03-06 7.00 שכר'],
    {
      accounts: [{ number: '999-1111' }, { number: '999-2222' }],
      rows: [{ account: 0 }, { account: 1 }],
    },
  ],
  [
    'a card of an unknown company, whose currencies are those of the price and of the charge',
    csvOf(
      'Purchase date,Merchant,Transaction amount,Currency,Charge amount,Charge currency\n25.08.26,CAFE,20,₪,20,₪\n26.08.26,SHOP,30,$,111,₪\n',
    ),
    ['2026-08-25 -20 CAFE', '2026-08-26 -111 SHOP'],
    { currency: 'ILS' },
  ],
  [
    'a table with days as numbers and a time behind them',
    sheetsOf({
      תנועות: [
        ['תאריך', 'תיאור', 'סכום'],
        [46086, 'קניה', -10.5],
        [46087.5, 'שכר', 100],
      ],
    }),
    ['2026-03-05 -10.5 קניה', '2026-03-06 100 שכר'],
    {},
  ],
  [
    'Leumi, with a minus for what leaves',
    htmlOf([
      ['תאריך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה בש"ח'],
      ['01/06/26', 'א', '1', '-100.00', '', '900.00'],
      ['02/06/26', 'ב', '2', '', '50.00', '950.00'],
      ['03/06/26', 'ג', '3', '-10.00', '', '940.00'],
    ]),
    ['2026-06-01 -100.00 א', '2026-06-02 50.00 ב', '2026-06-03 -10.00 ג'],
    {},
  ],
  [
    'Leumi, with something taken back',
    htmlOf([
      ['תאריך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה בש"ח'],
      ['01/06/26', 'א', '1', '100.00', '', '900.00'],
      ['02/06/26', 'ב', '2', '50.00', '', '850.00'],
      ['03/06/26', 'ביטול א', '3', '-100.00', '', '950.00'],
    ]),
    ['2026-06-01 -100.00 א', '2026-06-02 -50.00 ב', '2026-06-03 100.00 ביטול א'],
    {},
  ],
  [
    'Leumi, exported with commas, and dates in every writing',
    sheetsOf({
      תנועות: [
        ['מטבע: דולר'],
        ['תאריך', 'תיאור', 'אסמכתא', 'בחובה', 'בזכות', 'היתרה'],
        ['1.7.26', 'א', '1', '1.234,56', '', '5.000,00'],
        ['2026-07-03', 'ב', '3', '', '10,00', '5.010,00'],
        ['46206', 'ג', '3', '', '10,00', '5.020,00'],
        ['4 ביולי 2026', 'ד', '3', '', '10,00', '5.030,00'],
        ['05-Jul-26', 'ה', '3', '', '10,00', '5.040,00'],
      ],
    }),
    [
      '2026-07-01 -1234.56 א',
      '2026-07-03 10.00 ב',
      '2026-07-03 10.00 ג',
      '2026-07-04 10.00 ד',
      '2026-07-05 10.00 ה',
    ],
    { kind: 'leumi', currency: 'USD', closingBalance: '5040.00' },
  ],
  [
    'Discount, an account in dollars by the names of its columns',
    sheetsOf({
      'עו"ש מט"ח': [
        ['חשבון: 0123456789'],
        ['תאריך', 'יום ערך', 'תיאור התנועה', '$ זכות/חובה', '$ יתרה', 'אסמכתה'],
        [day('2026-01-02'), day('2026-01-02'), 'העברה', -100.5, 900, '1'],
      ],
    }),
    ['2026-01-02 -100.5 העברה'],
    { kind: 'discount', currency: 'USD', closingBalance: '900' },
  ],
  [
    'Discount, an account in sheqels and one in euro',
    sheetsOf({
      'עובר ושב': [
        ['תאריך', 'תיאור התנועה', '₪ זכות/חובה', '₪ יתרה'],
        [day('2026-01-02'), 'העברה', -100, 900],
      ],
      'מט"ח': [
        ['תאריך', 'תיאור התנועה', '€ זכות/חובה', '€ יתרה'],
        [day('2026-01-03'), 'המרה', 20, 70],
      ],
    }),
    ['2026-01-02 -100 העברה', '2026-01-03 20 המרה'],
    { currency: 'ILS', closingBalance: '900', rows: [{}, { currency: 'EUR' }] },
  ],
  [
    'Hapoalim, an account in dollars by its title',
    sheetsOf({
      תנועות: [
        ['תנועות בחשבון מט"ח - דולר ארה"ב'],
        ['תאריך', 'הפעולה', 'חובה', 'זכות', 'יתרה'],
        ['05/01/2026', 'העברה', 100, '', 900],
      ],
    }),
    ['2026-01-05 -100 העברה'],
    { kind: 'hapoalim', currency: 'USD' },
  ],
  [
    'Cal by Leumi, with payments among the details',
    htmlOf([
      ['לאומי ויזה 1234'],
      ['תאריך העסקה', 'שם בית העסק', 'סכום העסקה', 'סוג העסקה', 'פרטים', 'סכום חיוב'],
      ['06/01/26', 'איקאה', '₪ 900.00', 'תשלומים', 'תשלום 1 מתוך 3', '₪ 300.00'],
    ]),
    ['2026-01-06 -300.00 איקאה'],
    { kind: 'cal', rows: [{ installment: { n: 1, of: 3 }, memo: 'תשלום 1 מתוך 3' }] },
  ],
  [
    'Leumi, saved again by a program that writes the month first',
    csvOf(
      'תאריך,תאריך ערך,תיאור,אסמכתא,בחובה,בזכות\n1/5/2026,1/5/2026,העברה,1,10.00,\n1/13/2026,1/13/2026,קפה,2,14.00,\n',
    ),
    ['2026-01-05 -10.00 העברה', '2026-01-13 -14.00 קפה'],
    { kind: 'leumi', errors: [] },
  ],
  [
    'Mizrahi, whose currency stands behind the account in a line',
    sheetsOf({
      תנועות: [
        ['חשבון: 420-123456', 'מטבע: דולר ארה"ב'],
        ['תאריך', 'סוג תנועה', 'זכות', 'חובה', 'יתרה'],
        ['03/01/26', 'העברה', '5,000.00', '', '6,000.00'],
      ],
    }),
    ['2026-01-03 5000.00 העברה'],
    { kind: 'mizrahi', currency: 'USD' },
  ],
])('other writings: %s', (_, table, rows, also) => {
  const file = readTable(table);
  expect(rowsAsText(file)).toEqual(rows);
  expect(file).toMatchObject(also);
});

test.each([
  'תשלום 2 מתוך 6',
  'תשלום 2 מ-6',
  'תשלום 2 מ - 6',
  "תש' 2 מ-6",
  'תש. 2 מתוך 6',
  'תשלום 2/6',
  'תשלום 02/06',
  "תשלום מס' 2 מ-6",
  'תשלום מספר 2 מתוך 6',
  'תשלומים: 2 מתוך 6',
  '2 מתוך 6',
  '2 מ-6 תשלומים',
  '2/6 תשלומים',
  '6 תשלומים, תשלום 2',
  'תשלום \u200e2\u200e מתוך \u200e6\u200e',
  'Payment 2 of 6',
])('a payment of a purchase: %s', (memo) => {
  const file = readTable(
    sheetsOf({ פירוט: [['מסטרקארד 8265'], ISRACARD, ['20.08.26', 'קפה', 60, '₪', 10, '₪', '1', memo]] }),
  );
  expect(file.rows[0]).toMatchObject({ installment: { n: 2, of: 6 }, amount: '10' });
});

test.each(['תשלום 12/03', 'תשלום 3/6/26', 'תשלום 10.5', '10 מ-2 תשלומים'])('no payment: %s', (memo) => {
  const file = readTable(
    sheetsOf({ פירוט: [['מסטרקארד 8265'], ISRACARD, ['20.08.26', 'קפה', 60, '₪', 10, '₪', '1', memo]] }),
  );
  expect(file.rows[0]).not.toHaveProperty('installment');
});

test('a sheet beside a known one that nobody knows is named', () => {
  const file = readTable(
    sheetsOf({
      'עובר ושב': [
        ['תאריך', 'תיאור התנועה', '₪ זכות/חובה'],
        [day('2026-07-05'), 'משכורת', 5000],
      ],
      נוסף: [
        ['יום', 'מה', 'כמה'],
        [day('2026-07-10'), 'ישראכרט', -800.5],
      ],
    }),
  );
  expect(file.errors).toEqual([{ line: 1, sheet: 'נוסף', reason: 'columns', text: 'יום · מה · כמה' }]);
});

// --- Every layout, its columns in any order and spelling, under any titles ---

const SPELLINGS: ((name: string) => string)[] = [
  (name) => name,
  (name) => `\u200f${name.replaceAll(' ', '  ')} `,
  (name) => name.replaceAll(' ', '\r\n'),
  (name) => name.replace(/["״]|''/g, '״').replaceAll("'", '׳'),
  (name) => `${name.replace(/["״]/g, "''")}\u00a0`,
];

interface Made {
  layout: (typeof LAYOUTS)[number];
  order: number[];
  names: number;
  spelling: number;
  isText: boolean;
  isNewestFirst: boolean;
  titles: number;
  rows: { month: number; day: number; cents: number; isOut: boolean }[];
}

function made({ layout, order, names, spelling, isText, isNewestFirst, titles, rows }: Made) {
  const spell = SPELLINGS[spelling] as (name: string) => string;
  const roles = (Object.keys(layout.columns) as LayoutRole[]).map((role) => ({
    role,
    name: layout.columns[role]?.[names % (layout.columns[role]?.length ?? 1)] ?? '',
  }));
  const columns = [...roles, { role: null, name: 'עמודה' }, { role: null, name: '' }];
  const places = order.filter((index) => index < columns.length);
  const money = (cents: number): Cell =>
    isText ? (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',') : cents / 100;
  const two = (value: number) => String(value).padStart(2, '0');
  const date = (month: number, day: number): Cell =>
    isText ? `${two(day)}/${two(month)}/2026` : { date: `2026-${two(month)}-${two(day)}` };
  const lines = rows.map(({ month, day, cents, isOut }, index): Cell[] => {
    const signed = (layout.sign === 'plus_out') === isOut ? cents : -cents;
    const values: Partial<Record<LayoutRole, Cell>> = {
      ...{ date: date(month, day), description: `שם ${index}`, amount: money(signed), currency: '₪' },
      ...{ out: isOut ? money(cents) : '', in: isOut ? (isText ? '0.00' : 0) : money(cents) },
      ...{ original: money(signed), originalCurrency: '₪', card: '1234', reference: 5, category: 'קטגוריה' },
    };
    return places.map((place) => values[columns[place]?.role ?? 'tags'] ?? '');
  });
  const above: Lines = [['כותרת'], null, ['חשבון', '999-12345/67'], ['הופק בתאריך 01/02/2026']];
  if (isNewestFirst) lines.reverse();
  return sheetsOf({
    גיליון: [...above.slice(0, titles), places.map((place) => spell(columns[place]?.name ?? '')), ...lines],
  });
}

test('a file of any known bank is read whatever the order, spelling and place of its columns', () => {
  const anyMade = fc.record<Made>({
    layout: fc.constantFrom(...LAYOUTS),
    order: fc.shuffledSubarray(
      Array.from({ length: 20 }, (_, index) => index),
      { minLength: 20 },
    ),
    names: fc.nat(3),
    spelling: fc.nat(SPELLINGS.length - 1),
    isText: fc.boolean(),
    isNewestFirst: fc.boolean(),
    titles: fc.nat(4),
    rows: fc.array(
      fc.record({
        month: fc.integer({ min: 1, max: 12 }),
        day: fc.integer({ min: 1, max: 28 }),
        cents: fc.integer({ min: 1, max: 90_000_000 }),
        isOut: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  });
  fc.assert(
    fc.property(anyMade, (given) => {
      const file = readTable(made(given));
      const rows = given.rows.map(
        ({ month, day, cents, isOut }, index) =>
          `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')} ${isOut ? -cents : cents} שם ${index}`,
      );
      expect(file.kind).toBe(given.layout.kind);
      expect(file.errors).toEqual([]);
      expect(
        file.rows.map(({ date, amount, type, description }) => {
          const cents = Math.round(Number(amount) * 100);
          return `${date} ${type === 'expense' ? -cents : cents} ${description}`;
        }),
      ).toEqual(given.isNewestFirst ? rows.toReversed() : rows);
    }),
    { numRuns: 120 },
  );
});

test('a note says neither the payment nor the price, which are known', () => {
  const file = { currency: 'ILS', fileCurrency: 'ILS', today: '2026-11-30' };
  const row = {
    line: 1,
    date: '2026-11-01',
    amount: '539.04',
    type: 'expense',
    description: 'Sofas',
  } as const;
  const payment = { ...row, installment: { n: 3, of: 10 }, original: { amount: '5390.4', currency: 'ILS' } };
  const notesOf = (memo: string, more = {}) => lineOf({ ...payment, memo, ...more }, file).content.notes;
  expect(notesOf('תשלום 3 מתוך 10')).toBeNull();
  expect(notesOf('Payment 3 of 10')).toBeNull();
  expect(notesOf('תשלום 3 מתוך 10 במבצע')).toBe('תשלום 3 מתוך 10 במבצע');
  expect(notesOf('', { original: { amount: '85', currency: 'XTS' } })).toBe('85 XTS');
});
