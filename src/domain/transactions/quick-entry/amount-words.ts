import { take, type Word } from './words.ts';

const list = (words: string) => new Set(words.split(','));

/** Units of measure: a number before one is not an amount. */
export const MEASURES = /* @__PURE__ */ list(
  'kg,kgs,kilo,kilos,g,gr,gram,grams,mg,lb,lbs,oz,l,liter,liters,litre,litres,ml,km,m,cm,mm,m2,gb,mb,tb,mbps,pcs,pack,%,' +
    'ק"ג,קג,קילו,גרם,גר\',ג\',ליטר,ל\',מ"ל,ק"מ,קמ,מטר,ס"מ,מ"ר,יח\',יחידות',
);

/** Labels and things that are counted: a number after one is hardly the amount. */
export const LABELS = /* @__PURE__ */ list(
  'for,x,×,no,nr,number,bus,line,route,room,gate,flat,apt,apartment,floor,size,platform,season,episode,vol,volume,' +
    'chapter,version,aged,highway,' +
    "מתוך,ל,קו,אוטובוס,דירה,חדר,קומה,מספר,מס',מידה,גודל,עונה,פרק,כרך,שער,רציף,גיל,בן,בת,כביש,סניף",
);

/** Things with parts: numbers after one say which part of how many, not a day and a month. */
const PARTS = /* @__PURE__ */ list(
  'payment,payments,instalment,instalments,installment,installments,part,season,episode,vol,volume,chapter,page,' +
    "תשלום,תשלומים,תש,תש',פעימה,חלק,עונה,פרק,כרך,עמוד",
);

/** Also after a Hebrew prefix letter: `בתשלום 1/3`. */
export function isPart(key: string): boolean {
  return PARTS.has(key) || PARTS.has(key.replace(/^[בהלמ](?=[א-ת]{4})/, ''));
}

/** Words between the description and an amount that ends the line. */
export const BEFORE_LAST = /* @__PURE__ */ list('for,at,of,=,ב,ב-,בסך,תמורת');
/** Words between an amount that begins the line and the description. */
export const AFTER_FIRST = /* @__PURE__ */ list('for,on,of,=,-,על,עבור,בשביל,תמורת');

/** The number of zeros that a word adds to the number before it. */
export const SCALES = /* @__PURE__ */ new Map([
  ['thousand', 3],
  ['k', 3],
  ['אלף', 3],
  ['אלפים', 3],
  ['million', 6],
  ['מיליון', 6],
]);

export const IN_LETTERS = /* @__PURE__ */ new Map([
  ['אלף', '1000'],
  ['אלפיים', '2000'],
]);

/** Whether a number before the word is not a date: `1/2 kg`, `3.5 אלף`. */
export function isOfNumber(key: string): boolean {
  return MEASURES.has(key) || SCALES.has(key);
}

/** Whether a word is a plural, so that the number before it counts things: `coffees`, `פיצות`. */
export function isPlural(key: string): boolean {
  return /^[a-z]{3,}s$/.test(key)
    ? !/(?:ss|us|is|^gas)$/.test(key)
    : /[א-ת]{2}(?:ים|ות)$/.test(key) && !/^ה?(?:שכירות|צהריים|מים)$/.test(key);
}

const PAYMENTS = /^(?:payments?|instal?lments?|תשלומים|תשלום)$/;

/** Takes how many payments the amount is divided into: `in 10 payments`, `ב־10 תשלומים`. */
export function takePayments(words: Word[]): { payments?: string; words: Word[] } {
  for (const [index, { key }] of words.entries()) {
    const [, payments] = /^(?:ב[-־]?|ל[-־]?)?(\d{1,3})$/.exec(key) ?? [];
    if (payments === undefined || !PAYMENTS.test(words[index + 1]?.key ?? '')) continue;
    const isLed = /^(?:in|over|ב[-־]?)$/.test(words[index - 1]?.key ?? '');
    return { payments, words: take(words, isLed ? index - 1 : index, isLed ? 3 : 2) };
  }
  return { words };
}
