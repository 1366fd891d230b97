import { useEffect, useEffectEvent, useState } from 'react';
import { FIELDS, LINES } from '../../domain/transactions/fields.ts';
import { NOTES_MAX } from '../../domain/transactions/schema.ts';
import { timezonesWith } from '../../i18n/timezones.ts';
import { loadPayees } from '../../stores/transactions.ts';
import { Field, SelectField, TextField } from '../form/controls.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { laterPart, type MoreProperties } from '../form/parts.tsx';
import type { CountProperties } from './CharacterCount.tsx';
import { FormTabs } from './FormTabs.tsx';
import { DatePresets, FAR_DATES, TimeField } from './fields.tsx';

/** The text fields without a control of their own. */
const OTHER_LINES: typeof LINES = LINES.filter((name) => name !== 'merchant_name');

/** The fields that most transactions do not need. */
export function MoreFields({ payees, recurs, onArrival }: MoreProperties) {
  const { t, mode } = useFormContext();
  const arrive = useEffectEvent(onArrival);
  useEffect(() => void arrive(), []);
  return (
    <>
      {/* First, where the date is nearest: below another field they would seem to be for that. */}
      {mode !== 'edit' && <DatePresets presets={FAR_DATES} legend={t('transactions:form.firstDays')} />}
      <PayeeField payees={payees} />
      {OTHER_LINES.map((name) => (
        <TextField name={name} label={t(FIELDS[name].label)} enterKeyHint="next" key={name} />
      ))}
      <TimeField hasPresets={mode !== 'edit'} />
      <TimezoneField />
      <NotesField />
      <FormTabs current={recurs ? 'recurring' : 'once'} />
    </>
  );
}

function PayeeField({ payees: initialPayees }: Pick<MoreProperties, 'payees'>) {
  const form = useFormContext();
  const [payees, setPayees] = useState(initialPayees);
  const list = `${form.idOf('merchant_name')}-list`;
  const load = () => {
    // If this fails, the name is typed without completions.
    if (!payees) void loadPayees().then(setPayees, () => undefined);
  };
  return (
    <TextField
      name="merchant_name"
      label={form.t('transactions:form.payee')}
      optional={form.t('transactions:form.optional')}
      list={list}
      enterKeyHint="next"
      onFocus={load}
    >
      <datalist id={list}>
        {payees?.map((name) => (
          <option value={name} key={name} />
        ))}
      </datalist>
    </TextField>
  );
}

// Loaded once something is noted, which happens rarely.
const CharacterCount = laterPart<CountProperties>(
  async () => (await import('./CharacterCount.tsx')).CharacterCount,
);

export function NotesField() {
  const { t, isReady, ...form } = useFormContext();
  const { defaultValue, ref, ...control } = form.bind('notes', { hint: true });
  // React would write a text area's default over text typed before hydration, so the default is the current text.
  // react-hook-form treats the default as unchanged, so it gets the ref only after the text was read.
  const [start] = useState(() => controlInPage(control.id, 'TEXTAREA')?.value ?? defaultValue);
  const { notes } = useFormValues();
  const hint = t('transactions:form.notesHint', { most: NOTES_MAX });
  return (
    <Field name="notes" label={t('transactions:form.notes')} hint={hint}>
      <textarea
        {...control}
        ref={isReady ? ref : undefined}
        className="input"
        dir="auto"
        rows={3}
        defaultValue={start}
        // Browsers leave a field where it is that a dialog's foot covers in part.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
      />
      {/* The line is reserved where scripts run, so that nothing moves when the count appears. */}
      <div className="count-line">{isReady && notes && <CharacterCount text={notes} most={NOTES_MAX} />}</div>
    </Field>
  );
}

/** A control that the server rendered, before hydration. */
function controlInPage<Tag extends 'TEXTAREA' | 'SELECT'>(id: string, tag: Tag) {
  const element = typeof document === 'undefined' ? null : document.getElementById(id);
  return element?.tagName === tag ? (element as HTMLElementTagNameMap[Lowercase<Tag>]) : undefined;
}

/** The time zone of date and time: collapsed, because it is nearly always the person's own. */
export function TimezoneField() {
  const form = useFormContext();
  const label = form.t('transactions:form.timezone');
  const own = form.start.timezone;
  const [zones] = useState(() => {
    // The time zones of server and browser may differ, so the list in the page stays.
    const list = controlInPage(form.idOf('timezone'), 'SELECT');
    return list ? [...list.options].map(({ value }) => value) : timezonesWith(own);
  });
  return (
    <details className="disclosure" open={form.errorOf('timezone') ? true : undefined}>
      <summary>
        {label}: <bdi>{readable(own)}</bdi>
      </summary>
      <SelectField name="timezone" label={label} options={zones.map((zone) => [zone, readable(zone)])} />
    </details>
  );
}

const readable = (zone: string) => zone.replaceAll('_', ' ');
