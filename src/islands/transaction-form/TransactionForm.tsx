import { type ComponentType, lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { NO_NEW_CATEGORY, type TransactionValues } from '../../browser/core/forms/form-values.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { CheckedTransaction } from '../../stores/checked-transaction.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { HiddenFields } from '../form/HiddenFields.tsx';
import { type Save, useFormValues, useIslandForm } from '../form/use-island-form.ts';
import { TranslateContext } from '../use-translate.ts';
import type { HintProperties } from './DuplicateHint.tsx';
import { DateField } from './date-fields.tsx';
import { FormButtons } from './FormButtons.tsx';
import type { Kind } from './FormTabs.tsx';
import { AmountField, DescriptionField, TypeField } from './fields.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { MoreFields, NEAR_DATES } from './MoreFields.tsx';
import { SummaryPanel } from './SummaryPanel.tsx';
import { TransactionConflictContext } from './TransactionConflictContext.tsx';

interface DialogExtras {
  /** The choice of scope, where the transaction belongs to a recurring template. */
  scope?: ReactNode;
  /** A prefix of each field's id, for two forms on one page. */
  idPrefix?: string;
  /** Saves without leaving the page; without it the browser posts the form. */
  onSave?: Save<CheckedTransaction>;
  onDirty?: (isDirty: boolean) => void;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** What was typed before the form was there, once it is. */
  typedBefore?: () => Partial<TransactionValues> & { entered?: string };
  /** Takes over the version that was saved elsewhere. */
  onTake?: () => void;
}

/** The one form of a transaction: plain HTML from the server, improved once the island is loaded. */
export function TransactionForm(properties: TransactionFormProperties & DialogExtras) {
  const { mode, values, texts, language, today, writing, idPrefix = '', conflict } = properties;
  const TransactionConflict = useContext(TransactionConflictContext);
  const [made, setMade] = useState<CategoryChoice[]>([]);
  const categories = [...properties.categories, ...made];
  const [t] = useState(() => translatorOf(texts, language, { currency: CURRENCIES[writing.currency] }));
  const [schema] = useState(() =>
    transactionFormSchema(today, writing, mode === 'edit' ? values : undefined),
  );
  const form = useIslandForm({
    values: { ...NO_NEW_CATEGORY, ...values },
    schemaOf: () => schema,
    idPrefix,
    inDialog: Boolean(properties.onSave),
    errors: properties.errors,
    save: properties.onSave,
    onDirty: properties.onDirty,
    typedBefore: properties.typedBefore,
    t,
  });
  const shared = { form, writing, categories };
  const saved = conflict && conflict !== 'gone' && conflict.saved;
  return (
    <TranslateContext value={t}>
      {conflict && (
        <TransactionConflict
          {...shared}
          conflict={conflict}
          takeHref={properties.action}
          onTake={properties.onTake}
        />
      )}
      <div className="form-beside">
        <form
          className="form"
          ref={form.element}
          method="post"
          action={properties.action}
          noValidate
          data-warn-unsaved={properties.onSave ? undefined : true}
          data-keeps={properties.keeps}
          onSubmit={form.submit}
        >
          <HiddenFields {...properties} button={properties.isReadOver ? IN_SIGHT : undefined}>
            {t('transactions:form.save')}
          </HiddenFields>
          {saved && <input type="hidden" name="saved" value={saved} />}
          <AmountField form={form} writing={writing} startsHere={properties.startsHere} />
          <DescriptionField form={form} />
          <TypeField form={form} />
          <div className="form-grid">
            <CategoryField
              form={form}
              categories={categories}
              onMade={(category) => setMade((before) => [...before, category])}
              inDialog={Boolean(properties.onSave)}
            />
            <DateField form={form} today={today} writing={writing} presets={NEAR_DATES} />
          </div>
          <MoreFields
            form={form}
            today={today}
            writing={writing}
            payees={properties.payees}
            ownTimezone={properties.timezone}
            opens={properties.opensMore}
            kind={properties.recurs ? 'recurring' : 'once'}
            locked={mode === 'edit'}
            onSwitch={properties.onSwitch}
          />
          <FormButtons
            form={form}
            mode={mode}
            conflict={conflict}
            cancelHref={properties.cancelHref}
            onCancel={properties.onCancel}
          >
            {properties.scope}
            {mode === 'create' && <Hint form={form} today={today} writing={writing} />}
          </FormButtons>
        </form>
        <SummaryPanel {...shared} />
      </div>
    </TranslateContext>
  );
}

const IN_SIGHT = { className: 'button button-primary', tabIndex: 0, 'aria-hidden': undefined };

// Loaded once there is a description, so that the form itself is there sooner. Without scripts the page after saving
// names the duplicates.
const DuplicateHint = lazy<ComponentType<HintProperties>>(() =>
  import('./DuplicateHint.tsx').then(
    (module) => ({ default: module.DuplicateHint }),
    () => ({ default: () => null }),
  ),
);

function Hint(properties: HintProperties) {
  const { description } = useFormValues(properties.form);
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (description) setBegun(true);
  }, [description]);
  return (
    <div aria-live="polite">
      {begun && (
        <Suspense>
          <DuplicateHint {...properties} />
        </Suspense>
      )}
    </div>
  );
}
