import { useContext, useEffect, useRef, useState } from 'react';
import type { FormValues } from '../../browser/core/forms/form-values.ts';
import type { CheckedTransaction } from '../../browser/core/request/body-of.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { LINES } from '../../domain/transactions/fields.ts';
import { type FormRules, transactionFormSchema } from '../../domain/transactions/schema.ts';
import { CategoryField } from '../category-picker/CategoryField.tsx';
import { type DialogExtras, type FormProperties, storedIn } from '../form/form-properties.ts';
import {
  FormScope,
  type IslandForm,
  PostedForm,
  useFormContext,
  useFormValues,
  useIslandForm,
} from '../form/island-form.tsx';
import { FormParts, laterPart, mayHaveDraft } from '../form/parts.tsx';
import { FormButtons } from './FormButtons.tsx';
import { AccountField, AmountField, DateField, DescriptionField, NEAR_DATES, TypeField } from './fields.tsx';

export interface TransactionFormProperties extends FormProperties {
  /** The id of the form, where a button outside sends it. */
  id?: string;
  startsHere?: boolean;
  /** Whether it is filled in and needs only a check: Save is above the fields too. */
  isReadOver?: boolean;
  recurs?: boolean;
  /** In a page, the target of what waits offline: `<type>/<id>` for a change, empty for a new transaction. */
  keeps?: string | undefined;
  /** The person's earlier payees, for completion; a dialog fetches them. */
  payees?: string[];
  timezone: string;
  /** In a page, what is left of the budgets of the category that it starts with; without scripts nothing reads it later. */
  leftOfBudgets?: string[];
  /** Whether the further fields are open, because a button among them led to this page. */
  opensMore?: boolean;
}

const LoadedConflict = laterPart(
  async () => (await import('./TransactionConflict.tsx')).TransactionConflict,
  OnlyItsTitle,
);
const BudgetHint = laterPart(async () => (await import('./BudgetHint.tsx')).BudgetHint);
const LoadedCardFields = laterPart(async () => (await import('./CardFields.tsx')).CardFields);
const LoadedPaidFields = laterPart(async () => {
  const part = await import('./PaidFields.tsx');
  loadedEntries = part.paidEntries;
  return part.PaidFields;
});
let loadedEntries: FormRules['paid'];

/** Whether there is anything of another currency to say. */
function isForeign({ writing, values }: TransactionFormProperties): boolean {
  const { originalAmount, rate } = values;
  return Boolean(originalAmount || rate || writing.accounts?.some(({ currency }) => currency));
}

// If the details cannot be loaded, at least the existence of another version is shown.
function OnlyItsTitle() {
  const { t, conflict } = useFormContext();
  return (
    <p className="conflict" role="alert">
      {t(`transactions:conflict.${conflict === 'gone' ? 'gone' : 'changed'}Title`)}
    </p>
  );
}

export function TransactionForm(properties: TransactionFormProperties & DialogExtras<CheckedTransaction>) {
  const { mode, values, today, writing, conflict } = properties;
  const {
    TransactionConflict = LoadedConflict,
    CardFields = LoadedCardFields,
    PaidFields = LoadedPaidFields,
    paidEntries,
  } = useContext(FormParts);
  const asksPaid = isForeign(properties);
  const stored = storedIn(properties);
  const schema = (typed: Partial<FormValues>, categoryName?: string) =>
    transactionFormSchema(
      today,
      { ...writing, currency: currencyIn(writing, typed.accountId) },
      {
        current: stored ?? (mode === 'edit' ? values : undefined),
        isStored: asksPaid && Boolean(stored),
        categoryName,
        takesOther: Boolean(writing.accounts),
        typed,
        own: writing.currency,
        paid: asksPaid ? (paidEntries ?? loadedEntries) : undefined,
      },
    );
  const [plain] = useState(() => schema(values));
  const form: IslandForm = useIslandForm(properties, (typed) => {
    const { description, categoryId, newCategoryName } = typed;
    if (description.trim()) return asksPaid ? schema(typed) : plain;
    return schema(typed, newCategoryName.trim() || form.categories.find(({ id }) => id === categoryId)?.name);
  });
  const { t } = form;
  const saved = conflict && conflict !== 'gone' && conflict.saved;
  return (
    <FormScope form={form}>
      {conflict && <TransactionConflict />}
      <div className="form-beside">
        <PostedForm
          className="form"
          id={properties.id}
          data-keeps={properties.keeps}
          button={properties.isReadOver ? IN_SIGHT : undefined}
        >
          {saved && <input type="hidden" name="saved" value={saved} />}
          <AmountField startsHere={properties.startsHere} />
          <DescriptionField optional={t('transactions:form.optionalWithCategory')} />
          <AccountField />
          <TypeField />
          {writing.accounts && mode === 'create' && <TransferLink />}
          <div className="form-grid">
            <div>
              <CategoryField />
              {writing.budgets && form.isReady && <BudgetHint isNew={mode === 'create'} />}
              {properties.leftOfBudgets?.map((text) => (
                <noscript key={text}>
                  <p className="hint">{text}</p>
                </noscript>
              ))}
            </div>
            <DateField presets={mode === 'edit' ? [] : NEAR_DATES} />
          </div>
          {asksPaid && <PaidFields />}
          {writing.accounts?.some(({ isCard }) => isCard) && <CardFields />}
          <Further {...properties} />
          <FormButtons>
            {properties.scope}
            {mode === 'create' && <Hint />}
          </FormButtons>
        </PostedForm>
        <SummaryPanel />
      </div>
    </FormScope>
  );
}

/** With what was typed before it turned out to be a transfer. */
function TransferLink() {
  const { t } = useFormContext();
  const { amount, description, accountId: from, date, notes } = useFormValues();
  const typed = Object.entries({ amount, description, from, date, notes }).filter(([, value]) => value);
  const query = new URLSearchParams(typed as [string, string][]);
  return <a href={`/transactions/transfer/new?${query}`}>{t('transactions:kind.transfer')}</a>;
}

// Loaded once there is an amount, so that the form itself is ready sooner. Offline there is nothing to add to.
const AfterSaving = laterPart(async () => (await import('./AfterSaving.tsx')).AfterSaving);

/** Beside the form on wide screens, what no field shows: the figures as they will be. It follows the fields by scripts. */
function SummaryPanel() {
  const { t, isReady } = useFormContext();
  const { amount } = useFormValues();
  return (
    <section className="summary-panel form-summary" aria-label={t('transactions:summary.title')}>
      <p className="summary-title" aria-hidden="true">
        {t('transactions:summary.title')}
      </p>
      {isReady && amount ? <AfterSaving /> : <p className="muted">{t('transactions:summary.empty')}</p>}
    </section>
  );
}

const IN_SIGHT = { className: 'button button-primary', tabIndex: 0, 'aria-hidden': undefined };

// Loaded once there is a description, so that the form itself is ready sooner. Without scripts the page after saving
// shows the duplicates.
const DuplicateHint = laterPart(async () => (await import('./DuplicateHint.tsx')).DuplicateHint);

function Hint() {
  const { description } = useFormValues();
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    if (description) setBegun(true);
  }, [description]);
  return <div aria-live="polite">{begun && <DuplicateHint />}</div>;
}

const MORE_FIELDS = [...LINES, 'time', 'timezone', 'notes'] as const;

const LoadedFields = laterPart(async () => (await import('./MoreFields.tsx')).MoreFields);

/** Further fields, open if one is filled in or has an error; a dialog loads them when they are opened. */
function Further({ timezone, payees, recurs, opensMore }: TransactionFormProperties) {
  const { t, start, errorOf, inDialog } = useFormContext();
  const { MoreFields = LoadedFields } = useContext(FormParts);
  const details = useRef<HTMLDetailsElement>(null);
  const isFilled = LINES.some((name) => start[name]) || Boolean(start.notes) || start.timezone !== timezone;
  // Only decided at first, so that it does not fold while the person corrects an error.
  const [startsOpen] = useState(opensMore || isFilled || MORE_FIELDS.some((name) => errorOf(name)));
  // A draft may be filled in.
  const [isUsed, setUsed] = useState(() => startsOpen || !inDialog || mayHaveDraft());
  // In a dialog it would open below the sticky foot. What starts open is toggled too, when it is created.
  const scroll = () => inDialog && !startsOpen && details.current?.open && details.current.scrollIntoView();
  return (
    <details
      className="disclosure"
      data-more
      ref={details}
      open={startsOpen}
      onToggle={() => {
        setUsed(true);
        scroll();
      }}
    >
      <summary>{t('transactions:form.more')}</summary>
      <div className="form">
        {isUsed && <MoreFields payees={payees} recurs={recurs} onArrival={scroll} />}
      </div>
    </details>
  );
}
