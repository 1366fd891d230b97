import { type RefObject, useState } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { creation } from '../../browser/core/request/creation.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { GENERAL_FAILURES } from '../../i18n/error-catalogue.ts';
import { type CategoryChoice, loadCategories } from '../../stores/categories.ts';
import type { IslandForm } from '../form/use-island-form.ts';
import { findNamed } from './options.ts';

const FIELDS: Record<string, FormField> = {
  name: 'newCategoryName',
  color: 'newCategoryColor',
  icon: 'newCategoryIcon',
};

/** Creates the category that the form describes, and shows the errors. */
export function useCategoryCreation(
  form: IslandForm,
  place: RefObject<HTMLDetailsElement | null>,
  onCreated: (category: CategoryChoice) => void,
) {
  const [make] = useState(categoryMaker);
  const [sending, setSending] = useState(false);

  const refuse = (error: unknown) => {
    const faults = error instanceof ApiError ? error.fields : [];
    const known = faults.filter(({ field }) => FIELDS[field]);
    for (const { field, message } of known) form.blame(FIELDS[field] ?? 'newCategoryName', message);
    if (known.length === 0)
      form.blame(
        'root.newCategory',
        faults[0]?.message ?? failureText(error, GENERAL_FAILURES.OPERATION_FAILED),
      );
  };
  const show = () => {
    if (place.current) place.current.open = true;
    document.getElementById(form.idOf('newCategoryName'))?.focus();
  };

  /** Returns whether it was created. */
  const create = async (): Promise<boolean> => {
    if (sending) return false;
    const wanted = wantedIn(form);
    if (!wanted.name) {
      form.blame('newCategoryName', 'transactions:picker.nameRequired');
      show();
      return false;
    }
    setSending(true);
    for (const field of Object.values(FIELDS)) form.clearError(field);
    try {
      onCreated(await make(wanted));
      return true;
    } catch (error) {
      refuse(error);
      show();
      return false;
    } finally {
      setSending(false);
    }
  };
  return { create, sending };
}

/** The typed values of a category; without colour or icon they are derived from the name. */
interface Wanted {
  name: string;
  color: string;
  icon: string;
  type: string;
}

function wantedIn(form: IslandForm): Wanted {
  const { newCategoryName, newCategoryColor, newCategoryIcon, type } = form.values();
  return { name: newCategoryName.trim(), color: newCategoryColor, icon: newCategoryIcon, type };
}

interface Answer {
  category: CategoryChoice;
}

// If one of that name exists already, the API returns it.
function categoryMaker() {
  const { create } = creation();
  return async (wanted: Wanted): Promise<CategoryChoice> => {
    try {
      const result = await create('/categories', wanted, ({ category }: Answer) => change(category, wanted));
      return 'changed' in result ? result.changed : result.created.category;
    } catch (error) {
      const existing = error instanceof ApiError && error.code === 'CATEGORY_EXISTS' && (await find(wanted));
      if (existing) return existing;
      throw error;
    }
  };
}

async function change({ id }: CategoryChoice, wanted: Wanted): Promise<CategoryChoice> {
  return (await api<Answer>(`/categories/${id}`, { method: 'PUT', body: wanted })).category;
}

// It may have been created in another tab since the list was fetched.
async function find({ name, type }: Wanted): Promise<CategoryChoice | undefined> {
  const categories = await loadCategories();
  return findNamed(
    categories.filter((category) => category.type === type),
    name,
  );
}
