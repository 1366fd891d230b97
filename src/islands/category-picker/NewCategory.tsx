import { loadTexts } from 'virtual:dialog-texts/appearance';
import { type KeyboardEvent, type RefObject, useContext, useEffect, useEffectEvent, useState } from 'react';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { creation } from '../../browser/core/request/creation.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { GENERAL_FAILURES } from '../../i18n/error-catalogue.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import { TextField } from '../form/controls.tsx';
import { useFormContext } from '../form/island-form.tsx';
import { FormParts, lazyPart, type NewCategoryProperties } from '../form/parts.tsx';
import type { AppearanceProperties } from './AppearanceFields.tsx';
import { findNamed } from './options.ts';

const FIELDS: Record<string, 'newCategoryName' | 'newCategoryColor' | 'newCategoryIcon'> = {
  name: 'newCategoryName',
  color: 'newCategoryColor',
  icon: 'newCategoryIcon',
};

// If it cannot be loaded, the appearance is derived from the name.
const LoadedAppearance = lazyPart<AppearanceProperties>(async () => {
  const parts = [import('./AppearanceFields.tsx'), loadTexts()] as const;
  const [{ AppearanceFields }, texts] = await Promise.all(parts);
  return (properties) => <AppearanceFields {...properties} texts={texts} />;
});

/** The fields of a new category, which the form around creates when posted, or with scripts a button. */
export function NewCategory({ place, ...properties }: NewCategoryProperties) {
  const { enhanced, creator, onArrival } = properties;
  const { t } = useFormContext();
  const { AppearanceFields = LoadedAppearance } = useContext(FormParts);
  const { sending, error, setError, create } = useCategoryCreation(place, properties.onCreated);
  useEffect(() => {
    creator.current = create;
  });
  const arrive = useEffectEvent(onArrival);
  useEffect(() => void arrive(), []);

  const createOnEnter = (event: KeyboardEvent) => {
    if (!enhanced || event.key !== 'Enter') return;
    event.preventDefault();
    void create();
  };
  return (
    <div className="new-category-fields">
      <TextField
        name="newCategoryName"
        label={t('transactions:picker.newName')}
        hint={t('transactions:picker.newHint')}
        onKeyDown={createOnEnter}
        onInput={() => setError('')}
      />
      <AppearanceFields enhanced={enhanced} />
      {enhanced && (
        <div>
          <div role="alert">{error && <p className="error pb-3">{messageText(t, error)}</p>}</div>
          <div className="button-row">
            <button
              className="button button-small"
              type="button"
              aria-disabled={sending || undefined}
              onClick={() => void create()}
            >
              {t(sending ? 'transactions:picker.creating' : 'transactions:picker.createButton')}
            </button>
            <button className="button button-small button-quiet" type="button" onClick={properties.onCancel}>
              {t('transactions:form.cancel')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

function useCategoryCreation(
  place: RefObject<HTMLDetailsElement | null>,
  onCreated: (category: CategoryChoice) => void,
) {
  const form = useFormContext();
  const [make] = useState(categoryMaker);
  const [sending, setSending] = useState(false);
  /** A text key or a text that is about no field. */
  const [error, setError] = useState('');

  const refuse = (error: unknown) => {
    const errors = error instanceof ApiError ? error.fields : [];
    const ofFields = errors.filter(({ field }) => FIELDS[field]);
    for (const { field, message } of ofFields) form.setError(FIELDS[field] ?? 'newCategoryName', message);
    if (ofFields.length === 0)
      setError(errors[0]?.message ?? failureText(error, GENERAL_FAILURES.OPERATION_FAILED));
  };
  const show = () => {
    if (place.current) place.current.open = true;
    document.getElementById(form.idOf('newCategoryName'))?.focus();
  };

  const create = async (): Promise<boolean> => {
    if (sending) return false;
    const { newCategoryName, newCategoryColor: color, newCategoryIcon: icon, type } = form.getValues();
    const name = newCategoryName.trim();
    if (!name) {
      form.setError('newCategoryName', 'transactions:picker.nameRequired');
      show();
      return false;
    }
    setSending(true);
    setError('');
    for (const field of Object.values(FIELDS)) form.clearError(field);
    try {
      onCreated(await make({ name, color, icon, type }));
      return true;
    } catch (error) {
      refuse(error);
      show();
      return false;
    } finally {
      setSending(false);
    }
  };
  return { create, sending, error, setError };
}

/** Without colour or icon they are derived from the name. */
type Values = Record<'name' | 'color' | 'icon' | 'type', string>;

interface Answer {
  category: CategoryChoice;
}

// If a category of that name exists already, such as from another tab, it is used.
function categoryMaker() {
  const { create } = creation();
  return async (values: Values): Promise<CategoryChoice> => {
    const change = ({ category: { id } }: Answer) =>
      api<Answer>(`/categories/${id}`, { method: 'PUT', body: values });
    try {
      return (await create('/categories', values, change)).category;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'CATEGORY_EXISTS')) throw error;
      const sameType = (await loadCategories()).filter(({ type }) => type === values.type);
      const existing = findNamed(sameType, values.name);
      if (existing) return existing;
      throw error;
    }
  };
}
