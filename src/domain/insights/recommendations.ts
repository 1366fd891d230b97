/** A larger share without a category, or larger growth of spending, is worth a recommendation. */
export const UNCATEGORIZED_ABOVE = 0.3;
export const GROWTH_ABOVE = 0.2;

export type AdviceType =
  | 'verify_transactions'
  | 'review_duplicates'
  | 'spending_increase'
  | 'categorize_transactions';

/** A recommendation before it is translated; `value` is a count, or the share that spending has grown by. */
export interface Advice {
  type: AdviceType;
  priority: 'high' | 'medium' | 'low';
  value: number;
}

interface Findings {
  totalAnalyzed: number;
  highRiskCount: number;
  potentialDuplicates: number;
  uncategorized: number;
  growth: number | null;
}

/** The recommendations, the most urgent first. */
export function adviceFor(findings: Findings): Advice[] {
  const { totalAnalyzed, highRiskCount, potentialDuplicates, uncategorized, growth } = findings;
  const advice: (Advice & { isDue: boolean })[] = [
    { type: 'verify_transactions', priority: 'high', value: highRiskCount, isDue: highRiskCount > 0 },
    {
      type: 'review_duplicates',
      priority: 'medium',
      value: potentialDuplicates,
      isDue: potentialDuplicates > 0,
    },
    {
      type: 'spending_increase',
      priority: 'medium',
      value: growth ?? 0,
      isDue: growth !== null && growth > GROWTH_ABOVE,
    },
    {
      type: 'categorize_transactions',
      priority: 'low',
      value: uncategorized,
      isDue: uncategorized / totalAnalyzed > UNCATEGORIZED_ABOVE,
    },
  ];
  return advice.filter(({ isDue }) => isDue).map(({ isDue: _due, ...due }) => due);
}
