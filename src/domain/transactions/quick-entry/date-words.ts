const table = <Value>(rows: [Value, string][]) =>
  new Map(rows.flatMap(([value, words]) => words.split(',').map((word) => [word, value] as const)));

export const DAYS_AWAY = table([
  [-2, 'day before yesterday,שלשום'],
  [-1, 'yesterday,last night,אתמול,אמש'],
  [0, 'today,tonight,this morning,this afternoon,this evening,היום,הבוקר,הערב,הלילה'],
  [1, 'tomorrow,מחר'],
  [2, 'day after tomorrow,מחרתיים'],
]);

/** Parts of a day, which may follow a date: `yesterday evening`. */
export const DAY_PARTS = new Set([
  ...['morning', 'noon', 'afternoon', 'evening', 'night'],
  ...['בבוקר', 'בצהריים', 'אחה"צ', 'בערב', 'בלילה'],
]);

export const UNITS = table<{ days: number } | { months: number }>([
  [{ days: 1 }, 'day,days,night,nights,יום,ימים,לילות'],
  [{ days: 7 }, 'week,weeks,שבוע,שבועות'],
  [{ months: 1 }, 'month,months,חודש,חודשים'],
  [{ months: 12 }, 'year,years,שנה,שנים'],
]);

/** Single words for two of a unit. */
export const PAIRS = new Map([
  ['יומיים', 'יום'],
  ['שבועיים', 'שבוע'],
  ['חודשיים', 'חודש'],
  ['שנתיים', 'שנה'],
]);

export const HALF_YEARS = ['half a year', 'half year', 'חצי שנה'];

export const DAYS_OF_MONTHS = table([
  [1, 'first,ראשון,אחד'],
  [2, 'second,שני'],
  [3, 'third,שלישי'],
  [4, 'fourth,רביעי'],
  [5, 'fifth,חמישי'],
  [10, 'tenth,עשירי'],
  [15, 'fifteenth'],
  [20, 'twentieth'],
]);

export const COUNTS = table([
  [1, 'a,an,one'],
  [2, 'two,שני,שתי'],
  [3, 'three,שלושה,שלוש'],
  [4, 'four,ארבעה,ארבע'],
  [5, 'five,חמישה,חמש'],
  [6, 'six,שישה,שש'],
  [7, 'seven,שבעה,שבע'],
  [8, 'eight,שמונה'],
  [9, 'nine,תשעה,תשע'],
  [10, 'ten,עשרה,עשר'],
  [11, 'eleven'],
  [12, 'twelve'],
]);

export type Which = 'last' | 'this' | 'next';

export const WHICH = table<Which>([
  ['last', 'last,שעבר,שעברה'],
  ['this', 'this,הזה,הקרוב,הקרובה'],
  ['next', 'next,הבא,הבאה'],
]);

/** By day of the week, Sunday first. */
export const WEEKDAYS = table(
  [
    'sunday,ראשון',
    'monday,שני',
    'tuesday,שלישי',
    'wednesday,רביעי',
    'thursday,חמישי',
    'friday,שישי',
    'saturday,שבת',
  ].map((names, day) => [day, names]),
);

/** Short names that are also ordinary words, so they count only after `on`, `last`, `next` or `יום`. */
export const WORDS_AS_WELL = /^(?:sun|sat|.')$/;

export const SHORT_WEEKDAYS = table(
  ["sun,א'", "mon,ב'", "tue,tues,ג'", "wed,ד'", "thu,thur,thurs,ה'", "fri,ו'", "sat,ש'"].map((names, day) => [
    day,
    names,
  ]),
);

/** Words that turn the name of a day into another name. */
export const BEFORE_NAMES = new Set(['black', 'cyber', 'good', 'easter', 'super']);

export const MONTHS = table(
  [
    'january,jan,ינואר',
    'february,feb,פברואר',
    'march,mar,מרץ,מרס',
    'april,apr,אפריל',
    'may,מאי',
    'june,jun,יוני',
    'july,jul,יולי',
    'august,aug,אוגוסט',
    'september,sep,sept,ספטמבר',
    'october,oct,אוקטובר',
    'november,nov,נובמבר',
    'december,dec,דצמבר',
  ].map((names, month) => [month + 1, names]),
);

/** Says that something recurs, while a line adds it once: `netflix monthly`, `נטפליקס כל חודש`. */
export const RECURRING =
  /(?<!\S)(?:(?:every|each|כל|מדי) (?:day|week|month|year|יום|שבוע|חודש|שנה)(?!\S)|(?:daily|weekly|monthly|yearly|annually)(?=$| [^a-z\s]*\d))/i;
