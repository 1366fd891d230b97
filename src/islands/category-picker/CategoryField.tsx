import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NO_NEW_CATEGORY } from '../../browser/core/forms/form-values.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { OccurrenceFailure } from '../dialog/StatePanels.tsx';
import { Field } from '../form/controls.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { FormParts, laterPart, lazyPart, mayHaveDraft, type NewCategoryProperties } from '../form/parts.tsx';
import { useTranslate, useWhenReleased } from '../hooks.ts';
import { CategoryPicker } from './CategoryPicker.tsx';
import type { SuggestionsProperties } from './Suggestions.tsx';

// Loaded once there is a description, so that the form itself is ready sooner. Offline nothing is suggested.
const Suggestions = laterPart<SuggestionsProperties>(
  async () => (await import('./Suggestions.tsx')).Suggestions,
);

const LoadedNewCategory = lazyPart<NewCategoryProperties>(
  async () => (await import('./NewCategory.tsx')).NewCategory,
  PageInstead,
);

function PageInstead() {
  return <OccurrenceFailure page={useFormContext().action} />;
}

const NEW_FIELDS = Object.keys(NO_NEW_CATEGORY) as (keyof typeof NO_NEW_CATEGORY)[];

/** How long Save waits for suggestions of the latest description, in ms. */
const LONGEST_WAIT = 500;

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
  const { NewCategory = LoadedNewCategory } = useContext(FormParts);
  const creator = useRef<() => Promise<boolean>>(undefined);
  const isNameAsked = useRef(false);
  const [startsOpen] = useState(
    () => Boolean(form.start.newCategoryName) || NEW_FIELDS.some((name) => form.errorOf(name)),
  );
  // A dialog loads them when they are opened; a draft may be filled in.
  const [opened, setOpened] = useState(() => startsOpen || !inDialog || mayHaveDraft());
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
    focusName();
  };
  const focusName = () => {
    const field = document.getElementById(form.idOf('newCategoryName'));
    isNameAsked.current = !field;
    field?.focus();
  };
  // A page posts these fields along with the others. A dialog saves only the transaction, so it creates a typed
  // category first.
  useEffect(() => {
    if (!inDialog) return;
    form.prepare.current = async () => {
      await Promise.race([settle.current?.(), new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
      const name = form.getValues().newCategoryName.trim();
      if (!name) return true;
      if (creator.current) return creator.current();
      beginNew(name);
      return false;
    };
  });
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
      <details
        className="disclosure new-category"
        ref={details}
        open={startsOpen || undefined}
        onToggle={() => setOpened(true)}
      >
        <summary>{t('transactions:picker.new')}</summary>
        {opened && (
          <NewCategory
            enhanced={enhanced}
            place={details}
            creator={creator}
            onArrival={() => isNameAsked.current && focusName()}
            onCreated={(category) => {
              if (!categories.some((other) => other.id === category.id)) form.addCategory(category);
              chooseAndReturn(category.id);
            }}
            onCancel={() => {
              discardNew();
              focusField();
            }}
          />
        )}
      </details>
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
