import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { CategoryPicker } from '../category-picker/CategoryPicker.tsx';
import { CategorySelect } from '../category-picker/CategorySelect.tsx';
import { NewCategory } from '../category-picker/NewCategory.tsx';
import type { NewCategoryErrors, NewCategoryValues } from '../category-picker/new-category.ts';
import { Suggestions } from '../category-picker/Suggestions.tsx';
import { useChosenCategory } from '../category-picker/use-chosen-category.ts';
import { useEnhanced } from '../category-picker/use-enhanced.ts';
import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import { useChosenType } from './use-chosen-type.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface CategoryProperties {
  form: TransactionFormState;
  value: string;
  /** The type the form came with. */
  type: string;
  categories: CategoryChoice[];
  /** A category was made that is not among them yet. */
  onMade: (category: CategoryChoice) => void;
  newCategory: NewCategoryValues;
  newCategoryErrors: NewCategoryErrors;
  idPrefix: string;
  inDialog: boolean;
}

/**
 * The category: a list of all, and fields for a new one. Once the island runs, a field to search in stands before the
 * list, which goes on holding the value, and shows only categories of the chosen type.
 */
export function CategoryField({
  form,
  value,
  type,
  categories,
  onMade,
  idPrefix,
  inDialog,
  ...given
}: CategoryProperties) {
  const say = useSay();
  const label = say('transactions:form.category');
  const select = useRef<HTMLSelectElement>(null);
  const details = useRef<HTMLDetailsElement>(null);
  const enhanced = useEnhanced(select, inDialog, form.idOf('categoryId'));
  const [wanted, setWanted] = useState<{ name: string } | null>(null);
  const control = form.bind('categoryId');
  const { chosen, choose } = useChosenCategory(select, value);
  const types = useChosenType(control.id, categories, () => choose(''));
  const ofType = categories.filter((category) => types.includes(category.type));

  // What is chosen last counts: a new category that was begun is given up.
  const chooseInstead = (id: string) => {
    giveUpNew(details.current);
    choose(id);
  };
  // What was pressed to choose it goes away.
  const chooseAndReturn = (id: string) => {
    chooseInstead(id);
    document.getElementById(control.id)?.focus();
  };
  const [made, setMade] = useState<CategoryChoice | null>(null);
  // The list must have it before it can be chosen there.
  const chooseMade = useEffectEvent(chooseAndReturn);
  useEffect(() => {
    if (made) chooseMade(made.id);
  }, [made]);
  return (
    <div className="category-field">
      <Field form={form} name="categoryId" label={label}>
        <CategorySelect
          control={control}
          element={select}
          hidden={enhanced}
          value={value}
          type={type}
          categories={ofType}
        />
        {enhanced && (
          <CategoryPicker
            id={control.id}
            label={label}
            categories={ofType}
            chosen={categories.find(({ id }) => id === chosen)}
            onChoose={chooseInstead}
            onCreate={(name) => setWanted({ name })}
            aria-invalid={control['aria-invalid']}
            aria-describedby={control['aria-describedby']}
          />
        )}
      </Field>
      {enhanced && (
        <Suggestions id={control.id} categories={ofType} chosen={chosen} onChoose={chooseAndReturn} />
      )}
      <NewCategory
        idPrefix={idPrefix}
        values={given.newCategory}
        errors={given.newCategoryErrors}
        inDialog={inDialog}
        enhanced={enhanced}
        place={details}
        wanted={wanted}
        onCreated={(category) => {
          if (!categories.some(({ id }) => id === category.id)) onMade(category);
          setMade(category);
        }}
        onCancel={() => {
          giveUpNew(details.current);
          document.getElementById(control.id)?.focus();
        }}
      />
    </div>
  );
}

function giveUpNew(details: HTMLDetailsElement | null): void {
  const name = details?.querySelector<HTMLInputElement>('[name=newCategoryName]');
  if (name?.value) {
    name.value = '';
    name.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (details) details.open = false;
}
