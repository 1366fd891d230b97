import { useEffect, useEffectEvent } from 'react';
import type { OccurrenceData } from '../../api/shapes/recurring.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { OCCURRENCE_SCOPES, type OccurrenceScope } from '../../domain/recurring/occurrences/schema.ts';
import type { Format } from '../../i18n/format.ts';
import { FieldError } from '../field-parts.tsx';
import { changeOptions, removalOptions, type ScopeOption } from './scope-options.ts';

export interface Around {
  around: OccurrenceData;
  t: Translate;
  format: Pick<Format, 'date'>;
}

interface ChoiceProperties extends Around {
  /** The initial choice; without it nothing is chosen. */
  chosen?: string | undefined;
  error?: string | undefined;
  idPrefix?: string;
  onChoose?: (scope: OccurrenceScope) => void;
}

export function ChangeChoice({ chosen = 'single', ...rest }: ChoiceProperties) {
  const { around, t } = rest;
  if (!around.change) return <p className="hint">{t('recurring:occurrence.gone')}</p>;
  // In a page the slot around it has no box, and so no margin.
  return (
    <div className="stack mb-3">
      <ScopeChoice
        {...rest}
        chosen={chosen}
        legend={t('recurring:occurrence.changeLegend')}
        options={changeOptions(around, t)}
      />
      <p className="hint">
        {t('recurring:occurrence.changeHint')}{' '}
        <a href={`/recurring/${around.template_id}/edit`}>{t('recurring:occurrence.setUp')}</a>
      </p>
    </div>
  );
}

export function RemovalChoice(properties: ChoiceProperties) {
  const { around, t } = properties;
  return (
    <ScopeChoice
      {...properties}
      legend={t('recurring:occurrence.removalLegend')}
      options={removalOptions(around, t)}
    />
  );
}

interface PaymentsProperties
  extends Pick<ChoiceProperties, 't' | 'chosen' | 'error' | 'idPrefix' | 'onChoose'> {
  installment: { n: number; of: number };
  /** What holds without a choice. */
  usual?: string;
}

/** With which other payments of its purchase one changes; on a page nothing is chosen until the person does. */
export function PaymentsChoice({
  installment,
  chosen,
  error,
  usual,
  idPrefix = '',
  t,
  onChoose,
}: PaymentsProperties) {
  const field = `${idPrefix}scope`;
  return (
    <div className="stack mb-3">
      <fieldset className="fieldset scopes">
        <legend className="legend">
          {t('money:change', { number: installment.n, total: installment.of })}
        </legend>
        <FieldError id={field} error={error} />
        {OCCURRENCE_SCOPES.map((scope, index) => (
          <label className="choice" key={scope}>
            <input
              id={index === 0 ? field : `${field}-${scope}`}
              type="radio"
              name="scope"
              value={scope}
              checked={scope === chosen}
              aria-describedby={error && `${field}-error`}
              onChange={() => onChoose?.(scope)}
            />
            <span>{t(`money:removal.${scope}`)}</span>
          </label>
        ))}
      </fieldset>
      <p className="hint">
        {usual && `${usual} `}
        {t('money:change.hint')}
      </p>
    </div>
  );
}

/** Radio buttons, each with its impact. The first has the id of the field, for error summaries. */
function ScopeChoice({
  legend,
  options,
  chosen,
  error,
  idPrefix = '',
  t,
  format,
  onChoose,
}: ChoiceProperties & { legend: string; options: ScopeOption[] }) {
  const field = `${idPrefix}scope`;
  const [only, ...others] = options;
  const alone = others.length === 0 ? only?.scope : undefined;
  const chooseAlone = useEffectEvent(() => alone && onChoose?.(alone));
  useEffect(() => void chooseAlone(), []);
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{legend}</legend>
      <FieldError id={field} error={error} />
      {options.map(({ scope, impact, notes, warns }, index) => {
        const id = index === 0 ? field : `${field}-${scope}`;
        const [first, last] = [format.date(impact.first_date), format.date(impact.last_date)];
        return (
          <div className="scope" key={scope}>
            <input
              id={id}
              type="radio"
              name="scope"
              value={scope}
              defaultChecked={scope === (alone ?? chosen)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${id}-about ${field}-error` : `${id}-about`}
              onChange={() => onChoose?.(scope)}
            />
            <label htmlFor={id}>{t(`recurring:occurrence.scope.${scope}`)}</label>
            <div className="scope-about" id={`${id}-about`}>
              <p>
                {`${t('recurring:occurrence.count', { count: impact.count })}, `}
                <bdi>{first}</bdi>
                {first !== last && (
                  <>
                    {` ${t('recurring:occurrence.to')} `}
                    <bdi>{last}</bdi>
                  </>
                )}
              </p>
              {notes.map(
                (note) =>
                  note && (
                    <p className={warns ? 'scope-warning' : undefined} key={note}>
                      {note}
                    </p>
                  ),
              )}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

export function TemplateNote({ around, t, format }: Around) {
  const { template_id, name, next_dates } = around;
  if (template_id === null) return <p className="hint">{t('recurring:occurrence.left')}</p>;
  return (
    <dl className="details-list">
      <div>
        <dt>{t('recurring:occurrence.belongs')}</dt>
        <dd>
          <a href={`/recurring/${template_id}`}>
            <bdi>{name}</bdi>
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('recurring:occurrence.next')}</dt>
        <dd>
          {next_dates.length === 0 && t('recurring:occurrence.nothingNext')}
          {next_dates.map((date, index) => (
            <span key={date}>
              {index > 0 && ', '}
              <bdi>{format.date(date)}</bdi>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
