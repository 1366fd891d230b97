import type { ComponentProps } from 'react';
import type { SeriesAround } from '../../stores/series.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { changeOptions } from './scope-options.ts';

type ChangeProperties = Omit<ComponentProps<typeof ScopeChoice>, 'legend' | 'options'> & {
  series: SeriesAround;
};

/** What changes with an occurrence that is edited: it alone, unless another choice is made. */
export function ChangeChoice({ series, chosen = 'single', ...rest }: ChangeProperties) {
  const { say } = rest;
  if (!series.change) return <p className="hint">{say('recurring:occurrence.gone')}</p>;
  return (
    <div className="stack">
      <ScopeChoice
        {...rest}
        chosen={chosen}
        legend={say('recurring:occurrence.changeLegend')}
        options={changeOptions(series, say)}
      />
      <p className="hint">
        {say('recurring:occurrence.changeHint')}{' '}
        <a href={`/recurring/${series.template_id}/edit`}>{say('recurring:occurrence.setUp')}</a>
      </p>
    </div>
  );
}
