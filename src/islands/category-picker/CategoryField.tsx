import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CategoryChoice } from '../../stores/categories.ts';
import { Field } from '../form/Field.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useWhenReleased } from '../interaction/use-when-released.ts';
import { useTranslate } from '../use-translate.ts';
import { CategoryPicker } from './CategoryPicker.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { NewCategory } from './NewCategory.tsx';
import { Suggestions } from './Suggestions.tsx';

interface CategoryProperties {
  form: IslandForm;
  categories: CategoryChoice[];
  /** A category was made that is not among them yet. */
  onMade: (category: CategoryChoice) => void;
  inDialog: boolean;
}

/**
 * The category: a list of all, and fields for a new one. Once the island runs, a field to search in replaces the list on
 * screen; the list is still what is posted. Both show only categories of the chosen type.
 */
export function CategoryField({ form, categories, onMade, inDialog }: CategoryProperties) {
  const t = useTranslate();
  const label = t('transactions:form.category');
  const id = form.idOf('categoryId');
  const select = useRef<HTMLSelectElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const enhanced = useEnhanced(select, inDialog, id);
  const { categoryId } = useFormValues(form);
  const chosen = categories.find((category) => category.id === categoryId);
  const offered = useOffered(form, categories, chosen);
  const [opened, setOpened] = useState(!inDialog);
  const error = form.errorOf('categoryId');
  const faulty = {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error && `${id}-error`,
  };

  const giveUpNew = () => {
    if (form.values().newCategoryName) form.fill('newCategoryName', '');
    if (details.current) details.current.open = false;
  };
  // What is chosen last counts: a new category that was begun is given up.
  const chooseInstead = (chosenId: string) => {
    giveUpNew();
    form.fill('categoryId', chosenId);
  };
  const focusField = () => document.getElementById(id)?.focus();
  // What was pressed to choose it goes away.
  const chooseAndReturn = (chosenId: string) => {
    chooseInstead(chosenId);
    focusField();
  };
  const beginNew = (name: string) => {
    flushSync(() => setOpened(true));
    form.fill('newCategoryName', name);
    if (details.current) details.current.open = true;
    document.getElementById(form.idOf('newCategoryName'))?.focus();
  };
  return (
    <div className="category-field">
      <Field form={form} name="categoryId" label={label}>
        <CategorySelect
          {...faulty}
          id={enhanced ? `${id}-value` : id}
          hidden={enhanced}
          ref={select}
          form={form}
          categories={offered}
        />
        {enhanced && (
          <CategoryPicker
            {...faulty}
            id={id}
            label={label}
            categories={offered}
            chosen={chosen}
            onChoose={chooseInstead}
            onCreate={beginNew}
          />
        )}
      </Field>
      {enhanced && <Suggestions form={form} categories={offered} onChoose={chooseAndReturn} />}
      <NewCategory
        form={form}
        inDialog={inDialog}
        enhanced={enhanced}
        place={details}
        opened={opened}
        onOpen={() => setOpened(true)}
        onCreated={(category) => {
          if (!categories.some((known) => known.id === category.id)) onMade(category);
          chooseAndReturn(category.id);
        }}
        onCancel={() => {
          giveUpNew();
          focusField();
        }}
      />
    </div>
  );
}

// Once the form is alive, the categories of its type, and those of the chosen one where that is of the other type. Such
// a category is given up when the person changes the type.
function useOffered(
  form: IslandForm,
  categories: CategoryChoice[],
  chosen: CategoryChoice | undefined,
): CategoryChoice[] {
  const { type } = useFormValues(form);
  const before = useRef(form.isReady ? type : undefined);
  const giveUpOther = useEffectEvent(() => {
    if (chosen && chosen.type !== type) form.fill('categoryId', '');
  });
  useEffect(() => {
    if (!form.isReady) return;
    if (before.current !== undefined && before.current !== type) giveUpOther();
    before.current = type;
  }, [type, form.isReady]);
  if (!form.isReady || !type) return categories;
  return categories.filter((category) => category.type === type || category.type === chosen?.type);
}

/**
 * Whether the plain list may be replaced by the picker, which then has the id: at once in a dialog; in a page once the
 * island is there and nobody is just choosing from the list.
 */
function useEnhanced(select: RefObject<HTMLSelectElement | null>, atOnce: boolean, id: string): boolean {
  const [wanted, setWanted] = useState(atOnce);
  useEffect(() => {
    const element = select.current;
    if (!element) return;
    const leave = () => {
      setWanted(true);
      // Somebody had come to the list at the very moment when it was hidden, and the browser took the focus away.
      if (element.hidden) queueMicrotask(() => document.getElementById(id)?.focus());
    };
    if (!element.matches(':focus')) setWanted(true);
    element.addEventListener('blur', leave);
    return () => element.removeEventListener('blur', leave);
  }, [select, id]);
  return useWhenReleased(wanted);
}
