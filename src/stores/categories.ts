import type { TemplateData } from '../api/shapes/recurring.ts';
import type { TransactionData } from '../api/shapes/transactions.ts';
import { ApiError } from '../browser/core/request/request.ts';
import { NEUTRAL_COLOR } from '../ui/charts/colors.ts';
import { read } from './cached-reads.ts';

export interface CategoryChoice {
  id: string;
  name: string;
  /** The name by language; a person's own categories have one name. */
  localized_name: Record<string, string>;
  type: 'expense' | 'income';
  icon: string;
  color: string;
  language: string;
}

type Chosen = Partial<Pick<TransactionData, 'category_id' | 'category_name'>> & {
  type?: TemplateData['type'];
};

let latest: CategoryChoice[] = [];

/**
 * The person's categories, plus the transaction's own even if it is archived or for opening balances, so that saving
 * keeps it. Without a connection, those that this page showed before.
 * @throws ApiError when they are refused; the next call tries again
 */
export async function loadCategories(of?: Chosen): Promise<CategoryChoice[]> {
  const chosen = of?.category_id;
  const has = (categories: CategoryChoice[]) => !chosen || categories.some(({ id }) => id === chosen);
  try {
    const { categories } = await read<Answer>('categories', '/categories');
    latest = categories;
    if (has(categories)) return categories;
    const all = await read<Answer>('categories', '/categories?archived=true&hidden=true');
    return [...categories, ...all.categories.filter(({ id }) => id === chosen)];
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 0)) throw error;
    return has(latest) ? latest : [...latest, unknownCategory(of)];
  }
}

interface Answer {
  categories: CategoryChoice[];
}

function unknownCategory({ category_id, category_name, type: kind }: Chosen = {}): CategoryChoice {
  const type = kind === 'income' ? kind : 'expense';
  const name = category_name ?? '?';
  const language = document.documentElement.lang;
  const appearance = { icon: 'Tag', color: NEUTRAL_COLOR, language };
  return { id: category_id ?? '', name, localized_name: { [language]: name }, type, ...appearance };
}
