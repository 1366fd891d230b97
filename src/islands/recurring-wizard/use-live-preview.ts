import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type GenericSchema, safeParse } from 'valibot';
import type { Faults, FormValues, NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import type { WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import { previewAsTyped } from './live-preview.ts';
import { requestPreview, templateFaults } from './template-api.ts';
import type { ShownPreview, WizardProperties, WizardValues } from './wizard-properties.ts';

/** How long a person has stopped typing before the server is asked, in ms. */
const PAUSE = 400;

/** In place of the values that a preview is of. */
const AS_OPENED = '';

type Given = Pick<WizardProperties, 'mode' | 'id' | 'basedOn' | 'today' | 'ahead' | 'writing'> & {
  isLive: boolean;
  values: WizardValues & NewCategoryValues;
  /** Minor units. */
  amount: number;
  schemaOf: (values: FormValues) => GenericSchema<unknown, WizardInput>;
};

/** The preview beside the form. */
export interface LivePreview {
  /** The latest one of valid values. */
  preview: ShownPreview | undefined;
  /** Whether it is of the current values. */
  isCurrent: boolean;
  /** What is missing or wrong: a text key or a text. */
  fault: string | undefined;
  /** Gets the preview of the current values, whatever it costs. */
  refresh: (input: WizardInput) => Promise<{ preview: ShownPreview } | Faults>;
}

/**
 * The preview of what is typed. That of a new template is computed at each key; of a change the server knows more, such
 * as skipped dates and how many transactions change, and it is asked when typing pauses.
 */
export function useLivePreview({ isLive, values, amount, schemaOf, ...given }: Given): LivePreview {
  const { mode, basedOn, today, ahead } = given;
  const id = mode === 'edit' ? given.id : undefined;
  // What the page came with stays in sight until the server has answered about what is in the form now.
  const [found, setFound] = useState(ahead && { of: AS_OPENED, preview: ahead });
  const [refused, setRefused] = useState<{ of: string; fault: string }>();
  const { scope: _scope, ...typed } = values;
  const of = JSON.stringify(typed);
  const latest = useRef(of);
  latest.current = of;

  const ask = async (input: WizardInput) => {
    try {
      const preview = await requestPreview(input, { id: id ?? '', basedOn });
      // An answer about earlier values comes too late. At once, so that what depends on it can be focused.
      if (latest.current === of) flushSync(() => setFound({ of, preview }));
      return { preview };
    } catch (error) {
      const faults = templateFaults(error, 'transactions:form.submitFailed');
      setRefused({ of, fault: faults.fields?.[0]?.message ?? faults.form ?? '' });
      return faults;
    }
  };
  const askSoon = useEffectEvent(() => {
    const checked = safeParse(schemaOf(values), values);
    return checked.success
      ? setTimeout(() => void ask(checked.output), found && found.of !== AS_OPENED ? PAUSE : 0)
      : undefined;
  });
  useEffect(() => {
    if (!isLive || !id || !of) return;
    const timer = askSoon();
    return () => clearTimeout(timer);
  }, [isLive, id, of]);

  if (id) {
    const checked = isLive ? safeParse(schemaOf(values), values) : undefined;
    const invalid = checked?.success === false ? checked.issues[0].message : undefined;
    return {
      preview: found?.preview,
      isCurrent: found?.of === of,
      fault: invalid ?? (refused?.of === of ? refused.fault : undefined),
      refresh: ask,
    };
  }
  const now = isLive
    ? previewAsTyped(values, { today, amount, now: new Date(), currency: given.writing.currency })
    : undefined;
  const isValid = now !== undefined && !('fault' in now);
  if (isValid && found?.of !== of) setFound({ of, preview: now });
  return {
    preview: isValid ? now : found?.preview,
    isCurrent: isValid,
    fault: now && 'fault' in now ? now.fault : undefined,
    refresh: async () => ({ preview: now as ShownPreview }),
  };
}
