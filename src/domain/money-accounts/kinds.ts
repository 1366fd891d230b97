import type { AccountRow } from '../../db/tables.ts';
import type { CategoryIcon } from '../../ui/icons/names.ts';

type AccountKind = AccountRow['kind'];

export const ACCOUNT_KINDS = [
  'bank',
  'cash',
  'credit_card',
  'savings',
  'loan',
  'other',
] as const satisfies AccountKind[];

/** The icon and colour of a new account whose person chose none. */
export const KIND_LOOKS: Record<AccountKind, { icon: CategoryIcon; color: string }> = {
  bank: { icon: 'Landmark', color: '#3B82F6' },
  cash: { icon: 'Banknote', color: '#16A34A' },
  credit_card: { icon: 'CreditCard', color: '#8B5CF6' },
  savings: { icon: 'PiggyBank', color: '#0D9488' },
  loan: { icon: 'HandCoins', color: '#EF4444' },
  other: { icon: 'Wallet', color: '#6366F1' },
};

/** For an account that was never checked against the bank. */
export const NEVER_CHECKED = { checked_until: null, checked_balance: null, checked_at: null } as const;
