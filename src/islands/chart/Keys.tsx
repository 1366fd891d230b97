interface KeysProperties {
  series: { name: string; tone: string }[];
  /** The places of those that are not drawn. */
  off: ReadonlySet<number>;
  /** The name of all of them together. */
  label: string;
  toggle: (place: number) => void;
}

/** What the colours of a drawing mean; each switches its series off and on. */
export function Keys({ series, off, label, toggle }: KeysProperties) {
  return (
    <fieldset className="presets m-0 p-0 border-0 print:hidden" aria-label={label}>
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
  );
}
