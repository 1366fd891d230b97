import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CategoryChoice } from '../../stores/categories.ts';
import { Field } from '../form/controls.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { laterPart } from '../form/parts.tsx';
import { useTranslate, useWhenReleased } from '../hooks.ts';
import { CategoryPicker } from './CategoryPicker.tsx';
import { NewCategory } from './NewCategory.tsx';
import type { SuggestionsProperties } from './Suggestions.tsx';

// Loaded once there is a description, so that the form itself is ready sooner. Offline nothing is suggested.
const Suggestions = laterPart<SuggestionsProperties>(
  async () => (await import('./Suggestions.tsx')).Suggestions,
);

/**
 * The category: a list of all, and fields for a new one. Once hydrated, a search field replaces the list on screen; the
 * list is still what is posted. Both show only categories of the chosen type.
 */
export function CategoryField() {
  const { t, categories, inDialog, ...form } = useFormContext();
  const label = t('transactions:form.category');
  const id = form.idOf('categoryId');
  const details = useRef<HTMLDetailsElement>(null);
  const takeFirst = useRef<() => void>(undefined);
  const settle = useRef<() => Promise<void>>(undefined);
  // A filled-in transaction has its category already, which must not be replaced by a suggestion.
  const decided = useRef(Boolean(form.start.description || form.start.categoryId));
  // The picker, which then takes the id, replaces the list while that is not in use.
  const enhanced = useWhenReleased(inDialog || form.isReady, `select[id="${id}"]:focus`);
  const { categoryId, description } = useFormValues();
  const [begun, setBegun] = useState(false);
  if (description && !begun) setBegun(true);
  const chosen = categories.find((category) => category.id === categoryId);
  const offered = useOffered(chosen);
  const [opened, setOpened] = useState(!inDialog);
  const isInvalid = form.errorOf('categoryId') ? true : undefined;
  const invalid = { 'aria-invalid': isInvalid, 'aria-describedby': isInvalid && `${id}-error` };

  const discardNew = () => {
    if (form.getValues().newCategoryName) form.fill('newCategoryName', '');
    if (details.current) details.current.open = false;
  };
  // The last choice wins: values for a new category are discarded.
  const chooseInstead = (chosenId: string) => {
    decided.current = true;
    discardNew();
    form.fill('categoryId', chosenId);
  };
  const focusField = () => document.getElementById(id)?.focus();
  // The pressed button disappears.
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
      <Field name="categoryId" label={label} optional={t('transactions:form.optional')}>
        <CategorySelect
          {...invalid}
          id={enhanced ? `${id}-value` : id}
          hidden={enhanced}
          categories={offered}
        />
        {enhanced && (
          <CategoryPicker
            {...invalid}
            id={id}
            label={label}
            categories={offered}
            chosen={chosen}
            takeFirst={takeFirst}
            onChoose={chooseInstead}
            onCreate={beginNew}
          />
        )}
      </Field>
      {enhanced && begun && (
        <Suggestions
          categories={offered}
          decided={decided}
          takeFirst={takeFirst}
          settle={settle}
          onChoose={chooseAndReturn}
        />
      )}
      <NewCategory
        enhanced={enhanced}
        place={details}
        settle={settle}
        opened={opened}
        onOpen={() => setOpened(true)}
        onCreated={(category) => {
          if (!categories.some((other) => other.id === category.id)) form.addCategory(category);
          chooseAndReturn(category.id);
        }}
        onCancel={() => {
          discardNew();
          focusField();
        }}
      />
    </div>
  );
}

// After hydration: the categories of the form's type, and of the chosen one's if they differ. Changing the type
// deselects the chosen one.
function useOffered(chosen: CategoryChoice | undefined): CategoryChoice[] {
  const { categories, ...form } = useFormContext();
  const { type } = useFormValues();
  const before = useRef(form.isReady ? type : undefined);
  const deselectOther = useEffectEvent(() => {
    if (chosen && chosen.type !== type) form.fill('categoryId', '');
  });
  useEffect(() => {
    if (!form.isReady) return;
    if (before.current !== undefined && before.current !== type) deselectOther();
    before.current = type;
  }, [type, form.isReady]);
  if (!form.isReady || !type) return categories;
  return categories.filter((category) => category.type === type || category.type === chosen?.type);
}

interface SelectProperties {
  id: string;
  /** Whether it only holds the value behind the picker, which has its id. */
  hidden: boolean;
  categories: CategoryChoice[];
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

function CategorySelect({ categories, ...attributes }: SelectProperties) {
  const t = useTranslate();
  const form = useFormContext();
  const { categoryId } = useFormValues();
  const order =
    form.start.type === 'income' ? (['income', 'expense'] as const) : (['expense', 'income'] as const);
  return (
    <select
      {...attributes}
      className="input"
      name="categoryId"
      value={categoryId}
      onChange={(event) => form.choose('categoryId', event.target.value)}
    >
      <option value="">{t('transactions:form.noCategory')}</option>
      {order.map((groupType) => {
        const group = categories.filter((category) => category.type === groupType);
        return (
          group.length > 0 && (
            <optgroup label={t(`transactions:form.${groupType}Categories`)} key={groupType}>
              {group.map(({ id, name, language }) => (
                <option value={id} lang={language} key={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </select>
  );
}
