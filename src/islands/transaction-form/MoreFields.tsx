import { useState } from 'react';
import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import { DATE_PRESETS } from '../../domain/transactions/date-presets.ts';
import { LINES } from '../../domain/transactions/fields.ts';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { DatePresets, TimeField, TimezoneField } from './date-fields.tsx';
import { FormTabs, type Kind } from './FormTabs.tsx';
import { LineField, NotesField, PayeeField } from './fields.tsx';

interface MoreProperties {
  form: IslandForm;
  today: string;
  writing: WritingStyle;
  payees: string[] | undefined;
  /** The person's own time zone. */
  ownTimezone: string;
  /** Whether a button among them was pressed, where that led to a new page. */
  opens: boolean | undefined;
  kind: Kind;
  /** An existing transaction cannot begin or cease to repeat. */
  locked: boolean;
  onSwitch: ((kind: Kind) => void) | undefined;
}

/** The dates most transactions have; the other presets are among the further fields. */
export const NEAR_DATES = DATE_PRESETS.slice(0, 2);
const FAR_DATES = DATE_PRESETS.slice(2);

const FIELDS = [...LINES, 'time', 'timezone', 'notes'] as const;
/** The lines without a control of their own. */
const OTHERS = LINES.filter((name) => name !== 'merchant_name');

/**
 * The fields that most transactions do not need: open where the person has filled in one, or where one has an error. The
 * time of now is nothing that anybody has filled in.
 */
export function MoreFields({ form, today, writing, payees, kind, locked, ...given }: MoreProperties) {
  const t = useTranslate();
  const { start } = form;
  const isFilled =
    LINES.some((name) => start[name]) || Boolean(start.notes) || start.timezone !== given.ownTimezone;
  const isFaulty = FIELDS.some(form.errorOf);
  // From then on the person and errors open it: it does not fold away under the hands of who corrects one.
  const [startsOpen] = useState(given.opens || isFilled || isFaulty);
  return (
    <details className="disclosure" data-more open={startsOpen || undefined}>
      <summary>{t('transactions:form.more')}</summary>
      <div className="form">
        <PayeeField form={form} payees={payees} />
        {OTHERS.map((name) => (
          <LineField form={form} name={name} key={name} />
        ))}
        <DatePresets form={form} today={today} writing={writing} presets={FAR_DATES} />
        <TimeField form={form} />
        <TimezoneField form={form} />
        <NotesField form={form} />
        <FormTabs current={kind} locked={locked} onSwitch={given.onSwitch} />
      </div>
    </details>
  );
}
