import { useState } from 'react';
import { NOTES_MAX } from '../../domain/transactions/schema.ts';
import { CharacterCount } from './CharacterCount.tsx';
import { Field } from './Field.tsx';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface NotesProperties {
  form: TransactionFormState;
  value: string;
  language: string;
}

/** Free notes with a count of what is left. */
export function NotesField({ form, value }: NotesProperties) {
  const say = useSay();
  const control = form.bind('notes', { hint: true });
  // React writes a text area's default over what was typed before it came: so the default is what stands there.
  const [start] = useState(() => typedBefore(control.id) ?? value);
  const hint = say('transactions:form.notesHint', { most: NOTES_MAX });
  return (
    <Field form={form} name="notes" label={say('transactions:form.notes')} hint={hint}>
      <textarea {...control} className="input" dir="auto" rows={3} defaultValue={start} />
      {/* Its line is kept free where scripts run: nothing may move when the count comes. */}
      <div className="count-line">
        <CharacterCount fieldId={control.id} most={NOTES_MAX} />
      </div>
    </Field>
  );
}

function typedBefore(id: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}
