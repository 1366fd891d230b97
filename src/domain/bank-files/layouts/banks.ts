import type { Layout } from './layout.ts';

/**
 * Banks and cards whose columns are known. A new one is an entry here and an example of its file
 * (docs/how-to/add-a-bank.md).
 */
const ENTRIES = [
  {
    kind: 'leumi',
    name: { en: 'Bank Leumi', he: 'בנק לאומי' },
    banks: ['בנק לאומי'],
    currency: 'ILS',
    marks: [['תאריך'], ['תיאור', 'תאור'], ['בחובה'], ['בזכות']],
    columns: {
      date: ['תאריך'],
      valueDate: ['תאריך ערך'],
      description: ['תיאור', 'תאור'],
      reference: ['אסמכתא', 'אסמכתה'],
      out: ['בחובה'],
      in: ['בזכות'],
      balance: ['היתרה בש"ח', 'יתרה'],
      memo: ['תאור מורחב', 'תיאור מורחב', 'הערה', 'הערות'],
    },
  },
  {
    kind: 'hapoalim',
    name: { en: 'Bank Hapoalim', he: 'בנק הפועלים' },
    banks: ['בנק הפועלים'],
    currency: 'ILS',
    marks: [['תאריך'], ['הפעולה'], ['חובה'], ['זכות']],
    columns: {
      date: ['תאריך'],
      valueDate: ['תאריך ערך'],
      description: ['הפעולה'],
      payee: ['לטובת'],
      memo: ['פרטים', 'עבור'],
      reference: ['אסמכתא', 'אסמכתה'],
      out: ['חובה'],
      in: ['זכות'],
      balance: ["יתרה בש''ח", 'יתרה'],
    },
  },
  {
    kind: 'discount',
    name: { en: 'Discount Bank', he: 'בנק דיסקונט' },
    banks: ['בנק דיסקונט', 'בנק מרכנתיל', 'בנק מרכנתיל דיסקונט', 'מרכנתיל'],
    currency: 'ILS',
    marks: [['תאריך'], ['תיאור התנועה', 'תאור התנועה'], ['₪ זכות/חובה', 'חובה/זכות']],
    columns: {
      date: ['תאריך'],
      valueDate: ['יום ערך', 'תאריך ערך'],
      description: ['תיאור התנועה', 'תאור התנועה'],
      amount: ['₪ זכות/חובה', 'חובה/זכות'],
      balance: ['₪ יתרה', 'יתרה'],
      reference: ['אסמכתה', 'אסמכתא'],
    },
  },
  {
    kind: 'beinleumi',
    name: { en: 'First International Bank', he: 'הבנק הבינלאומי' },
    banks: ['הבנק הבינלאומי', 'בנק הבינלאומי', 'בנק אוצר החייל', 'בנק מסד', 'פאגי'],
    currency: 'ILS',
    marks: [['תאריך'], ['סוג פעולה'], ['חובה'], ['זכות']],
    columns: {
      date: ['תאריך'],
      valueDate: ['תאריך ערך', 'יום ערך'],
      description: ['תאור', 'תיאור'],
      memo: ['סוג פעולה'],
      reference: ['אסמכתא', 'אסמכתה'],
      out: ['חובה'],
      in: ['זכות'],
      balance: ['יתרה'],
    },
  },
  {
    kind: 'yahav',
    name: { en: 'Bank Yahav', he: 'בנק יהב' },
    banks: ['בנק יהב'],
    currency: 'ILS',
    marks: [
      ['תאריך'],
      ['תיאור פעולה', 'תאור פעולה'],
      ['חובה(₪)', 'חובה'],
      ['זכות(₪)', 'זכות'],
      ['יתרה משוערכת(₪)'],
    ],
    columns: {
      date: ['תאריך'],
      valueDate: ['תאריך ערך'],
      description: ['תיאור פעולה', 'תאור פעולה'],
      reference: ['אסמכתא', 'אסמכתה'],
      out: ['חובה(₪)'],
      in: ['זכות(₪)'],
      balance: ['יתרה משוערכת(₪)'],
    },
  },
  {
    kind: 'max',
    name: { en: 'Max', he: 'מקס' },
    isCard: true,
    sign: 'plus_out',
    currency: 'ILS',
    marks: [
      ['תאריך עסקה', 'תאריך העסקה'],
      ['שם בית העסק', 'שם בית עסק'],
      ['סכום חיוב', 'סכום עסקה מקורי'],
      ['4 ספרות אחרונות של כרטיס האשראי', 'סכום עסקה מקורי', 'מטבע עסקה מקורי'],
    ],
    columns: {
      date: ['תאריך עסקה'],
      chargeDate: ['תאריך חיוב'],
      description: ['שם בית העסק'],
      category: ['קטגוריה'],
      card: ['4 ספרות אחרונות של כרטיס האשראי', '4 ספרות אחרונות'],
      amount: ['סכום חיוב'],
      currency: ['מטבע חיוב'],
      original: ['סכום עסקה מקורי'],
      originalCurrency: ['מטבע עסקה מקורי'],
      memo: ['הערות'],
      tags: ['תיוגים'],
    },
    emptyOriginalCurrency: 'JPY',
    informationSheets: /לידיעה/,
  },
  {
    kind: 'cal',
    name: { en: 'Cal', he: 'כאל' },
    isCard: true,
    sign: 'plus_out',
    currency: 'ILS',
    marks: [
      ['תאריך עסקה', 'תאריך העסקה'],
      ['שם בית עסק', 'שם בית העסק'],
      ['סכום עסקה', 'סכום העסקה'],
      ['סכום חיוב', 'סכום החיוב', 'סכום לחיוב'],
    ],
    columns: {
      date: ['תאריך עסקה'],
      chargeDate: ['תאריך חיוב', 'מועד חיוב'],
      description: ['שם בית עסק'],
      original: ['סכום עסקה'],
      amount: ['סכום חיוב', 'סכום לחיוב'],
      category: ['ענף'],
      memo: ['הערות', 'פירוט נוסף'],
    },
    pendingRow: /עסקה בקליטה/,
  },
  {
    kind: 'isracard',
    name: { en: 'Isracard or American Express', he: 'ישראכרט או אמריקן אקספרס' },
    isCard: true,
    sign: 'plus_out',
    currency: 'ILS',
    marks: [
      ['תאריך רכישה'],
      ['שם בית עסק'],
      ['סכום חיוב', 'סכום לחיוב', 'סכום החיוב', 'סכום עסקה', 'סכום העסקה', 'סכום מקורי'],
    ],
    columns: {
      date: ['תאריך רכישה'],
      // In the table of purchases abroad: the day on which the purchase was posted, not the one that takes the money.
      valueDate: ['תאריך חיוב'],
      chargeDate: ['חיוב בחשבון הבנק', 'מועד חיוב'],
      description: ['שם בית עסק'],
      original: ['סכום עסקה', 'סכום מקורי'],
      originalCurrency: ['מטבע עסקה', 'מטבע מקור', 'מטבע מקורי'],
      amount: ['סכום חיוב', 'סכום לחיוב'],
      currency: ['מטבע חיוב', 'מטבע לחיוב'],
      reference: ["מס' שובר", 'מספר שובר', 'שובר'],
      memo: ['פירוט נוסף', 'הערות'],
    },
  },
] as const satisfies readonly Layout[];

export type BankKind = (typeof ENTRIES)[number]['kind'];

export type KnownLayout = Layout & { kind: BankKind };

export const LAYOUTS: readonly KnownLayout[] = ENTRIES;
