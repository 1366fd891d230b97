import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { $highlighted, startMirror } from '../../stores/charts.ts';
import { LiveDrawing } from './LiveDrawing.tsx';
import { bandAt, type ChartTable, movedBy, type PointRow, readTable } from './points.ts';
import { startSteps } from './steps.ts';
import { Legend, type LegendSeries, Readout, type ReadoutContent, sinceText } from './words.tsx';

export interface ChartTexts {
  label: string;
  series: string;
  link: string;
  /** What follows a change: since which point it is, whose name is at `{}`. */
  change: string;
  total: string;
}

interface ChartProperties {
  /** The id of its table: each row is a point or a part. */
  table: string;
  newestFirst?: boolean;
  /** For values over time; parts of a whole have none. */
  series?: (LegendSeries & {
    /** The index of its values in the rows of the table. */
    column: number;
  })[];
  /** By series, in any unit; null interrupts a line. */
  values?: (number | null)[][];
  /** By series, the texts of the changes since the point before. */
  changes?: string[][];
  /** The texts of the sums of stacked series. */
  totals?: string[] | undefined;
  scale?: readonly [least: number, most: number];
  /** The chosen point at first, and its readout. */
  at: number;
  first: ReadoutContent;
  texts: ChartTexts;
  children?: ReactNode;
}

const NOTHING: ChartTable = { heads: [], rows: [] };

/** The drawing of the server with a readout of one point, which takes the words of the table. */
export function Chart({
  table,
  newestFirst = false,
  series = [],
  values = [],
  changes = [],
  totals,
  scale = [0, 1],
  at: startsAt,
  first,
  texts,
  children,
}: ChartProperties) {
  const root = useRef<HTMLDivElement>(null);
  const [{ heads, rows }, setRead] = useState(NOTHING);
  const [isDrawn, setDrawn] = useState(false);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [band, setBand] = useState<number>();
  // Keeps the chosen point while something else is highlighted.
  const [latest, setLatest] = useState(startsAt);
  const highlighted = useStore($highlighted);
  const isAlive = rows.length > 0;
  const isTimed = series.length > 0;
  const shared = highlighted === null ? -1 : rows.findIndex(({ point }) => point === highlighted);
  const at = shared < 0 ? latest : shared;
  const row = rows[at];
  const stacks = series.flatMap(({ shape }, index) => (shape === 'stack' && !off.has(index) ? index : []));

  useEffect(() => {
    setRead(readTable(table, newestFirst));
    startMirror();
    return root.current ? startSteps(root.current) : undefined;
  }, [table, newestFirst]);
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
  // The touch that loaded this chooses, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rows are known.
  useEffect(() => {
    const touched = root.current
      ?.closest<HTMLElement>('astro-island')
      ?.dataset.touched?.split(' ')
      .map(Number);
    const [x, y] = touched ?? [];
    if (isAlive && x !== undefined && y !== undefined) choose(document.elementFromPoint(x, y), x, y);
  }, [isAlive]);
  useEffect(() => {
    if (isTimed || !isAlive) return;
    const parts = [...(root.current?.querySelectorAll<SVGElement>('[data-part]') ?? [])];
    // The last part is drawn for all that follow, too.
    const drawn = Math.min(at, Math.max(...parts.map(({ dataset }) => Number(dataset.part))));
    for (const part of parts) part.toggleAttribute('data-marked', Number(part.dataset.part) === drawn);
  }, [isTimed, isAlive, at]);

  const contentOf = (row: PointRow, at: number, band: number | undefined): ReadoutContent => {
    const cell = (index: number) => row.values[series[index]?.column ?? index];
    if (!isTimed) {
      const items = heads.map((name, index) => ({
        name: heads.length > 1 ? name : '',
        text: row.values[index]?.text ?? '',
      }));
      return { name: row.name, href: row.href, items };
    }
    const items = series.flatMap(({ name, shape }, index) => {
      if (off.has(index) || (shape === 'stack' && index !== band)) return [];
      return { name, text: cell(index)?.text ?? '', change: changes[index]?.[at] };
    });
    // What is switched off would count.
    const total = off.size === 0 ? totals?.[at] : undefined;
    if (total !== undefined) items.unshift({ name: texts.total, text: total, change: undefined });
    const own = band === undefined ? (series.length === 1 ? cell(0)?.href : undefined) : cell(band)?.href;
    return { name: row.name, href: own ?? row.href, items, since: rows[at - 1]?.name };
  };
  const content = row ? contentOf(row, at, band) : first;

  const mark = (index: number) => {
    const next = rows[index];
    if (!next) return;
    $highlighted.set(next.point || null);
    setLatest(index);
  };
  const leave = () => history.replaceState({ ...history.state, chart: texts.label, point: row?.point }, '');
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' && content.href) {
      leave();
      location.assign(content.href);
    }
    const isUp = event.key === 'ArrowUp';
    if (stacks.length > 0 && row && (isUp || event.key === 'ArrowDown')) {
      event.preventDefault();
      const from = band === undefined ? (isUp ? -1 : stacks.length) : stacks.indexOf(band);
      const next = stacks[Math.max(0, Math.min(from + (isUp ? 1 : -1), stacks.length - 1))];
      setBand(next);
      return;
    }
    const to = movedBy(event.key, at, {
      count: rows.length,
      isMirrored: !isTimed && document.dir === 'rtl',
    });
    if (to === undefined) return;
    event.preventDefault();
    mark(to);
  };
  const choose = (target: Element | null, x: number, y: number) => {
    const part = target?.closest('[data-part]')?.getAttribute('data-part');
    if (part) mark(Number(part));
    const frame = root.current?.querySelector('.plot-frame')?.getBoundingClientRect();
    if (!frame || rows.length === 0) return;
    const across = Math.floor(((x - frame.left) / frame.width) * rows.length);
    const index = Math.max(0, Math.min(across, rows.length - 1));
    mark(index);
    if (stacks.length === 0) return;
    const value = scale[1] - ((y - frame.top) / frame.height) * (scale[1] - scale[0]);
    const pressed = bandAt(
      stacks.map((stack) => values[stack]?.[index] ?? null),
      value,
    );
    setBand(pressed === undefined ? undefined : stacks[pressed]);
  };
  const onPointer = (event: PointerEvent) => choose(event.target as Element, event.clientX, event.clientY);
  const toggle = (index: number) => {
    const next = new Set(off);
    if (!next.delete(index)) next.add(index);
    // At least one series stays visible.
    if (next.size < series.length) setOff(next);
    if (index === band) setBand(undefined);
  };
  const control = isAlive && {
    role: 'slider',
    tabIndex: 0,
    'aria-label': texts.label,
    'aria-valuemin': 1,
    'aria-valuemax': rows.length,
    'aria-valuenow': at + 1,
    'aria-valuetext': spokenOf(content, texts.change),
    onKeyDown: onKey,
    onPointerMove: onPointer,
    onPointerDown: onPointer,
  };

  return (
    <div ref={root} className={isDrawn ? 'island-chart chart-drawn' : 'island-chart'}>
      {series.length > 1 && (
        <Legend series={series} off={off} label={texts.series} toggle={isAlive ? toggle : undefined} />
      )}
      <div className="chart-live" {...control}>
        {children}
      </div>
      <Readout
        content={content}
        change={texts.change}
        link={texts.link}
        isLonger={series.some(({ shape }) => shape === 'stack')}
        leave={leave}
      />
      {isAlive && isTimed && root.current && (
        <LiveDrawing
          root={root.current}
          at={at}
          band={band === undefined ? undefined : stacks.indexOf(band)}
          series={drawnOf(series, values, off)}
          scale={scale}
          onDrawn={() => setDrawn(true)}
        />
      )}
    </div>
  );
}

/** The words of the readout, as the value of the slider. */
function spokenOf({ name, items, since }: ReadoutContent, changeText: string): string {
  const texts = items.map(({ name, text, change }) =>
    `${name} ${text}${change ? ` (${change} ${sinceText(changeText, since)})` : ''}`.trim(),
  );
  return [name, texts.join(', ')].filter(Boolean).join(': ');
}

/** The library stacks in the order of the series, and puts bars before lines. */
function drawnOf(
  series: NonNullable<ChartProperties['series']>,
  values: (number | null)[][],
  off: ReadonlySet<number>,
) {
  const all = series.flatMap(({ shape, isDashed, fill, color }, index) =>
    off.has(index)
      ? []
      : { shape, isDashed, fill: shape === 'line' ? color : fill, color, values: values[index] ?? [] },
  );
  return [...all.filter(({ shape }) => shape !== 'line'), ...all.filter(({ shape }) => shape === 'line')];
}
