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

/** A legend whose entries switch their series off and on. */
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
