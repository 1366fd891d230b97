import { type RefObject, useLayoutEffect, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import { useTranslate } from '../use-translate.ts';
import { type Suggestion, useSuggestions } from './use-suggestions.ts';

const MOST = 3;

/** How sure a suggestion must be to be filled in: one earlier choice for the same description, and no other. */
const SURE = 0.75;

export interface SuggestionsProperties {
  form: IslandForm;
  categories: CategoryChoice[];
  /** Whether the person has decided about the category, so that nothing is filled in. */
  decided: RefObject<boolean>;
  /** Set here to what chooses the first suggestion, while any are shown. */
  takeFirst: RefObject<(() => void) | undefined>;
  /** Set here to what waits for the suggestions of the latest description. */
  settle: RefObject<(() => Promise<void>) | undefined>;
  onChoose: (id: string) => void;
}

/**
 * The category that surely fits the description is filled in, until the person chooses one themselves or none; others
 * that fit are buttons.
 */
export function Suggestions({
  form,
  categories,
  decided,
  takeFirst,
  settle,
  onChoose,
}: SuggestionsProperties) {
  const t = useTranslate();
  const values = useFormValues(form);
  const [filled, setFilled] = useState('');
  const fill = (found: Suggestion[]) => {
    const { categoryId, newCategoryName } = form.values();
    if (decided.current || newCategoryName || (categoryId && categoryId !== filled)) return;
    const sure = sureOf(found);
    const id = categories.some((category) => category.id === sure) ? sure : '';
    setFilled(id);
    if (id !== categoryId) form.fill('categoryId', id);
  };
  const suggested = useWhenReleased(useSuggestions(form, settle, fill))
    .flatMap(({ category_id }) => categories.filter((category) => category.id === category_id))
    .slice(0, MOST);
  const shown = values.categoryId ? [] : suggested;
  const [first] = shown;
  const [taken, setTaken] = useState<CategoryChoice>();
  const chosen = categories.find(({ id }) => id === values.categoryId);
  const isTaken = chosen && chosen.id === taken?.id;
  const isFilled = useWhenReleased(chosen !== undefined && chosen.id === filled && !decided.current);
  useLayoutEffect(() => {
    takeFirst.current =
      first &&
      (() => {
        setTaken(first);
        onChoose(first.id);
      });
  });
  return (
    <>
      {shown.length > 0 && (
        <fieldset className="presets">
          <legend className="visually-hidden">{t('transactions:picker.suggestions')}</legend>
          <span className="hint" aria-hidden="true">
            {t('transactions:picker.suggested')}
          </span>
          {shown.map((category) => (
            <button
              className="preset"
              type="button"
              lang={category.language}
              onClick={() => onChoose(category.id)}
              key={category.id}
            >
              <bdi>{category.name}</bdi>
            </button>
          ))}
        </fieldset>
      )}
      <p className={isTaken || isFilled ? 'hint' : 'visually-hidden'}>
        <span aria-live="polite">
          {isTaken && t('transactions:picker.taken', { name: chosen.name })}
          {isFilled && chosen && t('transactions:picker.filled', { name: chosen.name })}
          {shown.length > 0 &&
            `${t('transactions:picker.suggestions')}: ${shown.map(({ name }) => name).join(', ')}`}
        </span>{' '}
        {isFilled && (
          <button className="preset" type="button" onClick={() => onChoose('')}>
            {t('transactions:picker.remove')}
          </button>
        )}
      </p>
    </>
  );
}

/** The id of a suggestion that is sure, and surer than the next; empty without one. */
function sureOf([first, second]: Suggestion[]): string {
  const isSure = first && first.confidence >= SURE && first.confidence !== second?.confidence;
  return isSure ? first.category_id : '';
}
