import type { DefaultKey } from '../defaults.ts';

export type KeywordGroup = 'food' | 'transport' | 'shopping' | 'utilities' | 'home' | 'other';

/** Folded words or phrases in descriptions of one default category; a star matches any ending of a word. */
export interface Keywords {
  key: DefaultKey;
  group: KeywordGroup;
  primary: readonly string[];
  secondary: readonly string[];
  merchants: readonly string[];
}

function keywords(key: DefaultKey, group: KeywordGroup, primary: string, secondary: string, merchants = '') {
  const list = (text: string) => text.split(',').filter(Boolean);
  return { key, group, primary: list(primary), secondary: list(secondary), merchants: list(merchants) };
}

/** In both languages; the merchants are Israeli ones and a few international ones. */
export const SUGGESTION_WORDS: readonly Keywords[] = [
  keywords(
    'groceries',
    'food',
    'grocer*,greengrocer,supermarket,מכולת,סופר,סופרמרקט,ירקן,ירקני*,אטליז',
    'milk,bread,egg,butcher,vegetable,fruit,meat,food,market,לחם,חלב,ביצים,ירקות,פירות,בשר,שוק,מצרכים',
    'shufersal,rami levy,victory,yochananof,osher ad,tiv taam,carrefour,lidl,aldi,tesco,walmart,trader joe,שופרסל,רמי לוי,ויקטורי,יוחננוף,אושר עד,טיב טעם,קרפור,יינות ביתן,מחסני השוק',
  ),
  keywords(
    'coffee',
    'food',
    'coffee,cafe,קפה',
    'espresso,latte,cappuccino,snack,pastry,croissant,bakery,מאפה,מאפיי*,חטיף,קפוצינו,אספרסו',
    'starbucks,aroma,cofix,arcaffe,costa,dunkin,ארומה,קופיקס,ארקפה,גרג,לנדוור,רולדין',
  ),
  keywords(
    'restaurants',
    'food',
    'restaurant,dinner,lunch,מסעדה,מסעדות',
    'pizza,burger,sushi,falafel,shawarma,breakfast,meal,delivery,פיצה,המבורגר,סושי,פלאפל,שווארמה,ארוחת,ארוחה,צהריים,חומוס',
    'wolt,10bis,mcdonald,mcdonalds,burger king,domino,dominos,kfc,uber eats,וולט,תן ביס,מקדונלדס,בורגר קינג,דומינוס,ג׳פניקה,בנדיקט',
  ),
  keywords(
    'car',
    'transport',
    'fuel,gas station,petrol,car,דלק,רכב,מכונית',
    'parking,garage,tyre,tire,car wash,toll,חניה,חנייה,מוסך,צמיג*,טסט,שטיפה,כביש 6',
    'paz,delek,sonol,dor alon,shell,bp,pango,cellopark,פז,סונול,דור אלון,פנגו,סלופארק',
  ),
  keywords(
    'public_transport',
    'transport',
    'bus,train,metro,taxi,אוטובוס*,רכבת,מונית',
    'ticket,fare,tram,ride,commute,נסיעה,נסיעות,כרטיסייה',
    'uber,lyft,gett,rav kav,egged,dan,moovit,bolt,גט,רב קו,אגד,יאנגו,מטרופולין,קווים',
  ),
  keywords(
    'clothing',
    'shopping',
    'cloth*,clothes,shoe,בגד*,נעל*,ביגוד',
    'shirt,dress,jeans,jacket,coat,fashion,חולצ*,שמלה,מכנס*,ג׳ינס,מעיל,אופנה',
    'zara,h m,castro,fox,nike,adidas,renuar,shein,זארה,קסטרו,פוקס,רנואר,נייק,אדידס,שיין,טרמינל איקס',
  ),
  keywords(
    'home_goods',
    'shopping',
    'furniture,furnishing,appliance,fridge,refrigerator,freezer,washing machine,dishwasher,air conditioner,רהיט*,ריהוט,מקרר*,מקפיא,מכונת כביסה,מדיח*,מייבש כביסה,מזגן,מזגנ*,מוצרי חשמל',
    'lamp,chair,table,sofa,mattress,kitchen,tool,oven,microwave,vacuum cleaner,מנורה,כיסא,שולחן,ספה,מזרן,ארון,תנור,מיקרוגל,שואב אבק,כלי בית',
    'ikea,home center,ace,amazon,ebay,aliexpress,איקאה,הום סנטר,אייס,אמזון,עלי אקספרס,קסטרו הום',
  ),
  keywords(
    'gifts',
    'shopping',
    'gift,present,donation,מתנה,מתנות,תרומ*',
    'birthday,wedding,charity,יום הולדת,חתונה,צדקה',
  ),
  keywords(
    'utilities',
    'utilities',
    'electric*,water bill,gas bill,חשמל,מים,גז',
    'utility,utilities,power,water,heating,bill,חשבון,חימום',
    'israel electric,iec,mekorot,supergas,amisragas,חברת החשמל,מי אביבים,הגיחון,סופרגז,אמישראגז,פזגז',
  ),
  keywords(
    'communication',
    'utilities',
    'internet,phone,mobile,cellular,אינטרנט,טלפון,סלולר*,תקשורת',
    'sim,data plan,wifi,router,חבילת גלישה,ראוטר',
    'cellcom,partner,pelephone,bezeq,hot mobile,golan telecom,verizon,vodafone,סלקום,פרטנר,פלאפון,בזק,הוט,גולן טלקום,019,רמי לוי תקשורת',
  ),
  keywords(
    'housing',
    'home',
    'rent,mortgage,שכירות,שכר דירה,משכנתא',
    'apartment,lease,landlord,property tax,house committee,דירה,ארנונה,ועד בית,בעל הבית',
  ),
  keywords(
    'health',
    'other',
    'doctor,pharmac*,medicine,רופא*,תרופ*,בית מרקחת',
    'dentist,clinic,hospital,vitamin*,glasses,פארם,שיניים,מרפאה,בית חולים,ויטמינ*,משקפיים',
    'super pharm,be pharm,clalit,maccabi,meuhedet,leumit,סופר פארם,ניו פארם,כללית,מכבי,מאוחדת,לאומית',
  ),
  keywords(
    'children',
    'other',
    'kindergarten,daycare,nanny,babysitter,גן ילדים,צהרון,מטפלת,בייביסיטר',
    'diaper,toy,baby,kid,children,חיתול*,צעצוע*,תינוק*,ילד*',
    'shilav,שילב,טויס אר אס',
  ),
  keywords(
    'education',
    'other',
    'school,tuition,course,university,בית ספר,שכר לימוד,קורס*,אוניברסיט*',
    'book,bookshop,bookstore,lesson,class,exam,ספר,ספרים,שיעור*,חוג,חוגים,מבחן',
    'udemy,coursera,steimatzky,סטימצקי,צומת ספרים',
  ),
  keywords(
    'entertainment',
    'other',
    'movie,cinema,concert,theater,סרט,קולנוע,הופעה,תיאטרון',
    'game,show,streaming,subscription,museum,משחק*,הצגה,מנוי,מוזיאון',
    'netflix,spotify,disney,youtube,steam,apple music,cinema city,yes planet,נטפליקס,ספוטיפיי,סינמה סיטי,יס פלאנט,דיסני',
  ),
  keywords(
    'sport',
    'other',
    'gym,fitness,sport,חדר כושר,כושר,ספורט',
    'yoga,pilates,swimming,tennis,football,יוגה,פילאטיס,שחייה,טניס,כדורגל',
    'holmes place,decathlon,הולמס פלייס,דקטלון',
  ),
  keywords(
    'travel',
    'other',
    'flight,hotel,vacation,holiday,טיסה,מלון,חופשה',
    'airport,trip,tour,luggage,שדה תעופה,טיול,נופש,מזוודה',
    'booking,airbnb,el al,israir,ryanair,wizz air,expedia,אל על,ישראייר,ארקיע,בוקינג',
  ),
  keywords(
    'insurance',
    'other',
    'insurance,ביטוח*',
    'policy,premium,פוליס*,פרמיה',
    'harel,migdal,menora,phoenix,הראל,מגדל,מנורה,הפניקס,ליברה,ביטוח ישיר',
  ),
  keywords(
    'fees_taxes',
    'other',
    'tax,fee,fine,מס הכנסה,עמל*,קנס*,דמי ניהול,דמי ניהול חשבון,דמי פעולה,דמי כרטיס,הקצאת אשראי,פעולה בערוץ ישיר,עמ פעולה,עמ ניהול,account fee',
    'bank,government,licence,license,stamp,בנק,אגר*,רישיון',
  ),
  keywords(
    'salary',
    'other',
    'salary,wage,payroll,משכורת,שכר',
    'bonus,paycheck,overtime,בונוס,תלוש,שעות נוספות,זיכוי שכר,זיכוי משכורת',
  ),
  keywords(
    'freelance',
    'other',
    'freelance,invoice,client,פרילנס,חשבונית,לקוח',
    'project,consulting,gig,פרויקט,ייעוץ',
  ),
  keywords(
    'allowances',
    'other',
    'allowance,benefit,grant,קצבה,קצבת,מענק',
    'child benefit,unemployment,דמי אבטלה,דמי לידה',
    'national insurance,ביטוח לאומי',
  ),
  keywords(
    'interest',
    'other',
    'interest,dividend,ריבית,דיבידנד*',
    'deposit,savings,investment,פיקדון,חיסכון,השקע*',
  ),
  keywords(
    'refunds',
    'other',
    'refund,cashback,החזר*,זיכוי,ביטול עסקה',
    'return,reimbursement,rebate,החזר מס',
  ),
  keywords('gifts_received', 'other', 'gift,present,מתנה,מתנות', 'birthday,wedding,יום הולדת,חתונה'),
  keywords('rent_received', 'other', 'rent,tenant,שכירות,שוכר*,שכר דירה', 'apartment,lease,דירה'),
];
