interface DetailsProperties {
  rows: { label: string; text: string }[];
}

/** What was chosen, by name. */
export function DetailsList({ rows }: DetailsProperties) {
  return (
    <dl className="details-list">
      {rows.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
