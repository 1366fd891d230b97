import { folded } from '../folded-text.ts';
import type { RuleInput } from './rule-input.ts';

/** As used in descriptions, merchants and categories, in both languages. */
const KEYWORDS = {
  food: [
    'food grocery groceries supermarket market restaurant restaurants cafe coffee bakery pizza burger lunch dinner',
    'breakfast bread milk falafel hummus sushi snack',
    'אוכל מזון מכולת סופר סופרמרקט שוק מסעדה מסעדות קפה מאפייה פיצה המבורגר צהריים ארוחה ארוחת לחם חלב פלאפל חומוס',
    'סושי קניות לבית',
  ],
  transport: [
    'transport transportation car fuel gas petrol diesel bus train tram taxi uber parking toll garage metro subway',
    'תחבורה רכב דלק בנזין סולר אוטובוס רכבת מונית חניה חנייה חניון מוסך טסט',
  ],
  shopping: [
    'shopping clothes clothing shoes shirt mall store shop electronics furniture amazon ikea',
    'בגדים ביגוד הנעלה נעליים חולצה קניון חנות אלקטרוניקה רהיטים ריהוט אמזון איקאה',
  ],
  utilities: [
    'utilities electricity water internet phone mobile communication heating bill bills cellular',
    'חשמל מים ארנונה אינטרנט טלפון סלולר סלולרי תקשורת גז חשבון חשבונות ועד',
  ],
};

export type Group = keyof typeof KEYWORDS;

const AGREES = 0.9;
const UNKNOWN = 0.5;
const DISAGREES = 0.2;

const GROUPS = Object.entries(KEYWORDS).map(([group, lists]) => ({
  group: group as Group,
  words: new Set(lists.join(' ').split(' ')),
}));

/** The group with the most words in the text; null without any, or if two groups have equally many. */
export function groupOf(text: string): Group | null {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = GROUPS.map(({ group, words: groupWords }) => ({
    group,
    count: words.filter((word) => groupWords.has(word) || groupWords.has(withoutPrefix(word))).length,
  })).sort((one, other) => other.count - one.count);
  const [first, second] = counts;
  return first && first.count > (second?.count ?? 0) ? first.group : null;
}

// Hebrew writes "in", "the", "and" and "from" as one letter before the word.
function withoutPrefix(word: string): string {
  return /^[בהולמש]\p{Script=Hebrew}{2}/u.test(word) ? word.slice(1) : word;
}

/**
 * How likely the category is right, from 0 to 1: 0 without one, 0.9 if its name and the transaction's words belong to
 * the same group, 0.2 if they belong to different groups, 0.5 if either belongs to none.
 */
export function categoryConfidence(
  { description, merchant_name }: Pick<RuleInput, 'description' | 'merchant_name'>,
  categoryName: string | null,
): number {
  if (categoryName === null) return 0;
  const described = groupOf(`${description} ${merchant_name ?? ''}`);
  const named = groupOf(categoryName);
  if (!described || !named) return UNKNOWN;
  return described === named ? AGREES : DISAGREES;
}
