import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Drawing, type Drawn, draw } from './drawing.ts';
import type { PointRow } from './points.ts';

interface PanelProperties {
  shown: Omit<Drawn, 'isMirrored'>;
  at: number;
  drawing: RefObject<Drawing | null>;
}

/** A drawing, made once it comes into view and again when its content changes. */
export function Panel({ shown, at, drawing }: PanelProperties) {
  const container = useRef<HTMLDivElement>(null);
  const marked = useRef(at);
  const drawn = JSON.stringify(shown);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is the same as what is shown.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const mark = () => drawing.current?.mark(marked.current);
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.some(({ isIntersecting }) => isIntersecting) && element.clientWidth > 0;
      if (drawing.current || !isInView) return;
      drawing.current = draw(element, { ...shown, isMirrored: document.dir === 'rtl' });
      mark();
    });
    // The library redraws when the width changes.
    element.addEventListener('drawn', mark);
    observer.observe(element);
    return () => {
      observer.disconnect();
      element.removeEventListener('drawn', mark);
      drawing.current?.destroy();
      drawing.current = null;
    };
  }, [drawn]);

  useEffect(() => {
    marked.current = at;
    drawing.current?.mark(at);
  }, [at, drawing]);

  return <div ref={container} className="chart-place" dir="ltr" aria-hidden="true" data-chart />;
}

/** Pixels: of the strip, and of the line below the marked part. */
const HEIGHT = 28;
const MARK = 4;
/** The minimum width of the line, in percent of the strip. */
const LEAST_MARK = 1;

interface StripProperties {
  /** In the order of the table; colours are any of CSS. */
  parts: { size: number; color: string }[];
  /** The remainder in the same unit, which cannot be chosen. */
  rest: number;
  at: number;
  onMark: (index: number) => void;
}

/** The parts of a whole beside each other; the library's version has `style` attributes and fixed colours. */
export function Strip({ parts, rest, at, onMark }: StripProperties) {
  const all = [...parts, { size: rest, color: 'var(--sunken)' }];
  const total = all.reduce((sum, { size }) => sum + size, 0) || 1;
  let end = 0;
  const drawn = all.map(({ size, color }) => {
    const start = end;
    end += (100 * size) / total;
    return { start, width: end - start, color };
  });
  const markAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (100 * (clientX - left)) / width;
    const percent = document.dir === 'rtl' ? 100 - share : share;
    const index = drawn.findLastIndex(({ start }) => start <= percent);
    onMark(Math.max(0, Math.min(index, parts.length - 1)));
  };
  const x = (start: number, width: number) => `${document.dir === 'rtl' ? 100 - start - width : start}%`;
  const marked = drawn[at];
  const width = Math.max(LEAST_MARK, marked?.width ?? 0);
  return (
    <div
      className="chart-place chart-strip"
      dir="ltr"
      aria-hidden="true"
      data-chart
      onPointerMove={markAt}
      onPointerDown={markAt}
    >
      <svg width="100%" height={HEIGHT + 3 * MARK} aria-hidden="true">
        {drawn.map((part, index) => (
          <rect
            x={x(part.start, part.width)}
            width={`${part.width}%`}
            height={HEIGHT}
            fill={part.color}
            stroke="var(--surface)"
            key={parts[index] ? index : 'rest'}
          />
        ))}
        {marked && (
          <rect
            className="chart-mark"
            x={x(Math.min(marked.start, 100 - width), width)}
            y={HEIGHT + MARK}
            width={`${width}%`}
            height={MARK}
          />
        )}
      </svg>
    </div>
  );
}

interface KeysProperties {
  series: { name: string; tone: string }[];
  off: ReadonlySet<number>;
  label: string;
  toggle: (index: number) => void;
}

/** A legend whose entries switch their series off and on. */
export function Keys({ series, off, label, toggle }: KeysProperties) {
  return (
    <fieldset className="presets m-0 p-0 border-0 print:hidden" aria-label={label}>
      {series.map(({ name, tone }, index) => (
        <button
          key={name}
          type="button"
          className={`preset chart-key tone-${tone}`}
          aria-pressed={!off.has(index)}
          onClick={() => toggle(index)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

interface ValuesProperties {
  row: PointRow;
  heads: string[];
  /** The indexes of the values that are not shown. */
  off: ReadonlySet<number>;
  /** The text of the link; without it the name is the link, and the first value needs no name. */
  link: string | undefined;
  leave: () => void;
}

export function Values({ row, heads, off, link, leave }: ValuesProperties) {
  const name = <bdi>{row.name}</bdi>;
  const linkOf = (content: typeof name | string) =>
    row.href && (
      <a href={row.href} onClick={leave}>
        {content}
      </a>
    );
  return (
    <p className="chart-values">
      <strong>{(link === undefined && linkOf(name)) || name}</strong>
      {heads.map((head, index) =>
        off.has(index) ? null : (
          <span key={head}>
            {link === undefined && index === 0 ? null : `${head} `}
            <bdi>{row.values[index]}</bdi>
          </span>
        ),
      )}
      {link && linkOf(link)}
    </p>
  );
}
