import type { AstroGlobal } from 'astro';
import type { StoredRule } from '../../domain/rules/rules.ts';
import type { Condition } from '../../domain/rules/schema.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import type { namesForRules } from './_rule-page.ts';

type Names = Awaited<ReturnType<typeof namesForRules>>;

/** A rule as a person reads it: what it looks for, and what it does. */
export function ruleInWords(
  { conditions, actions }: Pick<StoredRule, 'conditions' | 'actions'>,
  { categories, accounts }: Names,
  { locals: { t, format } }: AstroGlobal,
): { when: string; does: string } {
  const nameOf = (rows: { id: string; name: string }[], id: string) =>
    isolated(rows.find((row) => row.id === id)?.name ?? t('rules:part.missing'));
  const money = (minor: number) => isolatedAmount(format.money(minor));
  function conditionInWords(condition: Condition): string {
    switch (condition.field) {
      case 'text':
      case 'payee':
        return t(`rules:part.${condition.field}_${condition.operator}`, { value: isolated(condition.value) });
      case 'account':
        return t('rules:part.account', { name: nameOf(accounts, condition.value) });
      case 'type':
        return t(`common:${condition.value}`);
      case 'amount': {
        if (condition.operator === 'is') return t('rules:part.amountIs', { amount: money(condition.value) });
        const [from, to] = condition.value;
        if (from === null) return t('rules:part.amountTo', { to: money(to ?? 0) });
        if (to === null) return t('rules:part.amountFrom', { from: money(from) });
        return t('rules:part.amountBetween', { from: money(from), to: money(to) });
      }
    }
  }
  const { category_id, merchant_name, notes, account_to, leave_out } = actions;
  const does = [
    ...(category_id ? [t('rules:part.category', { name: nameOf(categories, category_id) })] : []),
    ...(merchant_name ? [t('rules:part.merchant_name', { name: isolated(merchant_name) })] : []),
    ...(notes ? [t('rules:part.notes', { name: isolated(notes) })] : []),
    ...(account_to ? [t('rules:part.account_to', { name: nameOf(accounts, account_to) })] : []),
    ...(leave_out ? [t('rules:part.leave_out')] : []),
  ];
  return { when: conditions.map(conditionInWords).join(' · '), does: does.join(' · ') };
}
