import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { PageDialog } from '../../browser/core/dialog/page-dialog.ts';
import { formRequest, whileBusy } from '../../browser/core/forms/send.ts';
import { toast } from '../../browser/core/notices/toast.ts';
import { fetchPage } from '../../browser/core/page/fetch-page.ts';
import { hasModifier } from '../../browser/core/page/modifiers.ts';
import { showChanges } from '../../browser/core/page/show-changes.ts';
import { type Texts, translatorOf } from '../../browser/core/texts/translate.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { chooseDisplay, noteDisplaySaved } from '../../stores/display.ts';
import { describedBy } from '../../ui/aria.ts';
import type { DisplayValues } from '../../ui/display-attributes.ts';
import { FieldError, Segments } from '../field-parts.tsx';

export interface DisplayProperties {
  csrf: string;
  action: string;
  here: string;
  back: string;
  values: DisplayValues;
  defaults: DisplayValues;
  errors: Record<string, string>;
  hasButton: boolean;
  texts: Texts;
  language: string;
}

const BUTTON = '.display-button';
const CHOICES: Record<'fontSize' | 'theme', Record<string, TextKey>> = {
  fontSize: {
    small: 'preferences:fontSize.small',
    medium: 'preferences:fontSize.medium',
    large: 'preferences:fontSize.large',
    xl: 'preferences:fontSize.xl',
  },
  theme: { light: 'accounts:theme.light', dark: 'accounts:theme.dark', auto: 'accounts:theme.system' },
};
export const SWITCHES = [
  'highContrast',
  'reducedMotion',
  'screenReader',
  'announcements',
  'focusVisible',
] as const;

/** The display settings, as a page or a dialog: choices apply at once, and Save stores them. */
export function DisplaySettings({
  dialog,
  ...properties
}: DisplayProperties & { dialog?: PageDialog | undefined }) {
  const { csrf, errors, back, here } = properties;
  const form = useRef<HTMLFormElement>(null);
  const [t] = useState(() => translatorOf(properties.texts, properties.language));
  const [{ values, version }, setStart] = useState({ values: properties.values, version: 0 });
  const [hasButton, setHasButton] = useState(properties.hasButton);
  const [status, setStatus] = useState('');

  // Choices made before hydration.
  useEffect(() => {
    const { current } = form;
    if (current?.querySelector(':checked:not([checked]), [checked]:not(:checked)'))
      chooseDisplay(valuesIn(current));
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    if (submitter?.getAttribute('name') === 'action=reset') {
      event.preventDefault();
      setStart({ values: properties.defaults, version: version + 1 });
      chooseDisplay(properties.defaults);
      setStatus(t('preferences:resetUnsaved'));
    } else if (dialog)
      send(event, dialog, (message) => {
        const isRedrawn = noteDisplaySaved();
        dialog.close();
        toast('success', message);
        if (isRedrawn) void showChanges({ opener: dialog.opener });
      });
  };
  const turnButton = (event: SubmitEvent<HTMLFormElement>) => {
    if (!dialog) return;
    send(event, dialog, (message, answer) => {
      setHasButton(!hasButton);
      setStatus(message);
      const shown = answer.querySelector(BUTTON);
      shown?.removeAttribute('aria-current');
      document.querySelector(BUTTON)?.remove();
      if (shown) document.querySelector('.header-tools')?.prepend(shown);
    });
  };
  return (
    <>
      <form
        ref={form}
        className="form"
        method="post"
        action={properties.action}
        noValidate
        onChange={({ currentTarget }) => chooseDisplay(valuesIn(currentTarget))}
        onSubmit={submit}
        data-display-form
      >
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="return" value={back} />
        {(['fontSize', 'theme'] as const).map((name) => (
          <Segments
            key={name + version}
            id={name}
            name={name}
            legend={t(`preferences:${name}`)}
            error={errors[name]}
            options={Object.entries(CHOICES[name]).map(([value, words]) => ({ value, label: t(words) }))}
            chosen={values[name]}
          />
        ))}
        <fieldset className="fieldset" key={`switches-${version}`}>
          <legend className="legend">{t('preferences:switches')}</legend>
          {SWITCHES.map((name) => (
            <div key={name} className="choice">
              <input
                id={name}
                name={name}
                defaultChecked={values[name]}
                {...SWITCH}
                {...describedBy(name, true, errors[name])}
              />
              <div>
                <label htmlFor={name}>{t(`preferences:${name}`)}</label>
                <p className="hint" id={`${name}-hint`}>
                  {t(`preferences:${name}.hint`)}
                </p>
                <FieldError id={name} error={errors[name]} />
              </div>
            </div>
          ))}
        </fieldset>
        <div className="button-row">
          <button type="submit" className="button button-primary" name="action=save">
            {t('common:save')}
          </button>{' '}
          <button type="submit" className="button" name="action=reset">
            {t('preferences:reset')}
          </button>{' '}
          <a
            className="button button-quiet"
            href={back}
            onClick={(event) => {
              if (!dialog || hasModifier(event.nativeEvent)) return;
              event.preventDefault();
              dialog.leave();
            }}
          >
            {t('common:cancel')}
          </a>
        </div>
        <p role="status">{status}</p>
      </form>
      <form className="stack gap-2" method="post" action="/preferences/visit" onSubmit={turnButton}>
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="return" value={here} />
        <h2>{t('preferences:button')}</h2>
        <p className="hint">{t('preferences:button.hint')}</p>
        <div className="button-row">
          <button type="submit" className="button" name={`displayButton=${hasButton ? 'hidden' : 'shown'}`}>
            {t(hasButton ? 'preferences:button.hide' : 'preferences:button.show')}
          </button>
        </div>
      </form>
    </>
  );
}

/** Forms that are submitted as without scripts. */
const unanswered = new WeakSet<HTMLFormElement>();

/** Sends a form of the dialog; without an answer, it is submitted as without scripts. */
function send(
  event: SubmitEvent<HTMLFormElement>,
  dialog: PageDialog,
  onAnswer: (text: string, answer: Document) => void,
): void {
  const form = event.currentTarget;
  if (unanswered.delete(form)) return;
  event.preventDefault();
  const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
  const { address, sent } = formRequest(form, submitter);
  whileBusy(dialog.element, async () => {
    const { document: answer, ok } = await fetchPage(address, sent);
    if (!ok) throw new Error(address);
    onAnswer(answer.querySelector('.flash p')?.textContent ?? '', answer);
  }).catch(() => {
    unanswered.add(form);
    form.requestSubmit(submitter);
  });
}

function valuesIn(form: HTMLFormElement): DisplayValues {
  const fields = new FormData(form);
  const switches = SWITCHES.map((name) => [name, fields.has(name)]);
  return {
    ...Object.fromEntries(switches),
    fontSize: String(fields.get('fontSize')),
    theme: String(fields.get('theme')),
  };
}

// The switch role announces the state.
const SWITCH = { type: 'checkbox', role: 'switch' };
