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
import { $highlighted, startMirror } from '../../stores/charts.ts';
import type { Drawing } from './drawing.ts';
import { Keys, Panel, Strip, Values } from './parts.tsx';
import { type ChartTable, movedBy, type PointRow, readTable } from './points.ts';
import { startSteps } from './steps.ts';

export interface ChartTexts {
  label: string;
  series: string;
  link: string;
  announced: boolean;
}

interface ChartProperties {
  /** The id of its table: each row is a point, and each of its first values belongs to a series. */
  table: string;
  series: {
    name: string;
    tone: 'income' | 'expense' | 'accent' | 'muted' | 'text';
    shape: 'bar' | 'line';
    /** The colour of a category, instead of the tone. */
    color?: string | undefined;
    isDashed?: boolean;
    /** Balances have their own drawing, because they are many times the income and expenses of a month. */
    panel: 0 | 1;
  }[];
  /** Short names of the points for the axis; by default those of the table. */
  labels?: string[] | undefined;
  /** Minor units by series; null interrupts a line. */
  values: (number | null)[][];
  /** Whether it has the size of the server's drawing: without axes and switches. */
  isSmall?: boolean;
  /**
   * The remainder that no part of a whole has, in minor units; the parts are drawn beside each other. The largest is the
   * first row, while points in time end with the latest.
   */
  rest?: number | undefined;
  texts: ChartTexts;
  children?: ReactNode;
}

/** Pixels: of a small drawing, and of the line with its values, for which a larger drawing makes room. */
const LEAST_SPACE = 48;
const VALUES_SPACE = 28;

const NOTHING: ChartTable = { heads: [], rows: [] };

export function Chart(properties: ChartProperties) {
  const { table, labels, series, values, rest, isSmall = false, texts, children } = properties;
  const root = useRef<HTMLDivElement>(null);
  const flow = useRef<Drawing>(null);
  const level = useRef<Drawing>(null);
  const [{ heads, rows }, setRead] = useState(NOTHING);
  const [space, setSpace] = useState(0);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [spoken, setSpoken] = useState('');
  // Keeps the chosen point while something else is highlighted.
  const [latest, setLatest] = useState(0);
  const highlighted = useStore($highlighted);
  const newest = values[0]?.findLastIndex((value) => value !== null) ?? 0;
  const isAlive = rows.length > 0;
  const shared = highlighted === null ? -1 : rows.findIndex(({ point }) => point === highlighted);
  const at = shared < 0 ? latest : shared;
  const row = rows[at];

  useEffect(() => {
    setRead(readTable(table));
    setSpace(root.current?.querySelector('svg')?.getBoundingClientRect().height ?? 0);
    if (rest === undefined) setLatest(newest);
    startMirror();
    return root.current ? startSteps(root.current) : undefined;
  }, [table, rest, newest]);
  useEffect(() => {
    if (shared >= 0) setLatest(shared);
  }, [shared]);
  // After going back in the browser, the point whose transactions were opened is marked.
  useEffect(() => {
    const { chart, point, ...state } = history.state ?? {};
    if (!isAlive || chart !== texts.label) return;
    history.replaceState(state, '');
    $highlighted.set(point);
    root.current?.querySelector<HTMLElement>('[role=slider]')?.focus({ preventScroll: true });
  }, [isAlive, texts.label]);

  const sizesOf = (index: number) => (values[index] ?? []).map((minor) => minor && minor / 100);
  const panelOf = (panel: 0 | 1, drawing: typeof flow) => {
    const drawn = series.flatMap(
      ({ tone, color = `var(--${tone})`, shape, isDashed, panel: ofSeries }, index) =>
        off.has(index) || ofSeries !== panel ? [] : [{ shape, isDashed, color, values: sizesOf(index) }],
    );
    if (drawn.length === 0) return null;
    const height = isSmall ? Math.max(LEAST_SPACE, space - VALUES_SPACE) : panel === 0 ? 200 : 160;
    const names = labels ?? rows.map(({ name }) => name);
    return <Panel shown={{ labels: names, series: drawn, height, isSmall }} at={at} drawing={drawing} />;
  };

  const textOf = ({ values: texts }: PointRow) =>
    heads.flatMap((name, index) => (off.has(index) ? [] : `${name} ${texts[index]}`)).join(', ');
  const mark = (index: number) => {
    const next = rows[index];
    if (next) $highlighted.set(next.point);
    return next;
  };
  const leave = () => history.replaceState({ ...history.state, chart: texts.label, point: row?.point }, '');
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && row?.href) {
      leave();
      location.assign(row.href);
    }
    const to = movedBy(event.key, at, { count: rows.length, isMirrored: document.dir === 'rtl' });
    if (to === undefined) return;
    event.preventDefault();
    const next = mark(to);
    if (next) setSpoken(textOf(next));
  };
  const onPointer = ({ clientX }: PointerEvent) => {
    const drawing = flow.current ?? level.current;
    if (drawing) mark(drawing.indexAt(clientX));
  };
  const toggle = (index: number) => {
    const next = new Set(off);
    if (!next.delete(index)) next.add(index);
    // At least one series stays visible.
    if (next.size < series.length) setOff(next);
  };
  const partOf = ({ color }: PointRow, index: number) => ({
    size: (values[0]?.[index] ?? 0) / 100,
    color: color ?? 'var(--accent)',
  });

  return (
    <div ref={root} className={isSmall ? 'island-chart island-chart-small' : 'island-chart'}>
      {series.length > 1 && !isSmall && (
        <>
          {isAlive && <Keys series={series} off={off} label={texts.series} toggle={toggle} />}
          <p className={isAlive ? 'chart-keys chart-still' : 'chart-keys'} aria-hidden="true">
            {series.map(({ name, tone }) => (
              <Fragment key={name}>
                <span className={`chart-key tone-${tone}`}>{name}</span>{' '}
              </Fragment>
            ))}
          </p>
        </>
      )}
      <div className={isAlive ? 'chart-still' : undefined}>{children}</div>
      {isAlive && row && (
        <div className="print:hidden">
          <div
            className="chart-live"
            role="slider"
            tabIndex={0}
            aria-label={texts.label}
            aria-valuemin={1}
            aria-valuemax={rows.length}
            aria-valuenow={at + 1}
            aria-valuetext={row.name}
            onKeyDown={onKey}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
          >
            {rest === undefined ? (
              <>
                {panelOf(0, flow)}
                {panelOf(1, level)}
              </>
            ) : (
              <Strip parts={rows.map(partOf)} rest={rest / 100} at={at} onMark={mark} />
            )}
          </div>
          <Values row={row} heads={heads} off={off} link={isSmall ? undefined : texts.link} leave={leave} />
          <p className="visually-hidden" role="status" aria-live={texts.announced ? undefined : 'off'}>
            {spoken}
          </p>
        </div>
      )}
    </div>
  );
}
