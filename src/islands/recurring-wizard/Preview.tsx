import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageText } from '../../browser/core/texts/translate.ts';
import { readingsOf } from '../../domain/amount-text.ts';
import { monthlyEquivalent } from '../../domain/recurring/schedule/frequency.ts';
import { SCOPES_OF_CHANGE } from '../../domain/recurring/templates/schema.ts';
import {
  fallsOn,
  roughRule,
  type ShownPreview,
  typedAmount,
  type WizardValues,
} from '../../domain/recurring/templates/wizard-values.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import type { Row } from '../form/ConflictNotice.tsx';
import { storedIn } from '../form/form-properties.ts';
import { type IslandForm, useFormContext } from '../form/island-form.tsx';
import { useAmountStyle } from '../transaction-form/fields.tsx';
import { isEndless, isShortened, shownEnd, shownFrequency } from './shown-template.ts';
import type { LivePreview, WizardProperties } from './use-wizard.ts';

interface PreviewContent extends Pick<WizardProperties, 'isPaused' | 'like'> {
  values: WizardValues;
  scope: 'future' | 'all';
}

export const NOTHING = '—';

/** @param isFolded whether only a line of it is open on phones, where it follows the form instead of being beside it */
export function Preview({
  preview,
  values,
  scope,
  like,
  isPaused,
  isFolded,
}: PreviewContent & { preview: ShownPreview; isFolded?: boolean }) {
  const form = useFormContext();
  const { t, format, today, writing } = form;
  const style = useAmountStyle();
  const amount = typedAmount(values, style);
  const money = (minor: number, currency = style.currency) => formatter(currency, writing).money(minor);
  const monthly = monthlyEquivalent(amount, roughRule(values), style.currency);
  const { occurrences } = preview.scopes?.[scope] ?? preview;
  const [next] = occurrences;
  const frequency = shownFrequency(values, form);
  const stored = storedIn(form) as WizardValues | undefined;
  const before = stored && shownFrequency(stored, form);
  const rows = [
    {
      label: t('recurring:wizard.frequency'),
      text:
        before && before !== frequency ? t('recurring:wizard.insteadOf', { frequency, before }) : frequency,
    },
    {
      label: t('recurring:wizard.nextDate'),
      text: next ? format.date(next.date) : t('recurring:wizard.noNext'),
    },
    ...(isEndless(values) ? [] : [{ label: t('recurring:wizard.ends'), text: shownEnd(values, form) }]),
    // It adds nothing to a monthly amount.
    ...(monthly !== amount ? [{ label: t('recurring:wizard.perMonth'), text: money(monthly) }] : []),
  ];
  const title = t('recurring:wizard.toCome', { count: occurrences.length });
  return (
    <>
      {isFolded && (
        <details className="disclosure wizard-fold md:hidden">
          <summary>
            <span className="min-w-0">{lineOf(preview, { values, scope }, form, 1)}</span>
          </summary>
        </details>
      )}
      <DetailsList rows={rows} />
      {preview.past > 0 && <p className="remark">{t('recurring:wizard.past', { count: preview.past })}</p>}
      {like && fallsOn(values, like.date, today, writing) && (
        <p className="remark">{t('recurring:wizard.likeTwice', { date: format.date(like.date) })}</p>
      )}
      {isPaused && <p className="remark">{t('recurring:wizard.stopped')}</p>}
      {occurrences.length === 0 ? (
        <p className="muted">{t('recurring:wizard.nothingToCome')}</p>
      ) : (
        <div>
          <p className="legend" aria-hidden="true">
            {title}
          </p>
          <ol className="wizard-dates" aria-label={title}>
            {occurrences.map(({ date, ...occurrence }) => {
              const shown = { amount, type: values.type as 'income', ...occurrence };
              return (
                <li key={date}>
                  <span>
                    <bdi>{format.date(date)}</bdi>{' '}
                    {isShortened(date, values) && (
                      <span className="block small muted">{t('recurring:wizard.shortMonth')}</span>
                    )}
                  </span>{' '}
                  {amount > 0 && (
                    <span className={`amount ${shown.type}`}>
                      <span className="font-400">{t(`transactions:form.${shown.type}`)}</span>{' '}
                      <bdi>{`${SIGNS[shown.type]}${money(shown.amount, shown.currency)}`}</bdi>
                    </span>
                  )}
                </li>
              );
            })}
          </ol>
          {isEndless(values) && <p className="small muted">{t('recurring:wizard.endless')}</p>}
        </div>
      )}
    </>
  );
}

export function DetailsList({ rows }: { rows: Row[] }) {
  return (
    <dl className="details-list">
      {rows.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface BesideProperties extends PreviewContent {
  live: LivePreview;
  isLive: boolean;
  children?: ReactNode;
}

/**
 * The preview beside the form. While the values are invalid, the last valid preview stays, muted, below the error.
 * @param isLive false before it follows what is typed: then it is the page's, with the children below it
 */
export function PreviewBeside({ live, isLive, children, ...shown }: BesideProperties) {
  const form = useFormContext();
  const { t } = form;
  const style = useAmountStyle();
  const { preview, error } = live;
  const isCurrent = live.isCurrent || !isLive;
  const valid = useRef(shown);
  if (isCurrent) valid.current = shown;
  const text = error && messageText(t, error, readingsOf(shown.values.amount, style));
  // Nothing is read aloud while the preview is outdated.
  const summary = preview && live.isCurrent ? lineOf(preview, shown, form, 2) : undefined;
  const errorText = text && (preview ? t('recurring:wizard.outdated', { error: text }) : text);
  return (
    <>
      {error && <p className="hint">{errorText}</p>}
      {!preview && !error && isLive && <p className="hint">{t('recurring:wizard.counting')}</p>}
      {/* One element before and after it is live: the dates that were opened stay open. */}
      {(preview || children) && (
        <div className={isCurrent ? 'wizard-preview' : 'wizard-preview wizard-outdated'}>
          {preview && <Preview {...valid.current} preview={preview} isFolded />}
          {children}
        </div>
      )}
      {isLive && <SpokenAfterPause text={errorText || summary} />}
    </>
  );
}

/** @param most how many of the next dates it says, 1 or 2 */
function lineOf(
  preview: ShownPreview,
  { values, scope }: PreviewContent,
  form: IslandForm,
  most: number,
): string {
  const { t, format } = form;
  const { occurrences } = preview.scopes?.[scope] ?? preview;
  const [date, then] = occurrences.slice(0, most).map((occurrence) => format.date(occurrence.date));
  if (!date) return t('recurring:wizard.nothingToCome');
  const frequency = shownFrequency(values, form);
  return then
    ? t('recurring:wizard.nextTwoSaid', { frequency, date, then })
    : t('recurring:wizard.nextSaid', { frequency, date });
}

/** How long typing must pause before a change is read aloud, in ms. */
const PAUSE = 1200;

function SpokenAfterPause({ text }: { text: string | undefined }) {
  const [spoken, setSpoken] = useState<{ text: string; isNews: boolean }>();
  const announce = useEffectEvent((latest: string) => {
    // The initial dates are not a change.
    if (latest !== spoken?.text) setSpoken({ text: latest, isNews: spoken !== undefined });
  });
  const isFirst = spoken === undefined;
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => announce(text), isFirst ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text, isFirst]);
  return (
    <p className="visually-hidden" role="status">
      {spoken?.isNews && spoken.text}
    </p>
  );
}

interface ScopeProperties extends Pick<PreviewContent, 'scope'> {
  /** With the values that they follow from; without them nothing is counted. */
  preview?: { scopes: NonNullable<ShownPreview['scopes']>; values: WizardValues };
}

export function ScopeField({ scope, preview }: ScopeProperties) {
  const { t, ...form } = useFormContext();
  const countOf = (value: 'future' | 'all') => {
    if (!preview) return '';
    const { past, coming } = preview.scopes[value];
    const what = [
      past > 0 && t('recurring:wizard.scopePast', { count: past }),
      coming > 0 && t('recurring:wizard.scopeComing', { count: coming }),
    ].filter((text) => text !== false);
    if (what.length === 0) return '';
    // Those of a template without an end cannot be counted.
    const key =
      `recurring:wizard.${isEndless(preview.values) ? 'scopeChangesEndless' : 'scopeChanges'}` as const;
    return t(key, { what: new Intl.ListFormat(form.language).format(what) });
  };
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{t('recurring:wizard.scope')}</legend>
      {SCOPES_OF_CHANGE.map((value) => {
        const id = `${form.idOf('scope')}${value === 'future' ? '' : `-${value}`}`;
        return (
          <label className="choice" htmlFor={id} key={value}>
            <input
              id={id}
              type="radio"
              name="scope"
              value={value}
              defaultChecked={value === scope}
              onChange={() => form.choose('scope', value)}
            />
            <span>
              <strong className="block">{t(`recurring:wizard.scope.${value}`)}</strong>
              <span className="hint block">
                {t(`recurring:wizard.scopeHint.${value}`)} {countOf(value)}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
