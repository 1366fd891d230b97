import type { ComponentProps } from 'react';
import type { SeriesAround } from '../../stores/series.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { removalOptions } from './scope-options.ts';

type RemovalProperties = Omit<ComponentProps<typeof ScopeChoice>, 'legend' | 'options'> & {
  series: SeriesAround;
};

/** What goes with an occurrence that is deleted; nothing is chosen at first. */
export function RemovalChoice({ series, ...rest }: RemovalProperties) {
  const { say } = rest;
  return (
    <ScopeChoice
      {...rest}
      legend={say('recurring:occurrence.removalLegend')}
      options={removalOptions(series, say)}
    />
  );
}
