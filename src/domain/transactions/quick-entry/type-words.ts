import type { TransactionType } from '../../schemas.ts';
import { isMonth } from './read-date.ts';

const list = (words: string) => new Set(words.split(','));

const INCOME = list(
  'salary,wage,wages,paycheck,payday,bonus,refund,refunded,cashback,reimbursement,reimbursed,rebate,income,dividend,' +
    'dividends,stipend,received,earned,sold,got paid,got from,was paid,paid me,freelance,pension,cash back,child benefit,' +
    'unemployment,scholarship,winnings,' +
    'משכורת,משכורות,שכר,בונוס,החזר,החזרים,החזרי,זיכוי,זכייה,הכנסה,הכנסות,קיבלתי,קצבה,קצבת,קצבאות,מלגה,מענק,דיבידנד,מכרתי,' +
    'מכירת,שילמו לי,פרילנס,פנסיה,דמי אבטלה,דמי לידה',
);

/** Words beside an income word that make it an expense: `no refund`, `income tax`. */
const BEFORE = list('no,not,without,pay,paid,paying,בלי,ללא,לא,אין,מס,שילמתי,עמלת,ביטוח,כרטיס,קרן,דמי');
const AFTER = list(
  'fee,fees,tax,taxes,card,loan,insurance,bill,invoice,fine,parcel,package,to,fund,contribution,contributions,plan,' +
    'protection,out,slip,track,' +
    'דירה,לימוד,טרחה,טרחת,סופרים,הלוואה,הלוואות,חוב,חובות,משכנתא,חשבון,חשבונית,קנס,דוח,דו"ח,חבילה,משלוח',
);

/** Incomes that may also be paid to others, `החזר לדנה`, and recipients that exclude that. */
const PAID_TO_OTHERS = list('משכורת,משכורות,שכר,בונוס,החזר,החזרים');
const NO_RECIPIENTS = list('לי,לנו,לחודש,לחשבון,לכרטיס');

/** The type that a description implies: `tax refund` is an income, `refund fee` an expense. */
export function typeInWords(keys: readonly string[]): TransactionType | undefined {
  const words = keys.filter((key) => key && !/^(?:a|an|the|my)$/.test(key));
  const types = words.flatMap((word, index) => {
    const length = INCOME.has(`${word} ${words[index + 1]}`) ? 2 : 1;
    const bare = INCOME.has(word) ? word : word.replace(/^ה(?=.{3})/, '');
    if (length === 1 && !INCOME.has(bare)) return [];
    const next = words[index + length] ?? '';
    const isExpense =
      BEFORE.has(words[index - 1] ?? '') ||
      isChargedOn(words, index) ||
      AFTER.has(next) ||
      (PAID_TO_OTHERS.has(bare) && isToRecipient(next));
    return [isExpense ? ('expense' as const) : ('income' as const)];
  });
  return types.includes('income') ? 'income' : types[0];
}

/** `tax on dividend` */
function isChargedOn(words: readonly string[], index: number): boolean {
  const charge = words[index - 2] ?? '';
  return /^(?:on|על)$/.test(words[index - 1] ?? '') && (AFTER.has(charge) || BEFORE.has(charge));
}

function isToRecipient(word: string): boolean {
  return /^ל[א-ת]/.test(word) && !NO_RECIPIENTS.has(word) && !isMonth(word);
}
