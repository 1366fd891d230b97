import type { DayRow } from './rows.ts';

/** A kind of unplanned purchase; amounts in minor units. */
export interface Habit {
  category: NonNullable<DayRow['category']>;
  /** Purchases per week. */
  weekly: number;
  /** Weekdays on which it is more likely; 0 is Sunday. */
  busyDays?: readonly number[];
  /** Also on days of rest. */
  always?: true;
  from: number;
  to: number;
  ends: 'shekels' | 'tenths' | 'anyhow';
  hours: readonly [from: number, to: number];
  merchants: readonly (string | null)[];
  descriptions: readonly string[];
  /** Sometimes used instead of the description. */
  items?: readonly string[];
  notes?: readonly string[];
  returnable?: true;
}

export const HABITS: readonly Habit[] = [
  {
    category: 'groceries',
    weekly: 2.2,
    busyDays: [4, 5],
    from: 12_000,
    to: 88_000,
    ends: 'anyhow',
    hours: [8, 21],
    merchants: ['שופרסל דיל', 'רמי לוי', 'יוחננוף', 'ויקטורי'],
    descriptions: ['קניות שבועיות', 'קנייה גדולה לשבת', 'סופר', 'Weekly groceries'],
    items: ['ירקות', 'מוצרי חלב', 'עוף ודגים', 'חיתולים', 'חומרי ניקוי', 'קטניות', 'פירות'],
    notes: ['כולל מתנה לשכנה', 'מבצע 1+1 על הגבינות', 'Split with Grandma, she pays back half'],
    returnable: true,
  },
  {
    category: 'groceries',
    weekly: 2.6,
    from: 890,
    to: 9_400,
    ends: 'tenths',
    hours: [7, 22],
    merchants: ['מכולת נחום', 'AM:PM', null],
    descriptions: ['מכולת', 'השלמות', 'חלב ולחם', 'Milk and bread'],
    items: ['חלב', 'לחם', 'ביצים', 'קוטג׳', 'bananas', 'yoghurt', 'חומוס'],
  },
  {
    category: 'groceries',
    weekly: 0.9,
    busyDays: [2, 5],
    from: 3_000,
    to: 18_000,
    ends: 'tenths',
    hours: [7, 14],
    merchants: ['שוק תלפיות', 'ירקניית הכרמל', null],
    descriptions: ['ירקות ופירות מהשוק', 'Market: vegetables', 'זיתים, תבלינים ופיצוחים'],
  },
  {
    category: 'coffee',
    weekly: 3.4,
    from: 900,
    to: 4_800,
    ends: 'shekels',
    hours: [7, 18],
    merchants: ['ארומה', 'קפה גרג', 'קופיקס', 'Cafe Louise', 'לחם ארז'],
    descriptions: ['קפה', 'קפה ומאפה', 'Coffee', 'Cappuccino and a croissant', 'סנדוויץ׳'],
  },
  {
    category: 'restaurants',
    weekly: 1.3,
    busyDays: [4, 5],
    always: true,
    from: 5_600,
    to: 46_000,
    ends: 'shekels',
    hours: [12, 23],
    merchants: ['חומוס סעיד', 'פיצה רומא', 'Giraffe', 'סושי באר', 'וולט', 'המזללה'],
    descriptions: ['ארוחת ערב', 'צהריים', 'משלוח', 'Dinner out', 'Lunch with colleagues', 'פיצה לילדים'],
    notes: ['יום נישואין', 'Tip included', 'התחלקנו עם דנה ויוסי'],
  },
  {
    category: 'car',
    weekly: 0.8,
    always: true,
    from: 14_000,
    to: 36_000,
    ends: 'anyhow',
    hours: [6, 23],
    merchants: ['פז', 'דלק', 'סונול', 'Ten'],
    descriptions: ['דלק', 'Fuel', 'תדלוק מלא'],
  },
  {
    category: 'car',
    weekly: 0.7,
    from: 600,
    to: 6_500,
    ends: 'tenths',
    hours: [8, 22],
    merchants: ['פנגו', 'סלופארק', 'חניון קניון חיפה'],
    descriptions: ['חניה', 'Parking', 'שטיפת רכב'],
  },
  {
    category: 'public_transport',
    weekly: 2.4,
    from: 600,
    to: 3_200,
    ends: 'tenths',
    hours: [6, 22],
    merchants: ['רב-קו', 'רכבת ישראל', 'אגד', 'Moovit'],
    descriptions: ['אוטובוס', 'רכבת לתל אביב', 'טעינת רב-קו', 'Train to Tel Aviv'],
  },
  {
    category: 'health',
    weekly: 0.6,
    from: 1_200,
    to: 21_000,
    ends: 'tenths',
    hours: [8, 21],
    merchants: ['סופר-פארם', 'Be', 'מכבי פארם'],
    descriptions: ['בית מרקחת', 'תרופות', 'Pharmacy', 'רופא שיניים, השתתפות עצמית'],
    items: ['משחת שיניים', 'אקמולי לילדים', 'קרם הגנה', 'vitamin D'],
    returnable: true,
  },
  {
    category: 'children',
    weekly: 0.7,
    from: 1_500,
    to: 24_000,
    ends: 'tenths',
    hours: [9, 20],
    merchants: ['שילב', 'כפר השעשועים', 'Toys R Us', null],
    descriptions: ['צעצועים', 'ג׳ימבורי', 'בגדים לגן', 'Babysitter', 'Children’s books'],
    returnable: true,
  },
  {
    category: 'clothing',
    weekly: 0.4,
    from: 4_990,
    to: 52_000,
    ends: 'tenths',
    hours: [10, 22],
    merchants: ['קסטרו', 'פוקס', 'Zara', 'H&M', 'נעלי גלי'],
    descriptions: ['נעליים', 'חולצות', 'Winter coat', 'מכנסיים', 'Running shoes'],
    returnable: true,
  },
  {
    category: 'home_goods',
    weekly: 0.4,
    from: 2_500,
    to: 94_000,
    ends: 'tenths',
    hours: [9, 21],
    merchants: ['איקאה', 'הום סנטר', 'ACE', 'KSP', 'AliExpress'],
    descriptions: ['מדף לסלון', 'כלי מטבח', 'Light bulbs', 'מצעים', 'USB cables', 'צבע לחדר הילדים'],
    notes: ['אחריות לשנתיים, החשבונית במגירה', 'Warranty: 12 months'],
    returnable: true,
  },
  {
    category: 'entertainment',
    weekly: 0.5,
    always: true,
    from: 2_900,
    to: 26_000,
    ends: 'shekels',
    hours: [15, 23],
    merchants: ['יס פלאנט', 'סינמטק חיפה', 'Eventim', 'מדעטק'],
    descriptions: ['קולנוע', 'Cinema', 'הצגה', 'כרטיסים להופעה', 'Science museum'],
  },
  {
    category: 'gifts',
    weekly: 0.3,
    from: 5_000,
    to: 40_000,
    ends: 'shekels',
    hours: [9, 21],
    merchants: ['סטימצקי', 'פרחי הגליל', null],
    descriptions: ['מתנה ליום הולדת', 'Birthday present', 'פרחים', 'מתנה לחתונה של נועה ועידו'],
    returnable: true,
  },
  {
    category: 'education',
    weekly: 0.2,
    from: 2_900,
    to: 19_000,
    ends: 'tenths',
    hours: [9, 22],
    merchants: ['צומת ספרים', 'Udemy', 'קרביץ'],
    descriptions: ['ספרים', 'ציוד לבית הספר', 'Online course'],
    returnable: true,
  },
  {
    category: 'other_expense',
    weekly: 0.4,
    from: 500,
    to: 30_000,
    ends: 'shekels',
    hours: [8, 21],
    merchants: [null, 'דואר ישראל', 'כספומט'],
    descriptions: ['משיכת מזומן', 'משלוח חבילה', 'Haircut', 'Shoe repair', 'מפתחות'],
  },
];
