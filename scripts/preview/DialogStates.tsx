import { Fragment, type ReactNode } from 'react';
import type { OccurrenceData } from '../../src/api/shapes/recurring.ts';
import type { DialogSettings, DialogTransaction } from '../../src/browser/core/page/dialog-settings.ts';
import { OCCURRENCE_SCOPES } from '../../src/domain/recurring/occurrences/schema.ts';
import { EMPTY_FIELDS } from '../../src/domain/transactions/fields.ts';
import { formatter } from '../../src/i18n/format.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import {
  FailurePanel,
  LoadingPanel,
  OccurrenceFailure,
  SuccessPanel,
} from '../../src/islands/dialog/StatePanels.tsx';
import { TranslateContext } from '../../src/islands/hooks.ts';
import { OccurrencePart } from '../../src/islands/occurrence/OccurrencePart.tsx';
import { ChangeChoice, RemovalChoice, TemplateNote } from '../../src/islands/occurrence/TemplateParts.tsx';
import { DeletionConflict } from '../../src/islands/transaction-dialog/DeletionConflict.tsx';
import { ViewPanel } from '../../src/islands/transaction-dialog/ViewPanel.tsx';

interface StatesProperties {
  language: Locale;
  settings: DialogSettings;
  name: string;
  long: string;
  today: string;
}

const nothing = () => undefined;

export function DialogStates({ language, settings, name, long, today }: StatesProperties) {
  const t = translator(language);
  const format = formatter(settings.currency, settings.preferences);
  const transaction: DialogTransaction = {
    ...EMPTY_FIELDS,
    id: 'none',
    account_id: 'none',
    type: 'expense',
    amount: 1234.5,
    description: name,
    merchant_name: name,
    date: today,
    time: '09:00',
    timezone: settings.preferences.timezone,
  };
  const changed = { ...transaction, description: long, notes: long, amount: 999_999.99 };
  const recurring = { ...transaction, template_id: 'none' };
  const dialog: Record<string, ReactNode> = {
    busy: <LoadingPanel />,
    error: <FailurePanel message="transactions:dialog.failed" page="#main" onRetry={nothing} />,
    success: (
      <SuccessPanel message={t('transactions:deleteSuccess')} isSaid onUndo={nothing} onClose={nothing} />
    ),
    view: <ViewPanel transaction={transaction} settings={settings} onCancel={nothing} />,
    'view, long text': <ViewPanel transaction={changed} settings={settings} onCancel={nothing} />,
    'delete, conflict': <DeletionConflict seen={transaction} now={changed} settings={settings} />,
  };
  const impact = {
    count: 3,
    first_date: today,
    last_date: '2026-05-05',
    edited_count: 1,
    other_currency_count: 1,
  };
  const impacts = { single: { ...impact, count: 1 }, future: impact, all: impact };
  const around: OccurrenceData = {
    template_id: 'none',
    name,
    next_dates: ['2026-04-05', '2026-05-05'],
    is_ahead: true,
    never_ends: true,
    removal: impacts,
    change: impacts,
    choices: { removal: [...OCCURRENCE_SCOPES], change: [...OCCURRENCE_SCOPES] },
  };
  const choice = { around, t, format };
  const error = t('errors:scopeInvalid');
  const occurrence: Record<string, ReactNode> = {
    busy: <OccurrencePart kind="note" id={recurring.id} settings={settings} page="#main" />,
    error: <OccurrenceFailure page="#main" />,
    note: <TemplateNote {...choice} />,
    'note, long text': <TemplateNote {...choice} around={{ ...around, name: long }} />,
    'note, no template left': <TemplateNote {...choice} around={{ ...around, template_id: null }} />,
    change: <ChangeChoice {...choice} idPrefix="change-" />,
    removal: <RemovalChoice {...choice} idPrefix="removal-" />,
    'removal, error': <RemovalChoice {...choice} error={error} idPrefix="removal-error-" />,
  };
  return (
    <TranslateContext value={t}>
      <States name="transaction-dialog" states={dialog} />
      <States name="occurrence" states={occurrence} />
    </TranslateContext>
  );
}

function States({ name, states }: { name: string; states: Record<string, ReactNode> }) {
  return (
    <section aria-labelledby={`island-${name}`}>
      <h2 id={`island-${name}`} lang="en" dir="ltr">
        {name}
      </h2>
      {Object.entries(states).map(([state, shown]) => (
        <Fragment key={state}>
          <p className="small muted" lang="en" dir="ltr">
            {state}
          </p>
          <div data-state={state}>{shown}</div>
        </Fragment>
      ))}
    </section>
  );
}
