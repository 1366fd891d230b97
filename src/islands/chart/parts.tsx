import { useEffect, useRef } from 'react';
import { type Drawing, type Drawn, draw } from './drawing.ts';

interface LayerProperties extends Drawn {
  root: HTMLElement;
  at: number;
  /** Called once the server's drawing is no longer needed. */
  onDrawn: () => void;
}

/** The drawing that answers, in the place of the server's and inside its axes. */
export function Layer({ root, at, series, scale, onDrawn }: LayerProperties) {
  const drawing = useRef<Drawing>(null);
  const marked = useRef(at);
  const drawn = JSON.stringify([series, scale]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` is the same as what is drawn.
  useEffect(() => {
    const frame = root.querySelector('.plot-frame');
    if (!frame || series.length === 0) return;
    const place = document.createElement('div');
    place.className = 'plot-live';
    place.dataset.chart = '';
    frame.firstElementChild?.after(place);
    const mark = () => drawing.current?.mark(marked.current);
    const show = () => {
      if (drawing.current || place.clientWidth === 0) return;
      drawing.current = draw(place, { series, scale });
      mark();
      onDrawn();
    };
    const observer = new ResizeObserver(show);
    // The library redraws when the width changes.
    place.addEventListener('drawn', mark);
    observer.observe(place);
    show();
    return () => {
      observer.disconnect();
      drawing.current?.destroy();
      drawing.current = null;
      place.remove();
    };
  }, [drawn, root]);

  useEffect(() => {
    marked.current = at;
    drawing.current?.mark(at);
  }, [at]);

  return null;
}

export interface KeySeries {
  name: string;
  shape: 'line' | 'column' | 'stack';
  isDashed: boolean;
  color: string;
  fill: string;
}

function Key({ name, shape, isDashed, fill, color }: KeySeries) {
  return (
    <>
      <svg className="key-mark" aria-hidden="true">
        {shape === 'line' ? (
          <line
            className={isDashed ? 'plot-dashed' : undefined}
            x1="0"
            x2="100%"
            y1="50%"
            y2="50%"
            stroke={color}
          />
        ) : (
          <rect width="100%" height="100%" rx="2" fill={fill} />
        )}
      </svg>
      {name}
    </>
  );
}

interface KeysProperties {
  series: KeySeries[];
  off: ReadonlySet<number>;
  label: string;
  /** Undefined while the legend cannot switch anything. */
  toggle: ((index: number) => void) | undefined;
}

/** A legend whose entries switch their series off and on. */
export function Keys({ series, off, label, toggle }: KeysProperties) {
  const group = toggle && { role: 'group', 'aria-label': label };
  return (
    <div className="chart-keys" {...group}>
      {series.map((one, index) =>
        toggle ? (
          <button
            key={one.name}
            type="button"
            className="chart-key"
            aria-pressed={!off.has(index)}
            onClick={() => toggle(index)}
          >
            <Key {...one} />
          </button>
        ) : (
          <span key={one.name} className="chart-key">
            <Key {...one} />
          </span>
        ),
      )}
    </div>
  );
}

export interface Said {
  name: string;
  href?: string | null | undefined;
  items: { name: string; text: string; change?: string | undefined }[];
}

interface ReadoutProperties {
  said: Said;
  change: string;
  /** The text of the link. */
  link: string;
  leave: () => void;
}

export function Readout({ said: { name, href, items }, change: changeName, link, leave }: ReadoutProperties) {
  return (
    <p className="chart-values">
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {items.map(({ name, text, change }) => (
        <span key={name}>
          {name} <bdi>{text}</bdi>
          {change && (
            <span className="muted small inline-block max-w-full">
              {' '}
              <span className="visually-hidden">{changeName} </span>(<bdi>{change}</bdi>)
            </span>
          )}{' '}
        </span>
      ))}
      {href && (
        <a href={href} onClick={leave}>
          {link}
        </a>
      )}
    </p>
  );
}
