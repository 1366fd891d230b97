import { useStore } from '@nanostores/react';
import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { $charts, highlight } from '../../stores/charts.ts';
import type { Drawing } from './drawing.ts';
import { startMirror } from './mirror.ts';
import { movedBy } from './moved.ts';
import { Panel } from './Panel.tsx';
import { type PointRow, readRows } from './rows.ts';
import { startSteps } from './steps.ts';

export interface ChartTexts {
  /** The name of what is moved by keys. */
  label: string;
  /** The name of the switches. */
  series: string;
  link: string;
  /** Whether values are announced while keys are pressed. */
  announced: boolean;
}

interface ChartProperties {
  /** The id of its table: each row is a point. */
  table: string;
  /** The name of each point in all charts of the page. */
  points: string[];
  series: {
    name: string;
    tone: 'income' | 'expense' | 'accent' | 'text';
    shape: 'bar' | 'line';
    /** The drawing that it is in: balances are many times what comes and goes in a month. */
    panel: 0 | 1;
  }[];
  /** Minor units, of each series. */
  values: number[][];
  texts: ChartTexts;
  /** The drawing of the server, which stays on paper. */
  children?: ReactNode;
}

/** A drawing that says its values, instead of the server's; the words are those of its table. */
export function Chart({ table, points, series, values, texts, children }: ChartProperties) {
  const root = useRef<HTMLDivElement>(null);
  const flow = useRef<Drawing>(null);
  const level = useRef<Drawing>(null);
  const [rows, setRows] = useState<PointRow[]>([]);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [said, setSaid] = useState('');
  const { highlighted } = useStore($charts);
  const isAlive = rows.length > 0;
  const found = highlighted === null ? -1 : points.indexOf(highlighted);
  // What was chosen here stays while something else is highlighted.
  const [latest, setLatest] = useState(points.length - 1);
  const at = found < 0 ? latest : found;
  const row = rows[at];

  useEffect(() => {
    setRows(readRows(table));
    startMirror();
    return root.current ? startSteps(root.current) : undefined;
  }, [table]);
  useEffect(() => {
    if (found >= 0) setLatest(found);
  }, [found]);

  const labels = rows.map(({ name }) => name);
  const panels = ([0, 1] as const).map((panel) =>
    series.flatMap(({ tone, shape, panel: mine }, place) => {
      if (off.has(place) || mine !== panel) return [];
      const drawn = (values[place] ?? []).map((minor) => minor / 100);
      return [{ shape, color: `var(--${tone})`, values: drawn }];
    }),
  );

  const textOf = ({ values: texts }: PointRow) =>
    series.map(({ name }, place) => (off.has(place) ? '' : `${name} ${texts[place]}`)).filter(Boolean);
  const move = (index: number, isSaid: boolean) => {
    const point = points[index];
    const next = rows[index];
    if (point === undefined || !next) return;
    highlight(point);
    if (isSaid) setSaid(textOf(next).join(', '));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && row?.href) location.assign(row.href);
    const isMirrored = document.dir === 'rtl';
    const to = movedBy(event.key, at, { count: points.length, isMirrored });
    if (to === undefined) return;
    event.preventDefault();
    move(to, true);
  };
  const onPointer = ({ clientX }: PointerEvent) => {
    const drawing = flow.current ?? level.current;
    if (drawing) move(drawing.indexAt(clientX), false);
  };
  const toggle = (place: number) => {
    const next = new Set(off);
    if (!next.delete(place)) next.add(place);
    // Something is always drawn.
    if (next.size < series.length) setOff(next);
  };

  return (
    <div ref={root} className="island-chart">
      {series.length > 1 &&
        (isAlive ? (
          <fieldset className="presets m-0 p-0 border-0" aria-label={texts.series}>
            {series.map(({ name, tone }, place) => (
              <button
                key={name}
                type="button"
                className={`preset chart-key tone-${tone}`}
                aria-pressed={!off.has(place)}
                onClick={() => toggle(place)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        ) : (
          <p className="presets" aria-hidden="true">
            {series.map(({ name, tone }) => (
              <Fragment key={name}>
                <span className={`preset chart-key tone-${tone}`}>{name}</span>{' '}
              </Fragment>
            ))}
          </p>
        ))}
      <div className={isAlive ? 'chart-still' : undefined}>{children}</div>
      {isAlive && row && (
        <div className="print:hidden">
          <div
            className="chart-live"
            role="slider"
            tabIndex={0}
            aria-label={texts.label}
            aria-valuemin={1}
            aria-valuemax={points.length}
            aria-valuenow={at + 1}
            aria-valuetext={row.name}
            onKeyDown={onKey}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
          >
            {panels.map(
              (drawn, panel) =>
                drawn.length > 0 && (
                  <Panel
                    key={panel === 0 ? 'flow' : 'level'}
                    labels={labels}
                    series={drawn}
                    height={panel === 0 ? 200 : 160}
                    at={at}
                    drawing={panel === 0 ? flow : level}
                  />
                ),
            )}
          </div>
          <p className="chart-values">
            <strong>
              <bdi>{row.name}</bdi>
            </strong>
            {series.map(({ name }, place) =>
              off.has(place) ? null : (
                <span key={name}>
                  {name} <bdi>{row.values[place]}</bdi>
                </span>
              ),
            )}
            {row.href && <a href={row.href}>{texts.link}</a>}
          </p>
          <p className="visually-hidden" role="status" aria-live={texts.announced ? undefined : 'off'}>
            {said}
          </p>
        </div>
      )}
    </div>
  );
}
