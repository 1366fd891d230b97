import { useEffect, useRef } from 'react';

export interface LegendSeries {
  name: string;
  shape: 'line' | 'column' | 'stack';
  isDashed: boolean;
  color: string;
  fill: string;
}

function Key({ name, shape, isDashed, fill, color }: LegendSeries) {
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

interface LegendProperties {
  series: LegendSeries[];
  off: ReadonlySet<number>;
  label: string;
  /** Undefined while the legend cannot switch anything. */
  toggle: ((index: number) => void) | undefined;
}

export function Legend({ series, off, label, toggle }: LegendProperties) {
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
            <Key {...one} />{' '}
          </span>
        ),
      )}
    </div>
  );
}

export interface ReadoutContent {
  name: string;
  href?: string | null | undefined;
  items: { name: string; text: string; change?: string | undefined }[];
  /** The point before, since which values changed. */
  since?: string | undefined;
}

interface ReadoutProperties {
  content: ReadoutContent;
  change: string;
  link: string;
  /** Whether a chosen band shows another line, for which phones reserve room. */
  isLonger: boolean;
  leave: () => void;
}

export const sinceText = (text: string, since: string | undefined) => text.replace('{}', since ?? '');

export function Readout({
  content: { name, href, items, since },
  change: changeText,
  link,
  isLonger,
  leave,
}: ReadoutProperties) {
  const root = useRef<HTMLParagraphElement>(null);
  const width = useRef(0);
  // The others are since the same point.
  const firstChanged = items.find(({ change }) => change);
  // As high as the highest so far, so that the page below stays where it is from point to point.
  useEffect(() => {
    const { current: element } = root;
    if (!element?.offsetHeight) return;
    if (element.offsetWidth !== width.current) element.style.minHeight = '';
    width.current = element.offsetWidth;
    element.style.minHeight = `${element.offsetHeight}px`;
  });
  return (
    <p className={isLonger ? 'chart-values chart-values-longer' : 'chart-values'} ref={root}>
      <strong>
        <bdi>{name}</bdi>
      </strong>{' '}
      {items.map(({ name, text, change }) => (
        <span key={name}>
          {/* White space at the edge of the box would be dropped. */}
          {name} <bdi>{text}</bdi>{' '}
          {change && (
            <span className="muted small inline-block max-w-full">
              (<bdi>{change}</bdi>
              {name === firstChanged?.name && ` ${sinceText(changeText, since)}`})
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
