import { useEffect, useState } from 'react';
import { type CategoryChoice, loadCategories, loadCategory } from '../../stores/categories.ts';
import { loadTemplate } from '../../stores/templates.ts';
import { faultOf } from '../transaction/fault-of.ts';
import type { Texts } from '../transaction/texts.ts';
import { loadWizardTexts } from './load-texts.ts';
import type { WizardTemplate } from './template-values.ts';

interface Found {
  /** The series that is edited. */
  template: WizardTemplate | undefined;
  categories: CategoryChoice[];
  texts: Texts;
}

type Answer = Found | { failure: string };

/** Fetches what the wizard needs in a dialog: its texts, the categories, and the series that it edits. */
export function useWizardData(
  id: string | undefined,
  language: string,
): { data: Answer | 'loading'; retry: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<{ attempt: number; answer: Answer }>();
  useEffect(() => {
    let current = true;
    const take = (answer: Answer) => current && setAnswered({ attempt, answer });
    fetchAll(id, language).then(take, (error) => take({ failure: faultOf(error) }));
    return () => {
      current = false;
    };
  }, [id, language, attempt]);
  return {
    data: answered?.attempt === attempt ? answered.answer : 'loading',
    retry: () => setAttempt((before) => before + 1),
  };
}

async function fetchAll(id: string | undefined, language: string): Promise<Found> {
  const [template, categories, texts] = await Promise.all([
    id === undefined ? undefined : loadTemplate(id),
    loadCategories(),
    loadWizardTexts(language),
  ]);
  const own = template?.category_id;
  // An archived category is offered only where it is the chosen one: saving must not take it away.
  const isOffered = !own || categories.some((category) => category.id === own);
  return { template, categories: isOffered ? categories : [...categories, await loadCategory(own)], texts };
}
