import { type KeyboardEvent, type RefObject, useContext, useEffect, useState } from 'react';
import { messageText } from '../../browser/core/texts/translate.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { Field } from '../form/Field.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { AppearanceFieldsContext } from './AppearanceFieldsContext.tsx';
import { useCategoryCreation } from './use-category-creation.ts';

interface NewCategoryProperties {
  form: IslandForm;
  inDialog: boolean;
  /** Whether the picker is shown, so that a category can be created without sending the form. */
  enhanced: boolean;
  place: RefObject<HTMLDetailsElement | null>;
  /** Waits for the suggestions of the latest description, one of which may be filled in. */
  settle: RefObject<(() => Promise<void>) | undefined>;
  /** Whether the fields are rendered. */
  opened: boolean;
  onOpen: () => void;
  onCreated: (category: CategoryChoice) => void;
  onCancel: () => void;
}

/** How long Save waits for what fits the description that was typed last, in ms. */
const LONGEST_WAIT = 500;

const FIELDS = ['newCategoryName', 'newCategoryColor', 'newCategoryIcon'] as const;

/**
 * Name, colour and icon of a new category. They are fields of the surrounding form, which creates the category when it
 * is posted; with scripts a button creates it before.
 */
export function NewCategory({ form, place, settle, ...properties }: NewCategoryProperties) {
  const t = useTranslate();
  const AppearanceFields = useContext(AppearanceFieldsContext);
  const { sending, create } = useCategoryCreation(form, place, properties.onCreated);
  const { inDialog, enhanced } = properties;
  const [startsOpen] = useState(() => Boolean(form.start.newCategoryName) || FIELDS.some(form.errorOf));

  // A page posts these fields along with the others. A dialog saves the transaction alone: a category typed here is
  // created first, so that Save covers everything on the screen.
  useEffect(() => {
    if (!inDialog) return;
    form.prepare.current = async () => {
      await Promise.race([settle.current?.(), new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
      return !form.values().newCategoryName.trim() || create();
    };
  });

  const createOnEnter = (event: KeyboardEvent) => {
    if (!enhanced || event.key !== 'Enter') return;
    event.preventDefault();
    void create();
  };
  const fault = form.faultOf('newCategory');
  return (
    <details className="new-category" ref={place} open={startsOpen || undefined} onToggle={properties.onOpen}>
      <summary>{t('transactions:picker.new')}</summary>
      {properties.opened && (
        <div className="new-category-fields">
          <Field
            form={form}
            name="newCategoryName"
            label={t('transactions:picker.newName')}
            hint={t('transactions:picker.newHint')}
          >
            <input
              {...form.bind('newCategoryName', { hint: true })}
              className="input"
              type="text"
              dir="auto"
              autoComplete="off"
              onKeyDown={createOnEnter}
            />
          </Field>
          <AppearanceFields form={form} inDialog={inDialog} enhanced={enhanced} />
          {enhanced && (
            <div>
              <div role="alert">{fault && <p className="error pb-3">{messageText(t, fault)}</p>}</div>
              <div className="button-row">
                <button
                  className="button button-small"
                  type="button"
                  aria-disabled={sending || undefined}
                  onClick={() => void create()}
                >
                  {t(sending ? 'transactions:picker.creating' : 'transactions:picker.createButton')}
                </button>
                <button
                  className="button button-small button-quiet"
                  type="button"
                  onClick={properties.onCancel}
                >
                  {t('transactions:form.cancel')}
                </button>
              </div>
            </div>
          )}
        </div>
      )}
    </details>
  );
}
