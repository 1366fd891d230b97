import type { CategoryIcon } from '../../../ui/icons/names.ts';
import { isWord, wordsOf } from '../words.ts';
import { DEFAULT_COLOR, DEFAULT_ICON } from './appearance.ts';

interface Appearance {
  icon: string;
  color: string;
}

/** By the first rule that has one of the name's words, in English or Hebrew. */
export function deriveAppearance(name: string): Appearance {
  const words = wordsOf(name);
  const rule = APPEARANCE_WORDS.find(({ keys }) =>
    keys.some((key) => words.some((word) => isWord(word, key))),
  );
  return { icon: rule?.icon ?? DEFAULT_ICON, color: rule?.color ?? DEFAULT_COLOR };
}

interface Rule {
  icon: CategoryIcon;
  color: string;
  /** Folded words; a star matches any ending. */
  keys: readonly string[];
}

function rule(icon: CategoryIcon, color: string, words: string): Rule {
  return { icon, color, keys: words.split(' ') };
}

/** Narrower meanings first. */
export const APPEARANCE_WORDS: readonly Rule[] = [
  rule('ShieldCheck', '#0891B2', 'insurance insured ביטוח* פוליס*'),
  rule(
    'GraduationCap',
    '#6366F1',
    'education school university college tuition course study studies לימוד* חינוך אוניברסיט* מכללה קורס* שיעור*',
  ),
  rule(
    'Baby',
    '#65A30D',
    'baby babies kid child children kindergarten daycare nursery diaper ילד* ילדים תינוק* גן גנים צהרון מעון קייטנ* חיתול*',
  ),
  rule(
    'Heart',
    '#EC4899',
    'pet dog cat vet veterinar* wedding love donation charit* חיות כלב* חתול* וטרינר* חתונ* אהבה תרומ* צדקה',
  ),
  rule('Pill', '#EC4899', 'pharmac* medicine medication pill vitamin* drugstore תרופ* ויטמינ* מרקחת'),
  rule(
    'Stethoscope',
    '#EC4899',
    'doctor clinic dentist dental therap* psycholog* רופא* מרפא* שיניים שינים טיפול* פסיכולוג* קופת',
  ),
  rule('HeartPulse', '#EC4899', 'health medical wellness בריאות רפוא*'),
  rule('Dumbbell', '#65A30D', 'sport gym fitness workout yoga pilates swim* ספורט כושר יוגה פילאטיס שחי*'),
  rule('Fuel', '#EF4444', 'fuel gas petrol gasoline diesel charging דלק בנזין סולר תדלוק'),
  rule('CircleParking', '#3B82F6', 'parking toll חני* חנייה כביש'),
  rule('Bus', '#0891B2', 'bus transit commut* transport transportation אוטובוס* תחבורה נסיעות'),
  rule('TrainFront', '#0891B2', 'train rail* metro subway רכבת מטרו'),
  rule('Bike', '#65A30D', 'bike bicycle cycling scooter אופניים קורקינט'),
  rule('Car', '#EF4444', 'car auto vehicle taxi uber garage מכונית רכב אוטו מונית מוניות מוסך טסט'),
  rule(
    'Plane',
    '#3B82F6',
    'travel trip flight vacation holiday hotel airbnb abroad נסיעה טיול* טיסה טיסות חופש* מלון מלונות נופש חול',
  ),
  rule('Coffee', '#B45309', 'coffee cafe tea espresso starbucks קפה תה קפיטריה'),
  rule('Pizza', '#EA580C', 'pizza fastfood takeaway takeout delivery snack פיצה משלוח* חטיפ* טייקאוויי'),
  rule('Wine', '#8B5CF6', 'wine alcohol bar pub drink cocktail יין אלכוהול בר פאב משקאות'),
  rule(
    'CakeSlice',
    '#EC4899',
    'cake bakery dessert sweet birthday עוגה עוגות מאפי* מאפייה קינוח* מתוק* יומולדת הולדת',
  ),
  rule(
    'Utensils',
    '#0D9488',
    'restaurant dining dinner lunch breakfast food eating meal מסעדה מסעדות אוכל ארוח* מזון',
  ),
  rule('Carrot', '#EA580C', 'vegetable fruit greengrocer ירקות ירק פירות ירקן'),
  rule('ShoppingCart', '#16A34A', 'grocer* supermarket market makolet מכולת סופר סופרמרקט מצרכים שוק'),
  rule('Shirt', '#EA580C', 'cloth* clothes fashion shoe apparel בגד* ביגוד אופנה נעל* הלבשה'),
  rule(
    'Scissors',
    '#EC4899',
    'hair haircut barber beauty salon cosmetic* manicure nail שיער מספרה תספורת יופי קוסמטיק* מניקור טיפוח',
  ),
  rule('Gem', '#8B5CF6', 'jewel* gem luxury תכשיט* יוקרה'),
  rule('Gift', '#EC4899', 'gift present מתנה מתנות'),
  rule('Zap', '#A16207', 'electric* power utilit* bill חשמל חשבונות'),
  rule('Droplets', '#0891B2', 'water sewage מים ביוב'),
  rule('Flame', '#EA580C', 'heating boiler חימום גז דוד'),
  rule('Wifi', '#8B5CF6', 'internet wifi broadband hosting cloud אינטרנט ענן'),
  rule('Phone', '#8B5CF6', 'phone mobile cellular telecom communication טלפון סלולר* נייד תקשורת'),
  rule('Tv', '#8B5CF6', 'tv television netflix streaming subscription טלוויזיה סטרימינג מנוי מנויים נטפליקס'),
  rule('Wrench', '#A16207', 'repair maintenance plumb* handyman תיקון תיקונים תחזוק* שרברב* אינסטלט* הנדימן'),
  rule('Hammer', '#B45309', 'renovation construction diy tool שיפוץ שיפוצים בניי* כלי'),
  rule('Sofa', '#0D9488', 'furniture decor homeware household appliance ריהוט רהיט* עיצוב'),
  rule('Bath', '#0D9488', 'clean* laundry ניקיון נקיון כביסה מכבסה'),
  rule('Key', '#3B82F6', 'rent rental lease שכירות שכד'),
  rule('House', '#3B82F6', 'home house housing apartment mortgage דירה בית משכנתא משכנתה דיור ארנונה ועד'),
  rule(
    'Laptop',
    '#6366F1',
    'computer laptop software tech* electronic* freelance app gadget מחשב* תוכנה תוכנות טכנולוגי* אלקטרוניק* פרילנס אפליקצי*',
  ),
  rule(
    'Film',
    '#8B5CF6',
    'movie cinema film theater theatre entertainment סרט סרטים קולנוע תיאטרון בידור בילוי בילויים',
  ),
  rule('Music', '#8B5CF6', 'music concert spotify instrument מוזיקה מוסיקה הופעה הופעות'),
  rule('Gamepad2', '#6366F1', 'game gaming playstation xbox toy משחק* צעצוע*'),
  rule('BookOpen', '#B45309', 'book magazine newspaper library reading ספר ספרים עיתון עיתונים ספריה'),
  rule('Palette', '#EC4899', 'art hobby hobbies craft אמנות תחביב* יצירה'),
  rule('Camera', '#6366F1', 'photo* camera צילום מצלמ*'),
  rule('PartyPopper', '#EC4899', 'party celebration event festival מסיב* חגיג* אירוע* חג חגים'),
  rule('PiggyBank', '#0891B2', 'saving savings interest pension חיסכון חסכון חסכונות ריבית פנסי* גמל'),
  rule(
    'TrendingUp',
    '#16A34A',
    'invest* stock dividend crypto bitcoin trading profit השקע* מניה מניות דיבידנד* קריפטו ביטקוין רווח*',
  ),
  rule('Landmark', '#EA580C', 'tax* bank fee fine government מס מסים מיסים בנק עמלה עמלות אגר* קנס* ממשל*'),
  rule('CreditCard', '#6366F1', 'credit card debt loan אשראי כרטיס חוב חובות הלווא*'),
  rule('HandCoins', '#16A34A', 'refund cashback allowance grant benefit החזר* זיכוי* קצב* מענק* קיצב* דמי'),
  rule(
    'Briefcase',
    '#16A34A',
    'salary wage paycheck work job income business bonus שכר משכורת עבודה הכנס* עסק* בונוס',
  ),
  rule('ShoppingBag', '#EA580C', 'shop shopping mall amazon purchase קניות קניון שופינג רכישות'),
  rule('Wallet', '#A16207', 'cash pocket wallet money מזומן כיס ארנק כסף'),
];
