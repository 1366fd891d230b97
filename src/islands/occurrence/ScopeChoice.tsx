import type { ComponentProps } from 'react';
import type { Translate } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';
import type { Format } from '../../i18n/format.ts';
import { changeOptions, removalOptions, type ScopeOption } from './scope-options.ts';
import type { Impact, TemplateAround } from './template-around.ts';

type ChangeProperties = Omit<ComponentProps<typeof ScopeChoice>, 'legend' | 'options'> & {
  around: TemplateAround;
};

/** The scope of an edit of an occurrence: it alone, unless another choice is made. */
export function ChangeChoice({ around, chosen = 'single', ...rest }: ChangeProperties) {
  const { t } = rest;
  if (!around.change) return <p className="hint">{t('recurring:occurrence.gone')}</p>;
  return (
    <div className="stack">
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

type RemovalProperties = Omit<ComponentProps<typeof ScopeChoice>, 'legend' | 'options'> & {
  around: TemplateAround;
};

/** The scope of the deletion of an occurrence; nothing is chosen at first. */
export function RemovalChoice({ around, ...rest }: RemovalProperties) {
  const { t } = rest;
  return (
    <ScopeChoice
      {...rest}
      legend={t('recurring:occurrence.removalLegend')}
      options={removalOptions(around, t)}
    />
  );
}

interface ChoiceProperties {
  legend: string;
  options: ScopeOption[];
  /** The initial choice; none without it. */
  chosen?: string | undefined;
  /** The error of the submitted choice. */
  error?: string | undefined;
  idPrefix?: string;
  t: Translate;
  format: Pick<Format, 'date'>;
  onChoose?: (scope: OccurrenceScope) => void;
}

/**
 * The choice of a scope: three radio buttons, each with its impact and notes. The first has the field's id, so that
 * error summaries can link to it.
 */
function ScopeChoice({ legend, options, error, idPrefix = '', ...rest }: ChoiceProperties) {
  const id = `${idPrefix}scope`;
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{legend}</legend>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {options.map((option, position) => (
        <ScopeRow
          {...rest}
          id={position === 0 ? id : `${id}-${option.scope}`}
          option={option}
          errorId={error && `${id}-error`}
          key={option.scope}
        />
      ))}
    </fieldset>
  );
}

interface RowProperties extends Omit<ChoiceProperties, 'legend' | 'options' | 'error' | 'idPrefix'> {
  id: string;
  option: ScopeOption;
  errorId: string | undefined;
}

function ScopeRow({ id, option, chosen, errorId, t, format, onChoose }: RowProperties) {
  const { scope, label, impact, notes, warns } = option;
  const about = `${id}-about`;
  return (
    <div className="scope">
      <input
        id={id}
        type="radio"
        name="scope"
        value={scope}
        defaultChecked={scope === chosen}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={[about, errorId].filter(Boolean).join(' ')}
        onChange={() => onChoose?.(scope)}
      />
      <label htmlFor={id}>{label}</label>
      <div className="scope-about" id={about}>
        <p>
          <ImpactSummary impact={impact} t={t} format={format} />
        </p>
        {notes.map((note) => (
          <p className={warns ? 'scope-warning' : undefined} key={note}>
            {note}
          </p>
        ))}
      </div>
    </div>
  );
}

interface ImpactProperties {
  impact: Impact;
  t: Translate;
  format: Pick<Format, 'date'>;
}

// The number of transactions, and their first and last day.
function ImpactSummary({ impact, t, format }: ImpactProperties) {
  const [first, last] = [format.date(impact.first_date), format.date(impact.last_date)];
  return (
    <>
      {`${t('recurring:occurrence.count', { count: impact.count })}, `}
      <bdi>{first}</bdi>
      {first !== last && (
        <>
          {` ${t('recurring:occurrence.to')} `}
          <bdi>{last}</bdi>
        </>
      )}
    </>
  );
}
