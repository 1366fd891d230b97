import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CategoryChoice } from '../../stores/categories.ts';
import { ApiError } from '../api-client.ts';
import { faultOf } from '../transaction/fault-of.ts';
import { categoryMaker } from './create-category.ts';

/** Text keys or words, for the field they belong to or for all. */
type Faults = Partial<Record<'name' | 'color' | 'icon' | 'form', string>>;

const REQUIRED: Faults = { name: 'transactions:picker.nameRequired' };

/** Makes the category that the fields in a place describe, and says what went wrong. */
export function useCategoryCreation(
  place: RefObject<HTMLDetailsElement | null>,
  inDialog: boolean,
  onCreated: (category: CategoryChoice) => void,
) {
  const [make] = useState(categoryMaker);
  const [faults, setFaults] = useState<Faults>({});
  const [sending, setSending] = useState(false);
  const busy = useRef(false);

  const refuse = (found: Faults) => {
    setFaults(found);
    if (!place.current) return;
    place.current.open = true;
    nameIn(place.current)?.focus();
  };
  const create = async (): Promise<boolean> => {
    const form = place.current?.closest('form');
    if (!form || busy.current) return false;
    const wanted = fieldsOf(form);
    if (!wanted.name) {
      refuse(REQUIRED);
      return false;
    }
    busy.current = true;
    setSending(true);
    setFaults({});
    try {
      onCreated(await make(wanted));
      return true;
    } catch (error) {
      refuse(faultsOf(error));
      return false;
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  useCreationBeforeSaving(place, inDialog, create);

  return { create, faults, sending, forgive: () => setFaults({}) };
}

// A page posts these fields along with the others. A dialog saves the transaction alone: what was typed here and not
// made yet is made first, so that Save means all that is seen.
function useCreationBeforeSaving(
  place: RefObject<HTMLDetailsElement | null>,
  inDialog: boolean,
  create: () => Promise<boolean>,
): void {
  const createFirst = useEffectEvent(async (event: Event) => {
    const form = place.current?.closest('form');
    if (!form || !fieldsOf(form).name) return;
    event.preventDefault();
    event.stopPropagation();
    if (await create()) form.requestSubmit();
  });
  useEffect(() => {
    const form = inDialog ? place.current?.closest('form') : null;
    if (!form) return;
    const listen = (event: Event) => void createFirst(event);
    form.addEventListener('submit', listen);
    return () => form.removeEventListener('submit', listen);
  }, [inDialog, place]);
}

function fieldsOf(form: HTMLFormElement) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return {
    name: text('newCategoryName'),
    color: text('newCategoryColor'),
    icon: text('newCategoryIcon'),
    type: text('type'),
  };
}

function nameIn(place: HTMLElement): HTMLInputElement | null {
  return place.querySelector('[name=newCategoryName]');
}

function faultsOf(error: unknown): Faults {
  const fields = error instanceof ApiError ? error.fields : [];
  const known = fields.filter(({ field }) => ['name', 'color', 'icon'].includes(field));
  if (known.length > 0) return Object.fromEntries(known.map(({ field, message }) => [field, message]));
  return { form: fields[0]?.message ?? faultOf(error) };
}
