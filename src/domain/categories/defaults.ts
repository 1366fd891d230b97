import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { CategoryIcon } from '../../ui/icons/names.ts';
import { newId } from '../id.ts';
import { later } from '../instants.ts';
import { OPENING, TRANSFER } from '../ledger/reserved-categories.ts';
import { type TransactionType, TYPES } from '../schemas.ts';
import { findCategory, insertCategories } from './categories.queries.ts';
import { categoryName } from './name.ts';

/** The name is the text `categories:default.<key>`. */
interface DefaultCategory {
  key: string;
  type: TransactionType;
  icon: CategoryIcon;
  color: string;
}

const EXPENSES = [
  { key: 'groceries', icon: 'ShoppingCart', color: '#16A34A' },
  { key: 'housing', icon: 'House', color: '#3B82F6' },
  { key: 'utilities', icon: 'Zap', color: '#65A30D' },
  { key: 'communication', icon: 'Phone', color: '#6366F1' },
  { key: 'coffee', icon: 'Coffee', color: '#B45309' },
  { key: 'restaurants', icon: 'Utensils', color: '#EA580C' },
  { key: 'car', icon: 'Car', color: '#8B5CF6' },
  { key: 'public_transport', icon: 'Bus', color: '#0891B2' },
  { key: 'health', icon: 'HeartPulse', color: '#EF4444' },
  { key: 'children', icon: 'Baby', color: '#EC4899' },
  { key: 'education', icon: 'GraduationCap', color: '#0D9488' },
  { key: 'clothing', icon: 'Shirt', color: '#8B5CF6' },
  { key: 'home_goods', icon: 'Sofa', color: '#A16207' },
  { key: 'entertainment', icon: 'Film', color: '#EF4444' },
  { key: 'sport', icon: 'Dumbbell', color: '#65A30D' },
  { key: 'travel', icon: 'Plane', color: '#0891B2' },
  { key: 'gifts', icon: 'Gift', color: '#EC4899' },
  { key: 'insurance', icon: 'ShieldCheck', color: '#0D9488' },
  { key: 'fees_taxes', icon: 'Landmark', color: '#6366F1' },
  { key: 'other_expense', icon: 'Tag', color: '#B45309' },
] as const;

const INCOME = [
  { key: 'salary', icon: 'Briefcase', color: '#16A34A' },
  { key: 'freelance', icon: 'Laptop', color: '#8B5CF6' },
  { key: 'allowances', icon: 'Baby', color: '#EA580C' },
  { key: 'interest', icon: 'PiggyBank', color: '#0891B2' },
  { key: 'refunds', icon: 'HandCoins', color: '#EF4444' },
  { key: 'gifts_received', icon: 'Gift', color: '#65A30D' },
  { key: 'rent_received', icon: 'House', color: '#6366F1' },
  { key: 'other_income', icon: 'Coins', color: '#A16207' },
] as const;

export type DefaultKey = (typeof EXPENSES)[number]['key'] | (typeof INCOME)[number]['key'];

/**
 * In the order in which they are offered; neighbours differ in colour, and so do those that most people spend most on,
 * because they are beside each other in charts.
 */
export const DEFAULT_CATEGORIES: readonly (DefaultCategory & { key: DefaultKey })[] = [
  ...EXPENSES.map((category) => ({ ...category, type: 'expense' as const })),
  ...INCOME.map((category) => ({ ...category, type: 'income' as const })),
];

export async function createDefaults(db: Db, userId: string, now: Date): Promise<void> {
  const rows = DEFAULT_CATEGORIES.map((category, index) =>
    // One millisecond apart, so that they are ordered by creation.
    defaultRow(category, { userId, id: newId(later(now, index)), now }),
  );
  await insertCategories(db, rows);
}

export function createOpeningCategories(tx: Tx, userId: string, now: Date): Promise<void> {
  const category = { key: 'opening_balance', icon: 'Landmark', color: '#6366F1' } as const;
  return createHidden(tx, { userId, ids: OPENING, now }, category);
}

export function createTransferCategories(tx: Tx, userId: string, now: Date): Promise<void> {
  const category = { key: 'transfer', icon: 'Landmark', color: '#6366F1' } as const;
  return createHidden(tx, { userId, ids: TRANSFER, now }, category);
}

/** One of each type, unless they are there. */
async function createHidden(
  tx: Tx,
  { userId, ids, now }: { userId: string; ids: Record<TransactionType, string>; now: Date },
  category: Omit<DefaultCategory, 'type'>,
): Promise<void> {
  if (await findCategory(tx, userId, ids.income)) return;
  const rows = TYPES.map((type) => {
    return { ...defaultRow({ ...category, type }, { userId, id: ids[type], now }), is_hidden: 1 };
  });
  await insertCategories(tx, rows);
}

function defaultRow(
  { key, type, icon, color }: DefaultCategory,
  { userId, id, now }: { userId: string; id: string; now: Date },
): CategoryRow {
  return {
    user_id: userId,
    id,
    default_key: key,
    name: categoryName({ default_key: key, name: '' }, 'en'),
    name_key: `default:${key}`,
    type,
    language: 'en',
    icon,
    color,
    description: null,
    is_archived: 0,
    is_hidden: 0,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}
